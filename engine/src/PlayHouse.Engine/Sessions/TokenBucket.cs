namespace PlayHouse.Engine.Sessions;

/// <summary>
/// A rate with bursts of one second's worth. Starts full. Any thread: an address shares one among its sessions. Time is
/// the caller's, in milliseconds that never go back.
/// </summary>
internal sealed class TokenBucket
{
    private const long Scale = 1000;

    private readonly Lock _gate = new();
    private readonly long _perSecond;
    private long _balance;
    private long _filledMs;

    public TokenBucket(int perSecond, long nowMs)
    {
        _perSecond = perSecond;
        _balance = perSecond * Scale;
        _filledMs = nowMs;
    }

    /// <summary>A bucket, or null when the limit is off.</summary>
    public static TokenBucket? For(int perSecond, long nowMs) => perSecond > 0 ? new TokenBucket(perSecond, nowMs) : null;

    /// <summary>Takes up to <paramref name="wanted"/> tokens and returns how many there were.</summary>
    public int TakeUpTo(int wanted, long nowMs)
    {
        lock (_gate)
        {
            Fill(nowMs);
            int granted = (int)Math.Clamp(_balance / Scale, 0, wanted);
            _balance -= granted * Scale;
            return granted;
        }
    }

    /// <summary>Tokens there are; negative for a debt.</summary>
    public long Left(long nowMs)
    {
        lock (_gate)
        {
            Fill(nowMs);
            return _balance / Scale;
        }
    }

    /// <summary>Takes tokens whether they are there or not; what is missing is paid back before there are tokens again.</summary>
    public void TakeOnCredit(int tokens)
    {
        lock (_gate)
        {
            _balance -= tokens * Scale;
        }
    }

    public void GiveBack(int tokens)
    {
        lock (_gate)
        {
            _balance = Math.Min(_balance + (tokens * Scale), _perSecond * Scale);
        }
    }

    /// <summary>
    /// Time until there is a token, and a twentieth of a second's worth where that is more, so that a waiter is not woken for each.
    /// </summary>
    public long WaitMs(long nowMs)
    {
        lock (_gate)
        {
            Fill(nowMs);
            long wanted = Math.Max(1, _perSecond / 20) * Scale;
            return _balance >= wanted ? 0 : ((wanted - _balance) / _perSecond) + 1;
        }
    }

    private void Fill(long nowMs)
    {
        long elapsedMs = nowMs - _filledMs;
        if (elapsedMs <= 0)
        {
            return;
        }

        // Scale is milliseconds per second: a millisecond adds exactly the rate in scaled tokens.
        _balance = Math.Min(_balance + (elapsedMs * _perSecond), _perSecond * Scale);
        _filledMs = nowMs;
    }
}
