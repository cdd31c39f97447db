using System.Numerics;

namespace PlayHouse.Engine.Buffers;

/// <summary>
/// Central pool of receive and send buffers in powers of two. One list per size under a lock: buffers are rented on one
/// thread and returned on another, where thread-local caches hoard. Keeps at most <see cref="RetainedBytesMax"/> bytes.
/// </summary>
internal sealed class BufferPool
{
    private const int SmallestLog2 = 10;
    private const int LargestLog2 = 24;

    private readonly BufferAudit? _audit;
    private readonly FreeList[] _lists = new FreeList[LargestLog2 - SmallestLog2 + 1];
    private long _retainedBytes;
    private long _rented;
    private long _returned;
    private long _created;
    private long _createdBytes;
    private long _droppedBytes;

    /// <summary>Creates a pool that keeps up to <paramref name="retainedBytesMax"/> bytes of free buffers, watched by <paramref name="audit"/> if there is one.</summary>
    public BufferPool(long retainedBytesMax, BufferAudit? audit = null)
    {
        RetainedBytesMax = retainedBytesMax;
        _audit = audit;
        for (int i = 0; i < _lists.Length; i++)
        {
            _lists[i] = new FreeList();
        }
    }

    /// <summary>Free bytes kept at most; a return above it goes to the garbage collector.</summary>
    public long RetainedBytesMax { get; }

    /// <summary>The watcher of tests and of whoever looks for a defect; null otherwise.</summary>
    public BufferAudit? Audit => _audit;

    /// <summary>Rents so far.</summary>
    public long Rented => Volatile.Read(ref _rented);

    /// <summary>Buffers whose last owner has released them. Equal to <see cref="Rented"/> when nothing is in use.</summary>
    public long Returned => Volatile.Read(ref _returned);

    /// <summary>Rents that found no free buffer.</summary>
    public long Created => Volatile.Read(ref _created);

    /// <summary>Bytes of the buffers somebody owns, to within what changes while it is read. Costs nothing where buffers are reused.</summary>
    public long InUseBytes => Math.Max(0, Volatile.Read(ref _createdBytes) - Volatile.Read(ref _droppedBytes) - Volatile.Read(ref _retainedBytes));

    /// <summary>A buffer of at least <paramref name="bytesMin"/> bytes with one owner, the caller.</summary>
    public PooledBuffer Rent(int bytesMin)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytesMin, 1 << LargestLog2);
        int log2 = Math.Max(SmallestLog2, BitOperations.Log2((uint)Math.Max(1, bytesMin - 1)) + 1);
        int sizeClass = log2 - SmallestLog2;
        Interlocked.Increment(ref _rented);
        PooledBuffer? buffer = _lists[sizeClass].TryPop();
        if (buffer is null)
        {
            Interlocked.Increment(ref _created);
            Interlocked.Add(ref _createdBytes, 1 << log2);
            buffer = new PooledBuffer(this, sizeClass, GC.AllocateUninitializedArray<byte>(1 << log2, pinned: true));
        }
        else
        {
            Interlocked.Add(ref _retainedBytes, -buffer.Array.Length);
        }

        buffer.MarkRented();
        _audit?.Rented(buffer);
        return buffer;
    }

    internal void ReportMisuse(string sentence)
    {
        _audit?.Report(sentence);
        throw new InvalidOperationException(sentence);
    }

    internal void Return(PooledBuffer buffer)
    {
        Interlocked.Increment(ref _returned);
        if (_audit is not null)
        {
            PooledBuffer? released = _audit.Returned(buffer);
            if (released is null)
            {
                return;
            }

            buffer = released;
        }

        if (Interlocked.Add(ref _retainedBytes, buffer.Array.Length) > RetainedBytesMax)
        {
            Interlocked.Add(ref _retainedBytes, -buffer.Array.Length);
            Interlocked.Add(ref _droppedBytes, buffer.Array.Length);
            return;
        }

        _lists[buffer.SizeClass].Push(buffer);
    }

    private sealed class FreeList
    {
        private readonly Lock _gate = new();
        private readonly Stack<PooledBuffer> _free = new();

        public PooledBuffer? TryPop()
        {
            lock (_gate)
            {
                return _free.TryPop(out PooledBuffer? buffer) ? buffer : null;
            }
        }

        public void Push(PooledBuffer buffer)
        {
            lock (_gate)
            {
                _free.Push(buffer);
            }
        }
    }
}
