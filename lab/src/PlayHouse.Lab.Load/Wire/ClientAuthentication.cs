using System.Buffers.Binary;
using PlayHouse.Engine.Client;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>The first exchange of an engine client: one request, one reply.</summary>
internal sealed class ClientAuthentication : OpeningExchange
{
    private const ushort Sequence = 1;
    private const int PrefixBytes = 4;
    private const int ReplyBytesMax = 64 * 1024;

    private static readonly Opening Accepted = new(OpeningOutcome.Open, "");
    private static readonly Opening NotAFrame = new(OpeningOutcome.Wrong, "the answer is not a frame");
    private static readonly Opening OtherReply = new(OpeningOutcome.Wrong, "the answer is not an AuthenticateReply");

    private readonly byte[] _request;
    private byte[] _reply = new byte[PrefixBytes];
    private int _received;

    /// <param name="stageId">The stage to join.</param>
    public ClientAuthentication(long stageId)
    {
        _request = new byte[ClientFrame.RequestBytes(RequestId.Length, 0)];
        ClientFrame.TryWriteRequest(_request, RequestId, Sequence, stageId, [], out _);
    }

    /// <inheritdoc/>
    public override ReadOnlyMemory<byte> Request => _request;

    /// <inheritdoc/>
    public override Memory<byte> Wanted => _reply.AsMemory(_received);

    private static ReadOnlySpan<byte> RequestId => "AuthenticateRequest"u8;

    private static ReadOnlySpan<byte> ReplyId => "AuthenticateReply"u8;

    /// <inheritdoc/>
    protected override Opening? TakeBytes(int count)
    {
        _received += count;
        if (_received < _reply.Length)
        {
            return null;
        }

        if (_reply.Length > PrefixBytes)
        {
            return Read(_reply);
        }

        int body = BinaryPrimitives.ReadInt32LittleEndian(_reply);
        if (body is <= 0 or > ReplyBytesMax)
        {
            return NotAFrame;
        }

        Array.Resize(ref _reply, PrefixBytes + body);
        return null;
    }

    private static Opening Read(ReadOnlySpan<byte> frame)
    {
        if (ClientFrame.TryReadReply(frame, out ReplyView reply, out _) != ClientFrameStatus.Done)
        {
            return NotAFrame;
        }

        if (reply.ErrorCode != 0)
        {
            return new Opening(OpeningOutcome.Refused, $"error code {reply.ErrorCode}");
        }

        return reply.MsgIdUtf8.SequenceEqual(ReplyId) && reply.MsgSeq == Sequence ? Accepted : OtherReply;
    }
}
