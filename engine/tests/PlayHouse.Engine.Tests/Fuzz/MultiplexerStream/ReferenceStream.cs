using System.Buffers.Binary;
using PlayHouse.Multiplexer;

namespace PlayHouse.Engine.Fuzz.MultiplexerStream;

/// <summary>The oracle: reads a whole stream at once, one frame after the other, with nothing in mind but clarity.</summary>
internal sealed class ReferenceStream
{
    private const int HeaderBytes = 9;
    private const uint DataBytesMax = 10 * 1024 * 1024;

    private readonly Dictionary<uint, List<byte>> _open = [];

    public List<(uint Id, byte[] Body)> Messages { get; } = [];

    public MultiplexerFailure Failure { get; private set; }

    /// <summary>True when the stream ends inside a frame or a message.</summary>
    public bool IsInside { get; private set; }

    public static ReferenceStream Read(byte[] stream, MultiplexerLimits limits)
    {
        ReferenceStream result = new();
        int at = 0;
        while (result.Failure == MultiplexerFailure.None && stream.Length - at >= HeaderBytes)
        {
            byte type = stream[at];
            uint id = BinaryPrimitives.ReadUInt32BigEndian(stream.AsSpan(at + 1));
            uint length = BinaryPrimitives.ReadUInt32BigEndian(stream.AsSpan(at + 5));
            at += HeaderBytes;
            result.Failure = result.Judge(type, id, length, limits);
            if (result.Failure == MultiplexerFailure.None)
            {
                int data = type == 3 ? (int)Math.Min(length, (uint)(stream.Length - at)) : 0;
                result.Take(type, id, stream.AsSpan(at, data));
                at += data;
                result.IsInside = type == 3 && data < length;
            }
        }

        result.IsInside |= at < stream.Length || result._open.Count > 0;
        return result;
    }

    private MultiplexerFailure Judge(byte type, uint id, uint length, MultiplexerLimits limits)
    {
        bool isOpen = _open.TryGetValue(id, out List<byte>? body);
        return type switch
        {
            1 when isOpen => MultiplexerFailure.DuplicateStart,
            1 when _open.Count == limits.PartialMessagesMax => MultiplexerFailure.TooManyPartialMessages,
            1 => MultiplexerFailure.None,
            2 or 6 when length != 0 => MultiplexerFailure.LengthNotZero,
            2 or 3 or 6 when !isOpen => MultiplexerFailure.UnknownId,
            2 or 6 => MultiplexerFailure.None,
            3 when length > DataBytesMax => MultiplexerFailure.DataTooLarge,
            3 when body!.Count + (long)length > limits.MessageBytesMax => MultiplexerFailure.MessageTooLarge,
            3 when _open.Values.Sum(b => (long)b.Count) + length > limits.PartialBytesMax => MultiplexerFailure.TooManyPartialBytes,
            3 => MultiplexerFailure.None,
            _ => MultiplexerFailure.UnknownType,
        };
    }

    private void Take(byte type, uint id, ReadOnlySpan<byte> data)
    {
        switch (type)
        {
            case 1:
                _open.Add(id, []);
                break;
            case 3:
                _open[id].AddRange(data);
                break;
            default:
                if (type == 2)
                {
                    Messages.Add((id, [.. _open[id]]));
                }

                _open.Remove(id);
                break;
        }
    }
}
