namespace PlayHouse.Engine.Timers;

/// <summary>Something with a due time in a <see cref="TimerHeap"/>. In one heap, once at most.</summary>
internal abstract class TimerEntry
{
    /// <summary>Place in the heap; -1 outside. The heap's.</summary>
    internal int HeapIndex { get; set; } = -1;

    /// <summary>Due time in clock ticks of 100 ns. The heap's.</summary>
    internal long DueTicks { get; set; }

    /// <summary>Order among equal due times. The heap's.</summary>
    internal long Order { get; set; }

    /// <summary>
    /// Called once per due time, on the heap's thread and outside its lock, with the entry taken out: must be quick and
    /// must not run code of the game. A removal may have come between; the entry knows.
    /// </summary>
    public abstract void Fire(long nowTicks);
}
