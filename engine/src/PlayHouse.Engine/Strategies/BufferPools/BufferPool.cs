namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// The receive and send buffers of one server: owner counts, books and the audit are here, where free buffers wait is the
/// store's, which is a strategy. Any thread.
/// </summary>
internal sealed class BufferPool
{
    public const int BufferBytesMax = 1 << 24;

    private readonly BufferAudit? _audit;
    private readonly BufferStore _store;
    private long _returned;

    /// <summary>
    /// A pool over the default store that keeps up to <paramref name="retainedBytesMax"/> bytes of free buffers, watched by
    /// <paramref name="audit"/> if there is one.
    /// </summary>
    public BufferPool(long retainedBytesMax, BufferAudit? audit = null)
        : this(new ArrayPoolPrivateStore(retainedBytesMax), audit)
    {
    }

    /// <summary>A pool over <paramref name="store"/>, which serves no other.</summary>
    public BufferPool(BufferStore store, BufferAudit? audit)
    {
        _store = store;
        _audit = audit;
        store.Attach(this);
    }

    /// <summary>Free bytes kept at most; a return above it goes to the garbage collector.</summary>
    public long RetainedBytesMax => _store.RetainedBytesMax;

    /// <summary>The watcher, in tests and in the search for a defect; null otherwise.</summary>
    public BufferAudit? Audit => _audit;

    public long Rented => _store.Rented;

    /// <summary>Buffers whose last owner has released them. Equal to <see cref="Rented"/> when nothing is in use.</summary>
    public long Returned => Volatile.Read(ref _returned);

    /// <summary>Rents that found no free buffer.</summary>
    public long Created => _store.Created;

    /// <summary>
    /// Bytes of the buffers that have owners, to within what changes while it is read. Costs nothing where buffers are reused.
    /// </summary>
    public long InUseBytes => Math.Max(0, _store.InUseBytes - (_audit?.KeptBytes ?? 0));

    /// <summary>Bytes in use above which sessions that hold many of them are closed.</summary>
    public long InUseBytesMax { get; init; } = long.MaxValue;

    public bool IsAboveLimit => InUseBytes > InUseBytesMax;

    public void Trim() => _store.Trim();

    /// <summary>Length of the array that a rent of <paramref name="bytesMin"/> gives.</summary>
    public int LengthOf(int bytesMin) => _store.LengthOf(bytesMin);

    /// <summary>A buffer of at least <paramref name="bytesMin"/> bytes with one owner, the caller.</summary>
    public PooledBuffer Rent(int bytesMin)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytesMin, BufferBytesMax);
        PooledBuffer buffer = _store.Rent(Math.Max(1, bytesMin));
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

        _store.Return(buffer);
    }
}
