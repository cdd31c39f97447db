namespace PlayHouse.Sockets;

/// <summary>What a descriptor is ready for.</summary>
[Flags]
public enum Readiness
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>A receive, or an accept, would not block.</summary>
    Readable = 1,

    /// <summary>A send would not block.</summary>
    Writable = 2,

    /// <summary>The peer has ended its side or the whole connection: receive until 0 bytes or an error come.</summary>
    PeerClosed = 4,

    /// <summary>An error waits at the socket; the next call on it says which.</summary>
    Failed = 8,
}

/// <summary>
/// What happens to one descriptor of a loop. Every call comes from the loop's thread, one at a time. Readiness is reported once,
/// when it begins (edges): the handler takes everything, or asks for another turn by <see cref="Registration.RunAgain"/>. A
/// receive that returned fewer bytes than asked for took everything, unless <see cref="Readiness.PeerClosed"/> or
/// <see cref="Readiness.Failed"/> came with it.
/// </summary>
public interface IDescriptorHandler
{
    /// <summary>The descriptor is ready. May remove any registration of the loop, its own included.</summary>
    /// <param name="ready">For what; possibly more than what has just begun.</param>
    void OnReady(Readiness ready);

    /// <summary>
    /// <see cref="OnReady"/> threw. The registration is removed and counted by then; the handler ends its descriptor. What this
    /// throws ends the loop with an error.
    /// </summary>
    /// <param name="exception">What was thrown.</param>
    void OnFault(Exception exception);

    /// <summary>
    /// The loop has ended, in good order or by a failure: the last call ever. The handler may send what the socket takes, and
    /// ends its descriptor.
    /// </summary>
    void OnLoopEnded();
}

/// <summary>What a timer does. Every call comes from the loop's thread.</summary>
public interface ITimerHandler
{
    /// <summary>The time has come.</summary>
    /// <param name="nowNs">Monotonic nanoseconds, not before the due time.</param>
    /// <returns>When it is due again, or <see cref="LoopTimer.Never"/>.</returns>
    long OnDue(long nowNs);

    /// <summary><see cref="OnDue"/> threw; the timer is stopped. What this throws ends the loop with an error.</summary>
    /// <param name="exception">What was thrown.</param>
    void OnFault(Exception exception);
}

/// <summary>Work that other threads hand to a loop.</summary>
public interface ILoopWork
{
    /// <summary>Runs on the loop's thread, in the order of the posts of one thread.</summary>
    void Run();

    /// <summary>
    /// <see cref="Run"/> threw, or the loop ended before its turn. On the loop's thread; of a loop that never ran, on the thread that stops
    /// it. What this throws ends the loop with an error.
    /// </summary>
    /// <param name="exception">What was thrown; <see cref="ObjectDisposedException"/> at the end of the loop.</param>
    void OnFault(Exception exception);
}
