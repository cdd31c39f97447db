namespace PlayHouse.Sockets;

/// <summary>Limits and ways of an <see cref="EventLoop"/>.</summary>
public sealed record EventLoopOptions
{
    /// <summary>Name of the thread.</summary>
    public string Name { get; init; } = "event-loop";

    /// <summary>How readiness is reported. Edges cost less (docs/decisions/0017).</summary>
    public EventTrigger Trigger { get; init; } = EventTrigger.Edge;

    /// <summary>Most events that one wait returns; the rest comes with the next one, at once.</summary>
    public int EventsMax { get; init; } = 256;

    /// <summary>Most posts that may wait; <see cref="EventLoop.Post"/> refuses more and counts them.</summary>
    public int PostedMax { get; init; } = 1_000_000;

    /// <summary>Thread priority; what the system makes of it is its own affair.</summary>
    public ThreadPriority Priority { get; init; } = ThreadPriority.Normal;

    /// <summary>
    /// Largest share of 10 ms that the thread may work and stay ahead of ordinary threads (SCHED_RR), above 0 and below 1. More work makes it an
    /// ordinary one until it works less, which is counted. Null, the default, asks for nothing. A system that refuses leaves the thread
    /// ordinary and is counted.
    /// </summary>
    public double? RealTimeShareMax { get; init; }

    /// <summary>False waits as on a kernel without <c>epoll_pwait2</c>.</summary>
    internal bool UsesNanosecondWait { get; init; } = true;
}
