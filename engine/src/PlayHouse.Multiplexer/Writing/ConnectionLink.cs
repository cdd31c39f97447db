namespace PlayHouse.Multiplexer.Writing;

/// <summary>
/// The one end of a connection: the first reason wins, and from then on nothing is read or written. Any thread. Ending
/// ends reads and writes that wait.
/// </summary>
#pragma warning disable CA1001 // Any thread may still end the connection; a source without a timer or wait handle has nothing to release.
internal sealed class ConnectionLink(Transport transport, MultiplexerCounters shared)
#pragma warning restore CA1001
{
    /// <summary>What callers know a connection by: named in the exception of a use after its end.</summary>
    public const string Connection = "MultiplexerConnection";

    private readonly CancellationTokenSource _stop = new();
    private readonly long[] _failures = new long[Enum.GetValues<MultiplexerFailure>().Length];
    private Ending? _ending;

    /// <summary>Cancelled when the connection ends.</summary>
    public CancellationToken Stop => _stop.Token;

    /// <summary>Counters that any thread adds to.</summary>
    public MultiplexerCounters Shared => shared;

    /// <summary>Why it ended; <see cref="MultiplexerFailure.None"/> while it lives or after a plain close.</summary>
    public MultiplexerFailure Failure => Volatile.Read(ref _ending)?.Reason ?? MultiplexerFailure.None;

    public bool IsEnded => Volatile.Read(ref _ending) is not null;

    /// <summary>How often a reason was met.</summary>
    public long Failures(MultiplexerFailure failure) => Volatile.Read(ref _failures[(int)failure]);

    /// <summary>A refusal that does not end the connection.</summary>
    public void CountBusy() => Interlocked.Increment(ref _failures[(int)MultiplexerFailure.Busy]);

    /// <summary>Ends the connection; false when it has ended already.</summary>
    /// <param name="failure">Why; <see cref="MultiplexerFailure.None"/> for a plain close.</param>
    /// <param name="cause">What the stream threw.</param>
    public bool End(MultiplexerFailure failure, Exception? cause = null)
    {
        if (Interlocked.CompareExchange(ref _ending, new Ending(failure, cause), null) is not null)
        {
            return false;
        }

        if (failure != MultiplexerFailure.None)
        {
            Interlocked.Increment(ref _failures[(int)failure]);
        }

        // In this order: a socket that is cancelled and closed without a shutdown resets its peer.
        transport.Stop();
        _stop.Cancel();
        return true;
    }

    /// <summary>What a caller is told after the end: name of the object that it has disposed, or what failed.</summary>
    public Exception Error() => Volatile.Read(ref _ending) is { Reason: not MultiplexerFailure.None } ending
        ? new MultiplexerException(ending.Reason, ending.Cause)
        : new ObjectDisposedException(Connection);

    private sealed record Ending(MultiplexerFailure Reason, Exception? Cause);
}
