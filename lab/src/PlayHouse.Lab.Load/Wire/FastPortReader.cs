using System.Buffers.Binary;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>Echo responses: a header with the request's number, a result, data. Fields it does not know are passed over.</summary>
internal sealed class FastPortReader(PayloadShape payload, int connection) : WireReader
{
    private const int ResultOk = 1;
    private const int AroundTheDataMax = 128;
    private const int HeaderField = 1;
    private const int ResultField = 2;
    private const int DataField = 3;
    private const int NumberField = 1;
    private const int VarintType = 0;
    private const int BytesType = 2;

    public override int ReplyBytesMax => payload.Length + AroundTheDataMax;

    public override bool NamesByContent => false;

    public override WireStatus TryRead(ReadOnlySpan<byte> source, out WireReply reply, out int consumed)
    {
        reply = default;
        consumed = 0;
        if (source.Length < FastPortRequestWriter.PrefixBytes)
        {
            return WireStatus.NeedMore;
        }

        int size = AnnouncedBytes(source);
        if (size < FastPortRequestWriter.PrefixBytes)
        {
            return WireStatus.Invalid;
        }

        if (source.Length < size)
        {
            return WireStatus.NeedMore;
        }

        consumed = size;
        bool isEcho = BinaryPrimitives.ReadInt32LittleEndian(source[sizeof(ushort)..]) == FastPortRequestWriter.EchoPacket;
        return TryReadResponse(source[FastPortRequestWriter.PrefixBytes..size], isEcho, out reply) ? WireStatus.Done : WireStatus.Invalid;
    }

    public override int AnnouncedBytes(ReadOnlySpan<byte> source) => BinaryPrimitives.ReadUInt16LittleEndian(source);

    public override long IndexOf(in WireReply reply, long first) => reply.Number is > 0 and <= long.MaxValue ? (long)reply.Number - 1 : long.MaxValue;

    public override bool IsRight(in WireReply reply, long index) => reply.IsExpected && payload.Matches(reply.Payload, connection, index);

    private static bool TryReadResponse(ReadOnlySpan<byte> body, bool isEcho, out WireReply reply)
    {
        ulong number = 0;
        ulong result = 0;
        ReadOnlySpan<byte> data = [];
        while (!body.IsEmpty)
        {
            if (!TryReadField(ref body, out int field, out ulong value, out ReadOnlySpan<byte> bytes))
            {
                reply = default;
                return false;
            }

            switch (field)
            {
                case HeaderField when !TryReadNumber(bytes, out number):
                    reply = default;
                    return false;
                case ResultField:
                    result = value;
                    break;
                case DataField:
                    data = bytes;
                    break;
            }
        }

        reply = new WireReply { Number = number, ErrorCode = result == ResultOk ? 0 : (int)Math.Max(1, result), IsExpected = isEcho, Payload = data };
        return true;
    }

    private static bool TryReadNumber(ReadOnlySpan<byte> header, out ulong number)
    {
        number = 0;
        while (!header.IsEmpty)
        {
            if (!TryReadField(ref header, out int field, out ulong value, out _))
            {
                return false;
            }

            number = field == NumberField ? value : number;
        }

        return true;
    }

    private static bool TryReadField(scoped ref ReadOnlySpan<byte> source, out int field, out ulong value, out ReadOnlySpan<byte> bytes)
    {
        bytes = [];
        value = 0;
        field = 0;
        if (!Varint.TryRead(ref source, out ulong tag) || !Varint.TryRead(ref source, out value))
        {
            return false;
        }

        field = (int)(tag >> 3);
        switch (tag & 7)
        {
            case VarintType:
                return true;
            case BytesType when value <= (ulong)source.Length:
                bytes = source[..(int)value];
                source = source[(int)value..];
                return true;
            default:
                return false;
        }
    }
}
