using System.Runtime.CompilerServices;

namespace PlayHouse.Engine.Transport;

#pragma warning disable CA2012, VSTHRD002 // The awaiter is kept until its operation has completed, and asked once.

/// <summary>Receives from a byte channel. One awaiter field and one delegate serve every receive.</summary>
internal sealed class ChannelReceiver : CompletionReceiver
{
    private readonly IByteChannel _channel;
    private readonly Action _completed;
    private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _awaiter;
    private bool _hasFailed;

    public ChannelReceiver(IFrameSink sink, IByteChannel channel, ReceiveBuffer buffer)
        : base(sink, buffer)
    {
        _channel = channel;
        _completed = Complete;
    }

    public override long BytesArrived => (_channel.Records ?? _channel.Wire)?.BytesIn ?? BytesIn;

    /// <summary>That of the upper one; negative where only the lower one is open, so that both have numbers of their own.</summary>
    public override long OpenRecord => _channel.Wire?.OpenRecord is > 0 and var upper ? upper : -(_channel.Records?.OpenRecord ?? 0);

    protected override CloseReason EndReason => _channel.EndReason;

    public override void Dispose()
    {
    }

    protected override bool StartsPending(byte[] array, int offset, int count)
    {
        try
        {
            _awaiter = _channel.ReceiveAsync(new Memory<byte>(array, offset, count)).ConfigureAwait(false).GetAwaiter();
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
            return _awaiter.GetResult();
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            return -1;
        }
    }
}
