using System.Net.Sockets;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

#pragma warning disable CA2012, VSTHRD002 // The awaiter is kept until its operation has completed, and asked once.

/// <summary>
/// Receives from a plain socket through its awaitable operations. One awaiter field and one delegate serve every receive.
/// </summary>
internal sealed class AsyncSocketReceiver : CompletionReceiver
{
    private readonly Socket _socket;
    private readonly Action _completed;
    private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _awaiter;
    private bool _hasFailed;
    private long _received;

    public AsyncSocketReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer)
        : base(sink, buffer)
    {
        _socket = socket;
        _completed = Complete;
    }

    protected override CloseReason EndReason => CloseReason.ClientClosed;

    public override void AddTo(CounterBlock block, long frames)
    {
        base.AddTo(block, frames);
        block[EngineCounter.SeamSession] += frames;
        block.Add(AsyncSocketSession.Received, _received);
    }

    public override void Dispose()
    {
    }

    protected override bool StartsPending(byte[] array, int offset, int count)
    {
        try
        {
            _awaiter = _socket.ReceiveAsync(new Memory<byte>(array, offset, count), SocketFlags.None).ConfigureAwait(false).GetAwaiter();
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            _hasFailed = true;
            return false;
        }

        if (_awaiter.IsCompleted)
        {
            return false;
        }

        // Last act: the completion may run on another thread before this returns.
        _awaiter.UnsafeOnCompleted(_completed);
        return true;
    }

    protected override int TakeResult()
    {
        if (_hasFailed)
        {
            return -1;
        }

        try
        {
            int bytes = _awaiter.GetResult();
            _received++;
            return bytes;
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            return -1;
        }
    }
}
