namespace PlayHouse.Sockets;

/// <summary>A time at which a handler is called. Only the loop's thread may use it.</summary>
public sealed class LoopTimer
{
    /// <summary>The due time of a timer that rests.</summary>
    public const long Never = long.MaxValue;

    private readonly TimerQueue _queue;

    internal LoopTimer(TimerQueue queue, ITimerHandler handler) => (_queue, Handler) = (queue, handler);

    /// <summary>When it is due, monotonic nanoseconds; <see cref="Never"/> while it rests.</summary>
    public long DueNs { get; internal set; } = Never;

    internal ITimerHandler Handler { get; }

    /// <summary>Place in the queue; -1 while it rests.</summary>
    internal int Place { get; set; } = -1;

    /// <summary>Order among timers that are due at the same time.</summary>
    internal long Sequence { get; set; }

    /// <summary>Makes it due at this time instead of any other; <see cref="Never"/> stops it.</summary>
    /// <param name="dueNs">Monotonic nanoseconds.</param>
    public void Set(long dueNs) => _queue.Set(this, dueNs);
}
