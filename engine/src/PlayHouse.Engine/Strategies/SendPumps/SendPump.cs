using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>
/// How frames travel from the stage to the socket: what is collected, when it is handed over, and what one write takes.
/// Under every strategy frames of a session keep their order, one write per session is in flight at a time, and waiting
/// bytes are bounded by <see cref="EngineLimits.SendQueueBytesMax"/>. Constant for the life of a server; sessions copy what
/// they need when they begin, so nothing here is called per message. What came of it is counted where it shows, and named here. Any thread.
/// </summary>
internal abstract class SendPump
{
    /// <summary>One write of merged frames takes at most this much, unless one frame is larger.</summary>
    public const int SegmentBytesLimit = 64 * 1024;

    /// <summary>
    /// Bytes that the running stage collects for one session, and that waiting frames are merged into, at most; 0 collects nothing.
    /// </summary>
    public abstract int SegmentBytesMax { get; }

    /// <summary>True when what a slot wrote leaves with the slot, not with the run.</summary>
    public abstract bool FlushesEachSlot { get; }

    /// <summary>True when frames behind the write in flight are copied together.</summary>
    public abstract bool Merges { get; }

    /// <summary>Buffers that one write takes.</summary>
    public virtual int BuffersPerWriteMax => 1;

    /// <summary>What stands in on a transport whose writes take one buffer: TLS and WebSocket.</summary>
    public virtual SendPump OnSingleBuffers => this;

    /// <summary>Adds what one sender counted, under the names of this strategy.</summary>
    public abstract void AddTo(CounterBlock block, in BatchUse use);

    /// <summary>Adds what one stage counted, under the names of this strategy.</summary>
    /// <param name="block">Where to.</param>
    /// <param name="slotEnds">Sessions whose batch left at the end of a slot.</param>
    /// <param name="runEnds">Sessions whose batch left at the end of a run.</param>
    public virtual void AddTo(CounterBlock block, long slotEnds, long runEnds)
    {
    }
}

/// <summary>What a sender counts of what it is given and what a write takes: the shapes by which send pumps differ.</summary>
/// <param name="Single">Batches of one frame.</param>
/// <param name="Several">Batches of several frames.</param>
/// <param name="Looks">Writes that looked for further buffers.</param>
/// <param name="Gathered">Buffers that such a write took along.</param>
internal readonly record struct BatchUse(long Single, long Several, long Looks, long Gathered);
