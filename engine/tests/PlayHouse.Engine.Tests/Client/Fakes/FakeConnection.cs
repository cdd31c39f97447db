using System.Buffers.Binary;
using System.Net.WebSockets;
using System.Text;

namespace PlayHouse.Engine.Client.Tests.Fakes;

/// <summary>A request as the fake server read it.</summary>
internal sealed record FakeRequest(string MsgId, ushort MsgSeq, long StageId, byte[] Payload);

/// <summary>The server's end of one connection; frames are built and read here by hand, not with the code under test.</summary>
internal abstract class FakeConnection
{
    /// <summary>Waits for a frame; null when the client closed.</summary>
    public abstract Task<FakeRequest?> ReadAsync();

    /// <summary>Sends bytes as they are; over a WebSocket as one binary message.</summary>
    public abstract Task SendAsync(ReadOnlyMemory<byte> bytes);

    /// <summary>Closes in good order.</summary>
    public abstract Task CloseAsync();

    /// <summary>Drops the connection.</summary>
    public abstract void Abort();

    public Task ReplyAsync(FakeRequest request, byte[] payload, ushort errorCode = 0) =>
        SendAsync(Frame(request.MsgId.Replace("Request", "Reply", StringComparison.Ordinal), request.MsgSeq, payload, errorCode));

    public Task PushAsync(string msgId, byte[] payload) => SendAsync(Frame(msgId, 0, payload));

    public static byte[] Frame(string msgId, ushort msgSeq, byte[] payload, ushort errorCode = 0, int originalSize = 0)
    {
        using MemoryStream frame = new();
        using BinaryWriter writer = new(frame);
        byte[] id = Encoding.UTF8.GetBytes(msgId);
        writer.Write(1 + id.Length + 2 + 8 + 2 + 4 + payload.Length);
        writer.Write((byte)id.Length);
        writer.Write(id);
        writer.Write(msgSeq);
        writer.Write(1001L);
        writer.Write(errorCode);
        writer.Write(originalSize);
        writer.Write(payload);
        return frame.ToArray();
    }

    protected static FakeRequest Parse(byte[] body)
    {
        int idBytes = body[0];
        ReadOnlySpan<byte> rest = body.AsSpan(1 + idBytes);
        return new FakeRequest(
            Encoding.UTF8.GetString(body.AsSpan(1, idBytes)),
            BinaryPrimitives.ReadUInt16LittleEndian(rest),
            BinaryPrimitives.ReadInt64LittleEndian(rest[2..]),
            rest[10..].ToArray());
    }
}

/// <summary>TCP or TLS.</summary>
internal sealed class FakeStreamConnection(Stream stream) : FakeConnection
{
    public Stream Stream => stream;

    public override async Task<FakeRequest?> ReadAsync()
    {
        byte[] prefix = new byte[4];
        try
        {
            await stream.ReadExactlyAsync(prefix);
            byte[] body = new byte[BinaryPrimitives.ReadInt32LittleEndian(prefix)];
            await stream.ReadExactlyAsync(body);
            return Parse(body);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            return null;
        }
    }

    public override async Task SendAsync(ReadOnlyMemory<byte> bytes) => await stream.WriteAsync(bytes);

    public override async Task CloseAsync() => await stream.DisposeAsync();

    public override void Abort() => stream.Dispose();
}

/// <summary>A WebSocket. Counts messages that are not exactly one frame.</summary>
internal sealed class FakeWebSocketConnection(WebSocket socket, TaskCompletionSource done) : FakeConnection
{
    public int WrongMessages { get; private set; }

    public WebSocket Socket => socket;

    public override async Task<FakeRequest?> ReadAsync()
    {
        using MemoryStream message = new();
        byte[] buffer = new byte[64 * 1024];
        try
        {
            WebSocketReceiveResult result;
            do
            {
                result = await socket.ReceiveAsync(buffer, CancellationToken.None);
                if (result.MessageType == WebSocketMessageType.Close)
                {
                    done.TrySetResult();
                    return null;
                }

                await message.WriteAsync(buffer.AsMemory(0, result.Count));
            }
            while (!result.EndOfMessage);
        }
        catch (Exception e) when (e is WebSocketException or ObjectDisposedException or OperationCanceledException)
        {
            done.TrySetResult();
            return null;
        }

        byte[] frame = message.ToArray();
        WrongMessages += BinaryPrimitives.ReadInt32LittleEndian(frame) == frame.Length - 4 ? 0 : 1;
        return Parse(frame[4..]);
    }

    public override Task SendAsync(ReadOnlyMemory<byte> bytes) =>
        socket.SendAsync(bytes, WebSocketMessageType.Binary, true, CancellationToken.None).AsTask();

    public override async Task CloseAsync()
    {
        await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
        done.TrySetResult();
    }

    public override void Abort()
    {
        socket.Abort();
        done.TrySetResult();
    }
}
