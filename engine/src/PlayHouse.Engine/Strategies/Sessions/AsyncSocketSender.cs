using System.Net.Sockets;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

#pragma warning disable CA2012, VSTHRD002 // The awaiter is kept until its operation has completed, and asked once.

/// <summary>
/// Sends over a plain socket through its awaitable operations. One awaiter field and one delegate serve every write of one
/// buffer; one of several allocates its task.
/// </summary>
internal sealed class AsyncSocketSender : CompletionSender
{
    private readonly Socket _socket;
    private readonly Action _completed;
    private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _awaiter;
    private bool _hasFailed;

    public AsyncSocketSender(IFrameSink sink, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax)
        : base(sink, pool, limits, pump, writeBytesMax)
    {
        _socket = socket;
        _completed = Complete;
    }

    public override void Dispose()
    {
    }

    protected override bool StartsPending(byte[] array, int offset, int count)
    {
        try
        {
            return IsPending(_socket.SendAsync(new ReadOnlyMemory<byte>(array, offset, count), SocketFlags.None));
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            _hasFailed = true;
            return false;
        }
    }

    protected override bool StartsPending(List<ArraySegment<byte>> buffers)
    {
        try
        {
            return IsPending(new ValueTask<int>(_socket.SendAsync(buffers, SocketFlags.None)));
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            _hasFailed = true;
            return false;
        }
    }

    protected override int TakeResult()
    {
        if (_hasFailed)
        {
            return -1;
        }

        try
        {
            return _awaiter.GetResult();
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            return -1;
        }
    }

    private bool IsPending(ValueTask<int> write)
    {
        _awaiter = write.ConfigureAwait(false).GetAwaiter();
        if (_awaiter.IsCompleted)
        {
            return false;
        }

        // Last act: the completion may run on another thread before this returns.
        _awaiter.UnsafeOnCompleted(_completed);
        return true;
    }
}
