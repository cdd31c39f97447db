using System.Net.Sockets;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>
/// One task receives into a queue of bytes, another takes them out, parses and hands over. A full queue stops the first
/// one, and with it the client; a parser that waits for the stage fills the queue.
/// </summary>
internal sealed class QueueReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer, IReceiveQueue queue, int receiveBytes)
    : LoopReceiver(sink, buffer)
{
    private readonly AsyncSignal _hasBytes = new();
    private readonly AsyncSignal _hasRoom = new();
    private Task _filling = Task.CompletedTask;
    private volatile bool _isFilled;
    private volatile bool _isStopped;
    private int _end;
    private long _received;

    public override void AddTo(CounterBlock block, long frames)
    {
        base.AddTo(block, frames);
        block[EngineCounter.SeamReceiveBuffer] += frames;
        block.Add(ThreeTaskSession.Received, _received);
        queue.AddTo(block);
    }

    protected override void Begin() => _filling = Task.Run(FillAsync);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<int> TakeAsync(Memory<byte> room)
    {
        while (true)
        {
            // Asked before the read: what came before the end is in the queue then.
            bool isFilled = _isFilled;
            int bytes = queue.Read(room.Span);
            if (bytes > 0)
            {
                _received++;
                _hasRoom.Set();
                return bytes;
            }

            if (isFilled)
            {
                return _end;
            }

            await _hasBytes.WaitAsync().ConfigureAwait(false);
        }
    }

    protected override async ValueTask EndAsync()
    {
        _isStopped = true;
        socket.Dispose();
        _hasRoom.Set();
        await _filling.ConfigureAwait(false);
        queue.Dispose();
    }

    private async Task FillAsync()
    {
        PooledBuffer staging = Bytes.Pool.Rent(receiveBytes);
        try
        {
            while ((_end = await ReceiveAsync(socket, staging.Array.AsMemory(0, receiveBytes)).ConfigureAwait(false)) > 0)
            {
                Reads++;
                Hops?.Arrive(_end);
                await EnqueueAsync(staging.Array.AsMemory(0, _end)).ConfigureAwait(false);
            }
        }
        catch (Exception exception)
        {
            _end = -1;
            Sink.ReportFault(exception);
        }

        staging.Release();
        _isFilled = true;
        _hasBytes.Set();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask EnqueueAsync(ReadOnlyMemory<byte> bytes)
    {
        while (true)
        {
            int written = queue.Write(bytes.Span);
            bytes = bytes[written..];
            if (written > 0)
            {
                _hasBytes.Set();
            }

            if (bytes.IsEmpty || _isStopped)
            {
                return;
            }

            await _hasRoom.WaitAsync().ConfigureAwait(false);
        }
    }
}
