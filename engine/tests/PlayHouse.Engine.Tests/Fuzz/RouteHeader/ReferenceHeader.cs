using System.Text;
using Google.Protobuf;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Fuzz.RouteHeader;

/// <summary>
/// The oracle: walks over the fields with the reader of the protobuf library, which says for itself where bytes are no
/// protobuf, and then applies what a header between servers may hold.
/// </summary>
internal sealed class ReferenceHeader
{
    private readonly ulong[] _numbers = new ulong[12];

    public RouteHeaderStatus Status { get; private init; }

    /// <summary>True when it was refused for what parsers of the library pass over: a group, or a wire type that means nothing.</summary>
    public bool IsPassedOverByTheLibrary { get; private init; }

    public string MsgId { get; private set; } = "";

    /// <summary>The last number of a field, 0 if the field is missing.</summary>
    public ulong this[int field] => _numbers[field];

    public static ReferenceHeader Read(byte[] bytes)
    {
        ReferenceHeader header = new();
        byte[] msgId = [];
        CodedInputStream reader = new(bytes);
        try
        {
            for (uint tag = reader.ReadTag(); tag != 0; tag = reader.ReadTag())
            {
                int field = WireFormat.GetTagFieldNumber(tag);
                switch (WireFormat.GetTagWireType(tag))
                {
                    case WireFormat.WireType.StartGroup or WireFormat.WireType.EndGroup:
                        return new ReferenceHeader { Status = RouteHeaderStatus.Group, IsPassedOverByTheLibrary = true };
                    case WireFormat.WireType.Varint when field is 1 or 2 or 4 or 6 or 7 or 8 or 9 or 10 or 11:
                        header._numbers[field] = reader.ReadUInt64();
                        break;
                    case WireFormat.WireType.LengthDelimited when field == 3:
                        msgId = reader.ReadBytes().ToByteArray();
                        break;
                    case > WireFormat.WireType.Fixed32:
                        // The library passes over these two only when it is asked to skip; its messages refuse them.
                        return new ReferenceHeader { Status = RouteHeaderStatus.NotProtobuf, IsPassedOverByTheLibrary = true };
                    default:
                        reader.SkipLastField();
                        break;
                }
            }
        }
        catch (InvalidProtocolBufferException)
        {
            return new ReferenceHeader { Status = RouteHeaderStatus.NotProtobuf };
        }

        return header.Judge(msgId);
    }

    private ReferenceHeader Judge(byte[] msgId)
    {
        if ((uint)_numbers[4] > ushort.MaxValue)
        {
            return new ReferenceHeader { Status = RouteHeaderStatus.ErrorCodeTooLarge };
        }

        if (msgId.Length > RequestFrame.MsgIdBytesMax)
        {
            return new ReferenceHeader { Status = RouteHeaderStatus.MsgIdTooLong };
        }

        // Decoding and encoding again gives the same bytes only for well-formed UTF-8.
        MsgId = Encoding.UTF8.GetString(msgId);
        return Encoding.UTF8.GetBytes(MsgId).AsSpan().SequenceEqual(msgId) ? this : new ReferenceHeader { Status = RouteHeaderStatus.MsgIdNotUtf8 };
    }
}
