using System.Runtime.InteropServices;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>
/// Tells any thread whether a mailbox may hold items, for queues that only their reader may look into. Producers raise
/// it after an enqueue, the reader lowers it before it looks a last time. It may stay raised over an empty queue until
/// the reader has looked; it is never down over an item that no reader is about to find.
/// </summary>
internal sealed class PendingFlag
{
    private PaddedFlag _flag;

    /// <summary>False when every raised item was seen by the reader.</summary>
    public bool IsRaised => Volatile.Read(ref _flag.IsRaised);

    /// <summary>A plain store; the caller's item is visible before it.</summary>
    public void Raise() => Volatile.Write(ref _flag.IsRaised, true);

    /// <summary>Lowers the flag before any later read of the queue.</summary>
    public void Lower()
    {
        Volatile.Write(ref _flag.IsRaised, false);
        Interlocked.MemoryBarrier();
    }

    /// <summary>Keeps the producers' store off the cache line of neighbouring objects.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 128)]
    private struct PaddedFlag
    {
        [FieldOffset(64)]
        public bool IsRaised;
    }
}
