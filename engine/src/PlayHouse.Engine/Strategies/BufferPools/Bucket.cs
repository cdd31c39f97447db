using System.Collections.Concurrent;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>Free buffers of one size that all threads share. Any thread.</summary>
internal sealed class Bucket(int keptMax, bool countsByWalking)
{
    private readonly ConcurrentStack<PooledBuffer> _free = new();
    private int _kept;

    /// <summary>Free buffers, to within what changes while it is read.</summary>
    public int Kept => Math.Max(0, Volatile.Read(ref _kept));

    /// <summary>When the bucket was last asked for a buffer, in milliseconds.</summary>
    public long LastRentMs = Environment.TickCount64;

    public PooledBuffer? TryPop()
    {
        if (!_free.TryPop(out PooledBuffer? buffer))
        {
            return null;
        }

        Interlocked.Decrement(ref _kept);
        return buffer;
    }

    /// <summary>Adds a buffer; false when the bucket is full.</summary>
    public bool TryPush(PooledBuffer buffer)
    {
        // The stack has no count of its own: asking for it walks the whole list.
        bool isFull = countsByWalking ? _free.Count >= keptMax : Volatile.Read(ref _kept) >= keptMax;
        if (isFull)
        {
            return false;
        }

        Interlocked.Increment(ref _kept);
        _free.Push(buffer);
        return true;
    }
}
