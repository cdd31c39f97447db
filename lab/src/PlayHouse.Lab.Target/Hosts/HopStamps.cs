using System.Buffers.Binary;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Target.Hosts;

/// <summary>Where the load writes the time of sending: 8 bytes of the request's data, behind its index and its connection.</summary>
internal static class HopStamps
{
    private const int OffsetInData = 12;
    private const int VarintBits = 7;

    /// <summary>Reads it from a payload; null for a scenario whose requests carry none.</summary>
    public static Func<ReadOnlySpan<byte>, long>? ReaderOf(string scenario, int dataBytes)
    {
        int? dataOffset = scenario switch
        {
            ScenarioCatalog.Echo or ScenarioCatalog.Send or ScenarioCatalog.LargePayload or ScenarioCatalog.ServerRequest or ScenarioCatalog.ServerSend => 0,
            ScenarioCatalog.ProtoEcho => 1 + VarintBytes(dataBytes),
            _ => null,
        };
        return dataOffset is { } offset ? payload => Read(payload, offset + OffsetInData) : null;
    }

    private static long Read(ReadOnlySpan<byte> payload, int offset) =>
        payload.Length < offset + sizeof(long) ? 0 : BinaryPrimitives.ReadInt64LittleEndian(payload[offset..]);

    private static int VarintBytes(int value)
    {
        int bytes = 1;
        for (; value >= 1 << VarintBits; value >>= VarintBits)
        {
            bytes++;
        }

        return bytes;
    }
}
