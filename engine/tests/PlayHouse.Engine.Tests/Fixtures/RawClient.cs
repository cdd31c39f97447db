using System.Net.Sockets;
using System.Text;
using PlayHouse.Engine.Client;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>A decoded reply.</summary>
internal sealed record Reply(string MsgId, ushort MsgSeq, long StageId, ushort ErrorCode, byte[] Payload)
{
    public string Text => Encoding.UTF8.GetString(Payload);
}

/// <summary>A client that sends exactly the bytes a test wants: over a socket, or over a stream above one. Over WebSocket each call is one message.</summary>
internal sealed class RawClient(Socket? socket, Stream? stream = null) : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private byte[] _received = new byte[64 * 1024];
    private int _count;
    private int _consumed;

    public Socket Socket => socket!;

    public long StageId { get; set; } = 1000;

    public static byte[] Frame(string msgId, ushort seq, long stageId, ReadOnlySpan<byte> payload)
    {
        byte[] id = Encoding.UTF8.GetBytes(msgId);
        byte[] frame = new byte[ClientFrame.RequestBytes(id.Length, payload.Length)];
        Assert.Equal(ClientFrameStatus.Done, ClientFrame.TryWriteRequest(frame, id, seq, stageId, payload, out int written));
        Assert.Equal(frame.Length, written);
        return frame;
    }

    public Task SendAsync(string msgId, ushort seq, byte[] payload) => SendBytesAsync(Frame(msgId, seq, StageId, payload));

    public Task SendAsync(string msgId, ushort seq, string payload = "") => SendAsync(msgId, seq, Encoding.UTF8.GetBytes(payload));

    public async Task SendBytesAsync(ReadOnlyMemory<byte> bytes)
    {
        if (stream is not null)
        {
            await stream.WriteAsync(bytes);
            return;
        }

        while (bytes.Length > 0)
        {
            bytes = bytes[await Socket.SendAsync(bytes)..];
        }
    }

    /// <summary>The next reply or push.</summary>
    public async Task<Reply> ReadAsync() => await TryReadAsync() ?? throw new InvalidOperationException("The server closed the connection.");

    /// <summary>The next reply or push; null when the server has closed.</summary>
    public async Task<Reply?> TryReadAsync()
    {
        using CancellationTokenSource deadline = new(Patience);
        while (true)
        {
            if (TryTake(out Reply? reply))
            {
                return reply;
            }

            MakeRoom();
            int bytes;
            try
            {
                Memory<byte> room = _received.AsMemory(_count);
                bytes = stream is null ? await Socket.ReceiveAsync(room, deadline.Token) : await stream.ReadAsync(room, deadline.Token);
            }
            catch (Exception exception) when (exception is SocketException or IOException or System.Net.WebSockets.WebSocketException)
            {
                return null;
            }

            if (bytes == 0)
            {
                return null;
            }

            _count += bytes;
        }
    }

    public async Task<Reply> RequestAsync(string msgId, ushort seq, string payload = "")
    {
        await SendAsync(msgId, seq, payload);
        return await ReadAsync();
    }

    public ValueTask DisposeAsync()
    {
        socket?.Dispose();
        stream?.Dispose();
        return default;
    }

    private bool TryTake(out Reply? reply)
    {
        reply = null;
        ClientFrameStatus status = ClientFrame.TryReadReply(_received.AsSpan(_consumed, _count - _consumed), out ReplyView view, out int consumed);
        Assert.NotEqual(ClientFrameStatus.Invalid, status);
        if (status == ClientFrameStatus.NeedMore)
        {
            return false;
        }

        reply = new Reply(Encoding.UTF8.GetString(view.MsgIdUtf8), view.MsgSeq, view.StageId, view.ErrorCode, view.Payload.ToArray());
        Assert.Equal(0, view.OriginalSize);
        _consumed += consumed;
        return true;
    }

    private void MakeRoom()
    {
        int unread = _count - _consumed;
        byte[] next = unread * 2 > _received.Length ? new byte[_received.Length * 2] : _received;
        Buffer.BlockCopy(_received, _consumed, next, 0, unread);
        _received = next;
        _consumed = 0;
        _count = unread;
    }
}
