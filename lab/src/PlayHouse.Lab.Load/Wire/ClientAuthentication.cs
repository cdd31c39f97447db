using System.Buffers.Binary;
using System.Net.Sockets;
using PlayHouse.Engine.Client;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>The first exchange of an engine client: one request, one reply. What the server says behind the reply is left in the socket.</summary>
internal static class ClientAuthentication
{
    private const ushort Sequence = 1;
    private const int PrefixBytes = 4;
    private const int ReplyBytesMax = 64 * 1024;

    private static readonly Opening Accepted = new(OpeningOutcome.Open, "");
    private static readonly Opening ClosedByServer = new(OpeningOutcome.Closed, "the server closed the connection");
    private static readonly Opening NotAFrame = new(OpeningOutcome.Wrong, "the answer is not a frame");
    private static readonly Opening OtherReply = new(OpeningOutcome.Wrong, "the answer is not an AuthenticateReply");

    private static ReadOnlySpan<byte> RequestId => "AuthenticateRequest"u8;

    private static ReadOnlySpan<byte> ReplyId => "AuthenticateReply"u8;

    public static async Task<Opening> RunAsync(Socket socket, long stageId, CancellationToken cancellationToken)
    {
        await socket.SendAsync(Request(stageId), cancellationToken);
        byte[] frame = new byte[PrefixBytes];
        if (!await FillAsync(socket, frame, 0, cancellationToken))
        {
            return ClosedByServer;
        }

        int body = BinaryPrimitives.ReadInt32LittleEndian(frame);
        if (body is <= 0 or > ReplyBytesMax)
        {
            return NotAFrame;
        }

        Array.Resize(ref frame, PrefixBytes + body);
        return await FillAsync(socket, frame, PrefixBytes, cancellationToken) ? Read(frame) : ClosedByServer;
    }

    private static byte[] Request(long stageId)
    {
        byte[] request = new byte[ClientFrame.RequestBytes(RequestId.Length, 0)];
        ClientFrame.TryWriteRequest(request, RequestId, Sequence, stageId, [], out _);
        return request;
    }

    private static async Task<bool> FillAsync(Socket socket, byte[] bytes, int start, CancellationToken cancellationToken)
    {
        for (int end = start; end < bytes.Length;)
        {
            int count = await socket.ReceiveAsync(bytes.AsMemory(end), cancellationToken);
            if (count == 0)
            {
                return false;
            }

            end += count;
        }

        return true;
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
