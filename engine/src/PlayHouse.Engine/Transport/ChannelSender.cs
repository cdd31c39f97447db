using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;

namespace PlayHouse.Engine.Transport;

#pragma warning disable CA2012, VSTHRD002 // The awaiter is kept until its operation has completed, and asked once.

/// <summary>
/// Sends over a byte channel. One awaiter field and one delegate serve every write; <c>socket.writes</c> counts what was
/// handed to the channel, which may be several records or messages below.
/// </summary>
internal sealed class ChannelSender : CompletionSender
{
    private readonly IByteChannel _channel;
    private readonly Action _completed;
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _awaiter;
    private int _count;
    private bool _hasFailed;

    public ChannelSender(IFrameSink sink, IByteChannel channel, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax)
        : base(sink, pool, limits, pump.OnSingleBuffers, writeBytesMax)
    {
        _channel = channel;
        _completed = Complete;
    }

    public override void Dispose()
    {
    }

    protected override bool StartsPending(byte[] array, int offset, int count)
    {
        _count = count;
        try
        {
            _awaiter = _channel.SendAsync(new ReadOnlyMemory<byte>(array, offset, count)).ConfigureAwait(false).GetAwaiter();
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
            _awaiter.GetResult();
            return _count;
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            return -1;
        }
    }
}
