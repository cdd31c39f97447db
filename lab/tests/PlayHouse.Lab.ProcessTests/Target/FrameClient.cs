using System.Net.Sockets;
using System.Text;
using PlayHouse.Engine.Client;

namespace PlayHouse.Lab.Target.Tests;

internal sealed record Answer(string MsgId, ushort MsgSeq, ushort ErrorCode, byte[] Payload);

/// <summary>A client of blocking calls over the public frame codec: what it sends and expects is plain to see.</summary>
internal sealed class FrameClient : IDisposable
{
    private readonly TcpClient _tcp;
    private readonly byte[] _input = new byte[1 << 20];
    private readonly byte[] _output = new byte[1 << 20];
    private int _held;

    public FrameClient(int port)
    {
        _tcp = new TcpClient("127.0.0.1", port) { NoDelay = true, ReceiveTimeout = 30_000, SendTimeout = 30_000 };
    }

    public void Send(string msgId, ushort msgSeq, ReadOnlySpan<byte> payload, int copies = 1)
    {
        int length = 0;
        for (int i = 0; i < copies; i++)
        {
            ClientFrameStatus status = ClientFrame.TryWriteRequest(
                _output.AsSpan(length), Encoding.UTF8.GetBytes(msgId), msgSeq, 1000, payload, out int written);
            Assert.Equal(ClientFrameStatus.Done, status);
            length += written;
        }

        _tcp.GetStream().Write(_output, 0, length);
    }

    public Answer Receive()
    {
        while (true)
        {
            if (ClientFrame.TryReadReply(_input.AsSpan(0, _held), out ReplyView reply, out int consumed) == ClientFrameStatus.Done)
            {
                var answer = new Answer(Encoding.UTF8.GetString(reply.MsgIdUtf8), reply.MsgSeq, reply.ErrorCode, reply.Payload.ToArray());
                _input.AsSpan(consumed, _held - consumed).CopyTo(_input);
                _held -= consumed;
                return answer;
            }

            int count = _tcp.GetStream().Read(_input, _held, _input.Length - _held);
            Assert.NotEqual(0, count);
            _held += count;
        }
    }

    public Answer Request(string msgId, ushort msgSeq, ReadOnlySpan<byte> payload)
    {
        Send(msgId, msgSeq, payload);
        return Receive();
    }

    public void Dispose() => _tcp.Dispose();
}
