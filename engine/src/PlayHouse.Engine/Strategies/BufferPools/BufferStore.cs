using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// Where a pool's free buffers wait. A rent gives an array that no other rent has; its contents are undefined. A return may
/// come from any thread, also after <see cref="Dispose"/>. Free bytes stay within <see cref="RetainedBytesMax"/>; what is
/// above goes to the garbage collector. Requests above a store's largest size are plain arrays that are never kept. Cost
/// class: one virtual call per rent and per return, which is per receive or segment and not per message.
/// </summary>
internal abstract class BufferStore(long retainedBytesMax) : ICounterSource, IDisposable
{
    /// <summary>Size class of buffers that are not kept.</summary>
    protected const int Unkept = -1;

    private BufferPool _pool = null!;
    private long _retainedBytes;
    private long _created;
    private long _createdBytes;
    private long _droppedBytes;

    public long RetainedBytesMax { get; } = retainedBytesMax;

    /// <summary>Rents that found no free buffer; those that the store cannot tell are not in it.</summary>
    public long Created => Volatile.Read(ref _created);

    /// <summary>Rents so far, counted by the strategy itself.</summary>
    public abstract long Rented { get; }

    public long RetainedBytes => Volatile.Read(ref _retainedBytes);

    /// <summary>Bytes of the buffers that have owners, to within what changes while it is read.</summary>
    public long InUseBytes =>
        Math.Max(0, Volatile.Read(ref _createdBytes) - Volatile.Read(ref _droppedBytes) - Volatile.Read(ref _retainedBytes));

    /// <summary>Adds the rents, as those of the seam and under the names of the strategy.</summary>
    public virtual void AddTo(CounterBlock block) => block[EngineCounter.SeamBufferPool] += Rented;

    /// <summary>Ends what the store runs in the background.</summary>
    public virtual void Dispose()
    {
    }

    /// <summary>The pool whose buffers these are. Once, before the first rent; the store's chance to fill itself.</summary>
    public virtual void Attach(BufferPool pool) => _pool = pool;

    /// <summary>Length of the array that a rent of <paramref name="bytesMin"/> gives.</summary>
    public abstract int LengthOf(int bytesMin);

    /// <summary>
    /// A buffer without owners of at least <paramref name="bytesMin"/> bytes, 1 to <see cref="BufferPool.BufferBytesMax"/>.
    /// </summary>
    public abstract PooledBuffer Rent(int bytesMin);

    /// <summary>Drops free buffers, as far as the store can reach them. Any thread.</summary>
    public virtual void Trim()
    {
    }

    /// <summary>Takes back a buffer without owners.</summary>
    public abstract void Return(PooledBuffer buffer);

    /// <summary>A new buffer for a rent.</summary>
    protected PooledBuffer Create(int sizeClass, byte[] array)
    {
        Interlocked.Increment(ref _created);
        Interlocked.Add(ref _createdBytes, array.Length);
        return new PooledBuffer(_pool, sizeClass, array);
    }

    /// <summary>A new buffer that waits for its first rent; null when it would be above the limit.</summary>
    protected PooledBuffer? CreateFree(int sizeClass, int length)
    {
        if (Volatile.Read(ref _retainedBytes) + length > RetainedBytesMax)
        {
            return null;
        }

        Interlocked.Add(ref _createdBytes, length);
        Interlocked.Add(ref _retainedBytes, length);
        return new PooledBuffer(_pool, sizeClass, GC.AllocateUninitializedArray<byte>(length));
    }

    /// <summary>Books an array lent by another pool, and its way back.</summary>
    protected void BookLent(int bytes) => Interlocked.Add(ref _createdBytes, bytes);

    /// <summary>Books a buffer that leaves the free ones for a rent.</summary>
    protected void BookTaken(PooledBuffer buffer) => Interlocked.Add(ref _retainedBytes, -buffer.Array.Length);

    /// <summary>Books a buffer that becomes free; false when it must not be kept.</summary>
    protected bool TryBookFree(PooledBuffer buffer)
    {
        int bytes = buffer.Array.Length;
        if (Interlocked.Add(ref _retainedBytes, bytes) <= RetainedBytesMax)
        {
            return true;
        }

        Interlocked.Add(ref _retainedBytes, -bytes);
        BookDropped(bytes);
        return false;
    }

    /// <summary>Books bytes in use that are given up.</summary>
    protected void BookDropped(int bytes) => Interlocked.Add(ref _droppedBytes, bytes);

    /// <summary>Books free bytes that are given up.</summary>
    protected void BookTrimmed(long bytes)
    {
        Interlocked.Add(ref _droppedBytes, bytes);
        Interlocked.Add(ref _retainedBytes, -bytes);
    }
}
