using System.Buffers.Binary;
using PlayHouse.Engine.Client;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>Replies and pushes as client frames; a frame says where it ends, so nothing is kept between them.</summary>
internal sealed class ClientReader(ClientWire wire, int connection) : WireReader
{
    private const int PrefixBytes = 4;
    private const int HeaderBytesMax = PrefixBytes + 1 + ClientFrame.MsgIdBytesMax + 16;

    private readonly int _author = wire.AuthorOf(connection);
    private readonly long _stageId = wire.StageOf(connection);

    public override int ReplyBytesMax => wire.ReplyPayloadBytesMax + HeaderBytesMax;

    public override bool NamesByContent => wire.IsOneWay;

    public override WireStatus TryRead(ReadOnlySpan<byte> source, out WireReply reply, out int consumed)
    {
        ClientFrameStatus status = ClientFrame.TryReadReply(source, out ReplyView view, out consumed);
        if (status != ClientFrameStatus.Done)
        {
            reply = default;
            return status == ClientFrameStatus.NeedMore ? WireStatus.NeedMore : WireStatus.Invalid;
        }

        reply = new WireReply
        {
            Number = view.MsgSeq,
            ErrorCode = view.ErrorCode,
            IsExpected = view.MsgIdUtf8.SequenceEqual(wire.ReplyId) && view.StageId == _stageId && view.OriginalSize == 0,
            Payload = view.Payload,
        };
        return WireStatus.Done;
    }

    public override int AnnouncedBytes(ReadOnlySpan<byte> source) => PrefixBytes + BinaryPrimitives.ReadInt32LittleEndian(source);

    public override long IndexOf(in WireReply reply, long first)
    {
        if (wire.IsOneWay)
        {
            return reply.Number == 0 ? wire.Payload.IndexIn(reply.Payload, first) : long.MaxValue;
        }

        if (reply.Number == 0)
        {
            return long.MaxValue;
        }

        int distance = (int)reply.Number - wire.SequenceOf(first);
        return first + (distance < 0 ? distance + ushort.MaxValue : distance);
    }

    public override bool IsRight(in WireReply reply, long index) => reply.IsExpected && wire.Payload.Matches(reply.Payload, _author, index);
}
