using PlayHouse.FastPort.Protocol;

namespace PlayHouse.Engine.Fuzz.FastPortStream;

/// <summary>One packet as the protocol's text describes it.</summary>
internal sealed record ReferencePacket(int Id, byte[] Body);

/// <summary>The oracle: reads the whole stream at once, with a reader of the runtime and no idea of speed.</summary>
internal static class ReferencePackets
{
    public static (List<ReferencePacket> Packets, FrameStatus End) Parse(byte[] stream, int frameBytesMax)
    {
        List<ReferencePacket> packets = [];
        using BinaryReader reader = new(new MemoryStream(stream));
        while (stream.Length - reader.BaseStream.Position >= 2)
        {
            int size = reader.ReadUInt16();
            if (size < 6)
            {
                return (packets, FrameStatus.SizeTooSmall);
            }

            if (size > frameBytesMax)
            {
                return (packets, FrameStatus.SizeTooLarge);
            }

            if (stream.Length - reader.BaseStream.Position < size - 2)
            {
                break;
            }

            packets.Add(new ReferencePacket(reader.ReadInt32(), reader.ReadBytes(size - 6)));
        }

        return (packets, FrameStatus.Incomplete);
    }
}
