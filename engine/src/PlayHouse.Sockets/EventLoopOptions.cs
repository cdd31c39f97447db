namespace PlayHouse.Sockets;

/// <summary>Limits and ways of an <see cref="EventLoop"/>.</summary>
public sealed record EventLoopOptions
{
    /// <summary>Name of the thread.</summary>
    public string Name { get; init; } = "event-loop";

    /// <summary>Most events that one wait returns; the rest comes with the next one, at once.</summary>
    public int EventsMax { get; init; } = 256;

    /// <summary>Most posts that may wait; <see cref="EventLoop.Post"/> refuses more and counts them.</summary>
    public int PostedMax { get; init; } = 1_000_000;

    /// <summary>Thread priority; what the system makes of it is its own affair.</summary>
    public ThreadPriority Priority { get; init; } = ThreadPriority.Normal;

    /// <summary>False waits as on a kernel without <c>epoll_pwait2</c>.</summary>
    internal bool UsesNanosecondWait { get; init; } = true;
}
