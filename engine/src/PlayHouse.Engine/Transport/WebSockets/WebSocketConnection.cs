using System.Buffers.Binary;
using System.Net.WebSockets;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;

namespace PlayHouse.Engine.Transport.WebSockets;

/// <summary>A WebSocket: each binary message is one frame, both ways. <paramref name="abort"/> ends the connection below it.</summary>
internal sealed class WebSocketConnection(WebSocket socket, RecordStream wire, RecordStream? records, Action abort) : Connection, IByteChannel
{
    // A message may end with a piece that holds nothing; further ones would be work that no limit on bytes or messages sees.
    private const int EmptyPiecesMax = 1;

    private readonly MessageShape _shape = new();
    private readonly TaskCompletionSource _retired = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task _shutDown = Task.CompletedTask;

    /// <summary>Completes when the session is over and nothing uses the socket any more.</summary>
    public Task Retired => _retired.Task;

    public RecordStream? Wire => wire;

    public RecordStream? Records => records;

    public CloseReason EndReason => _shape.IsViolated ? CloseReason.MessageShape : CloseReason.ClientClosed;

    public override Receiver CreateReceiver(IFrameSink sink, ReceiveBuffer buffer) => new ChannelReceiver(sink, this, buffer);

    /// <summary>A message is never split, so a write is as long as its largest frame.</summary>
    public override Sender CreateSender(IFrameSink sink, BufferPool pool, EngineLimits limits, SendPump pump) =>
        new ChannelSender(sink, this, pool, limits, pump, int.MaxValue);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReceiveAsync(Memory<byte> buffer)
    {
        for (int empty = 0; !_shape.IsViolated; empty++)
        {
            ValueWebSocketReceiveResult result = await socket.ReceiveAsync(buffer, CancellationToken.None).ConfigureAwait(false);
            if (result.MessageType == WebSocketMessageType.Close)
            {
                await AnswerCloseAsync().ConfigureAwait(false);
                return 0;
            }

            bool isBinary = result.MessageType == WebSocketMessageType.Binary;
            int accepted = _shape.Accept(buffer.Span[..result.Count], isBinary, result.EndOfMessage);
            if (accepted > 0)
            {
                return accepted;
            }

            if (empty == EmptyPiecesMax)
            {
                _shape.Refuse();
            }
        }

        return 0;
    }

    /// <summary>Sends each of the whole frames as a message of its own.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask SendAsync(ReadOnlyMemory<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            int frameBytes = RequestFrame.PrefixBytes + BinaryPrimitives.ReadInt32LittleEndian(bytes.Span);
            await socket.SendAsync(
                bytes[..frameBytes], WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None).ConfigureAwait(false);
            bytes = bytes[frameBytes..];
        }
    }

    public override void ShutDownSending() => _shutDown = AnswerCloseAsync();

    public override void Abort()
    {
        if (socket.State == WebSocketState.Closed)
        {
            // Both sides have said so: the end of the request closes the connection without cutting the last frame.
            return;
        }

        try
        {
            socket.Abort();
            abort();
        }
        catch (ObjectDisposedException)
        {
            // The request is over: there is nothing left to end.
        }
    }

    public override void Retire() => _retired.TrySetResult();

    /// <summary>Awaits what still uses the socket. After <see cref="Retired"/>.</summary>
    public Task EndAsync() => _shutDown;

    private async Task AnswerCloseAsync()
    {
        try
        {
            await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            // The client was faster: closing is all that is left to do.
        }
    }
}
