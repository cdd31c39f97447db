namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// A byte array with a count of owners. Rented with one owner; the last <see cref="Release"/> gives it back to its pool.
/// Code that stores a reference beyond a call owns one count.
/// </summary>
internal sealed class PooledBuffer : IReplyOwner
{
    private readonly BufferPool _pool;
    private int _owners;
    private int _lease;

    internal PooledBuffer(BufferPool pool, int sizeClass, byte[] array)
    {
        _pool = pool;
        SizeClass = sizeClass;
        Array = array;
    }

    /// <summary>The bytes. Owned by the holders of counts; contents are undefined after a rent.</summary>
    public byte[] Array { get; private set; }

    /// <summary>Index of the pool's free list.</summary>
    public int SizeClass { get; }

    /// <summary>True when the caller is the only owner and may overwrite everything.</summary>
    public bool HasSingleOwner => Volatile.Read(ref _owners) == 1;

    /// <summary>Adds an owner. Only an owner may call it.</summary>
    /// <exception cref="InvalidOperationException">The buffer has no owner: it was returned before. A defect.</exception>
    public void AddOwner()
    {
        if (Interlocked.Increment(ref _owners) <= 1)
        {
            _pool.ReportMisuse("A pooled buffer was used after its return.");
        }
    }

    /// <summary>Gives up one count; the last one returns the buffer to its pool.</summary>
    /// <exception cref="InvalidOperationException">It has no owner any more. A defect.</exception>
    public void Release()
    {
        int left = Interlocked.Decrement(ref _owners);
        if (left == 0)
        {
            _pool.Return(this);
        }
        else if (left < 0)
        {
            _pool.ReportMisuse("A pooled buffer was released more often than it was owned.");
        }
    }

    /// <summary>Hands the caller's count to code outside the engine, which may copy and repeat: the token gives it back once.</summary>
    public int Lease() => Volatile.Read(ref _lease);

    bool IReplyOwner.IsHeld(int token) => Volatile.Read(ref _lease) == token;

    void IReplyOwner.GiveBack(int token)
    {
        if (Interlocked.CompareExchange(ref _lease, token + 1, token) == token)
        {
            Release();
        }
    }

    internal void MarkRented() => _owners = 1;

    /// <summary>Exchanges the array of a buffer without owners, where arrays belong to another pool.</summary>
    internal void Lend(byte[] array) => Array = array;
}
