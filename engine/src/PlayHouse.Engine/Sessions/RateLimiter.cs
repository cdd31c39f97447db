namespace PlayHouse.Engine.Sessions;

/// <summary>The rates one session must keep: its own and its address's. Used by the holder of the reader's role.</summary>
internal sealed class RateLimiter
{
    private readonly TokenBucket? _messages;
    private readonly TokenBucket? _bytes;
    private readonly AddressEntry _address;

    private RateLimiter(EngineLimits limits, AddressEntry address, long nowMs)
    {
        _messages = TokenBucket.For(limits.MessagesPerSecondMax, nowMs);
        _bytes = TokenBucket.For(limits.BytesPerSecondMax, nowMs);
        _address = address;
    }

    public static bool IsOn(EngineLimits limits) =>
        (limits.MessagesPerSecondMax | limits.BytesPerSecondMax
            | limits.MessagesPerSecondPerAddressMax | limits.BytesPerSecondPerAddressMax) > 0;

    /// <summary>A limiter, or null when no rate is limited.</summary>
    public static RateLimiter? For(EngineLimits limits, AddressEntry address, long nowMs) =>
        IsOn(limits) ? new RateLimiter(limits, address, nowMs) : null;

    /// <summary>How many of <paramref name="wanted"/> messages may be taken now; they are taken.</summary>
    public int TakeMessages(int wanted, long nowMs)
    {
        int own = _messages?.TakeUpTo(wanted, nowMs) ?? wanted;
        int granted = own > 0 && _address.Messages is { } shared ? shared.TakeUpTo(own, nowMs) : own;
        if (granted < own)
        {
            _messages?.GiveBack(own - granted);
        }

        return granted;
    }

    /// <summary>Bytes that may be taken now; 0 or less while earlier ones are paid back.</summary>
    public long BytesLeft(long nowMs) =>
        Math.Min(_bytes?.Left(nowMs) ?? long.MaxValue, _address.Bytes?.Left(nowMs) ?? long.MaxValue);

    /// <summary>
    /// Takes the bytes of messages that were granted. The last of them may go beyond what was left, so that
    /// a message larger than a burst passes.
    /// </summary>
    public void TakeBytes(int bytes)
    {
        _bytes?.TakeOnCredit(bytes);
        _address.Bytes?.TakeOnCredit(bytes);
    }

    /// <summary>Gives back what was taken for messages that were not handed over.</summary>
    public void GiveBack(int messages, int bytes)
    {
        _messages?.GiveBack(messages);
        _address.Messages?.GiveBack(messages);
        _bytes?.GiveBack(bytes);
        _address.Bytes?.GiveBack(bytes);
    }

    /// <summary>When it is worth trying again.</summary>
    public long WaitMs(long nowMs)
    {
        long own = Math.Max(_messages?.WaitMs(nowMs) ?? 0, _bytes?.WaitMs(nowMs) ?? 0);
        long shared = Math.Max(_address.Messages?.WaitMs(nowMs) ?? 0, _address.Bytes?.WaitMs(nowMs) ?? 0);
        return Math.Max(1, Math.Max(own, shared));
    }
}
