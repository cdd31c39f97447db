using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Client;

namespace PlayHouse.Engine.Goals.Tests;

/// <summary>One authenticated connection that sends batches with one write and checks every reply. Blocking; one thread.</summary>
internal sealed class EchoClient : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveTimeout = 60_000 };
    private readonly long _stageId;

    public EchoClient(int port, long stageId)
    {
        _stageId = stageId;
        _socket.Connect(new IPEndPoint(IPAddress.Loopback, port));
        byte[] request = new byte[ClientFrame.RequestBytes("AuthenticateRequest"u8.Length, 0)];
        ClientFrame.TryWriteRequest(request, "AuthenticateRequest"u8, 1, stageId, [], out _);
        _socket.Send(request);
        byte[] reply = new byte[256];
        int count = 0;
        ReplyView view;
        while (ClientFrame.TryReadReply(reply.AsSpan(0, count), out view, out _) != ClientFrameStatus.Done)
        {
            count += Receive(reply.AsSpan(count));
        }

        Assert.Equal(0, view.ErrorCode);
        Assert.True(view.MsgIdUtf8.SequenceEqual("AuthenticateReply"u8));
    }

    /// <summary>Sends the same batch so many times, each after all replies of the one before have come.</summary>
    public void Echo(int payloadBytes, int depth, int batches)
    {
        byte[] payload = [.. Enumerable.Range(0, payloadBytes).Select(i => (byte)(i * 31))];
        int requestBytes = ClientFrame.RequestBytes("EchoRequest"u8.Length, payloadBytes);
        byte[] batch = new byte[depth * requestBytes];
        for (int i = 0; i < depth; i++)
        {
            ClientFrame.TryWriteRequest(batch.AsSpan(i * requestBytes), "EchoRequest"u8, (ushort)(i + 1), _stageId, payload, out _);
        }

        // A reply is four bytes longer than its request: an error code and a size more, "Request" for "Reply" less.
        byte[] replies = new byte[depth * (requestBytes + 4)];
        for (int i = 0; i < batches; i++)
        {
            _socket.Send(batch);
            for (int count = 0; count < replies.Length;)
            {
                count += Receive(replies.AsSpan(count));
            }

            Check(replies, payload, depth);
        }
    }

    public void Dispose() => _socket.Dispose();

    private int Receive(Span<byte> destination)
    {
        int count = _socket.Receive(destination);
        Assert.True(count > 0, "the server closed the connection");
        return count;
    }

    private void Check(ReadOnlySpan<byte> rest, byte[] payload, int depth)
    {
        for (int i = 1; i <= depth; i++)
        {
            bool isRight = ClientFrame.TryReadReply(rest, out ReplyView reply, out int bytes) == ClientFrameStatus.Done
                && reply.MsgSeq == i && reply.ErrorCode == 0 && reply.StageId == _stageId
                && reply.MsgIdUtf8.SequenceEqual("EchoReply"u8) && reply.Payload.SequenceEqual(payload);
            if (!isRight)
            {
                Assert.Fail($"reply {i} of a batch is wrong");
            }

            rest = rest[bytes..];
        }
    }
}
