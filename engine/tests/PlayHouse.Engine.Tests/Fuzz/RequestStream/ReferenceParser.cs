using System.Text;

namespace PlayHouse.Engine.Fuzz.RequestStream;

/// <summary>How a stream of requests ends.</summary>
internal enum StreamEnd
{
    Open,
    TooSmall,
    TooLarge,
    BadMsgIdLength,
}

/// <summary>One request as the protocol's text describes it; the id is null when it is not UTF-8.</summary>
internal sealed record ReferenceRequest(string? MsgId, ushort MsgSeq, long StageId, byte[] Payload);

/// <summary>The oracle: reads the whole stream at once, with a reader of the runtime and no idea of speed.</summary>
internal static class ReferenceParser
{
    public static (List<ReferenceRequest> Requests, StreamEnd End) Parse(byte[] stream, int bodyBytesMax)
    {
        List<ReferenceRequest> requests = [];
        using BinaryReader reader = new(new MemoryStream(stream));
        while (true)
        {
            long left = stream.Length - reader.BaseStream.Position;
            if (left < 4)
            {
                return (requests, StreamEnd.Open);
            }

            int body = reader.ReadInt32();
            if (body < 11)
            {
                return (requests, StreamEnd.TooSmall);
            }

            if (body > bodyBytesMax)
            {
                return (requests, StreamEnd.TooLarge);
            }

            if (left == 4)
            {
                return (requests, StreamEnd.Open);
            }

            int idBytes = reader.ReadByte();
            if (body < 1 + idBytes + 2 + 8)
            {
                return (requests, StreamEnd.BadMsgIdLength);
            }

            if (left < 4 + body)
            {
                return (requests, StreamEnd.Open);
            }

            byte[] id = reader.ReadBytes(idBytes);
            requests.Add(new ReferenceRequest(Decode(id), reader.ReadUInt16(), reader.ReadInt64(), reader.ReadBytes(body - 1 - idBytes - 2 - 8)));
        }
    }

    private static string? Decode(byte[] id)
    {
        // Decoding and encoding again gives the same bytes only for well-formed UTF-8.
        string text = Encoding.UTF8.GetString(id);
        return Encoding.UTF8.GetBytes(text).AsSpan().SequenceEqual(id) ? text : null;
    }
}
