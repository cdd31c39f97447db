using System.Buffers.Binary;
using System.Net.WebSockets;

namespace PlayHouse.Engine.Client.Connections;

/// <summary>A WebSocket: one binary message for each frame.</summary>
internal sealed class WebSocketLink(ClientWebSocket socket) : ClientLink
{
    private const int PrefixBytes = 4;

    public override async ValueTask<ReceivedBytes> ReceiveAsync(Memory<byte> destination, CancellationToken cancellation)
    {
        ValueWebSocketReceiveResult result = await socket.ReceiveAsync(destination, cancellation);
        return new ReceivedBytes(
            result.Count,
            result.EndOfMessage,
            IsClosed: result.MessageType == WebSocketMessageType.Close,
            IsForeign: result.MessageType == WebSocketMessageType.Text);
    }

    public override async ValueTask SendAsync(ReadOnlyMemory<byte> frames, CancellationToken cancellation)
    {
        while (!frames.IsEmpty)
        {
            int bytes = PrefixBytes + BinaryPrimitives.ReadInt32LittleEndian(frames.Span);
            await socket.SendAsync(frames[..bytes], WebSocketMessageType.Binary, endOfMessage: true, cancellation);
            frames = frames[bytes..];
        }
    }

    public override Task CloseOutputAsync(CancellationToken cancellation) =>
        socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, cancellation);

    public override ValueTask DisposeAsync()
    {
        socket.Abort();
        socket.Dispose();
        return default;
    }
}
