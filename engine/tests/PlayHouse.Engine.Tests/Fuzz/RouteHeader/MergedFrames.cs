using System.Buffers.Binary;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Tests.Strategies.MeshFrame;

namespace PlayHouse.Engine.Fuzz.RouteHeader;

/// <summary>Header and payload in one frame: whatever the frame holds is split at the announced place or refused.</summary>
internal static class MergedFrames
{
    private static readonly MeshFrameBox Layout = MeshFrameBox.Create(StrategyChoice.Of("merged-frame"));

    /// <summary>Takes the bytes as a frame as they are, then as header and as payload of a right one.</summary>
    public static void Check(byte[] bytes)
    {
        bool isWhole = bytes.Length >= MeshRecord.PrefixBytes && BinaryPrimitives.ReadUInt32LittleEndian(bytes) <= bytes.Length - MeshRecord.PrefixBytes;
        Expect(bytes, isWhole ? (int)BinaryPrimitives.ReadUInt32LittleEndian(bytes) : null);
        Expect([.. Prefix(bytes.Length), .. bytes], bytes.Length);
        Expect([.. Prefix(0), .. bytes], 0);
        Expect([.. Prefix(bytes.Length + 1), .. bytes], null);
    }

    private static void Expect(byte[] frame, int? headerBytes)
    {
        MeshFrameStatus status = Layout.Split(2, frame, default, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload);
        bool isRight = headerBytes is { } bytes
            ? status == MeshFrameStatus.Ok && header.SequenceEqual(frame.AsSpan(4, bytes)) && payload.SequenceEqual(frame.AsSpan(4 + bytes))
            : status == MeshFrameStatus.Malformed && header.IsEmpty && payload.IsEmpty;
        Assert.True(isRight, $"{status}, header of {header.Length} and payload of {payload.Length} bytes in the frame {Convert.ToHexStringLower(frame)}");
    }

    private static byte[] Prefix(int headerBytes)
    {
        byte[] prefix = new byte[MeshRecord.PrefixBytes];
        BinaryPrimitives.WriteUInt32LittleEndian(prefix, (uint)headerBytes);
        return prefix;
    }
}
