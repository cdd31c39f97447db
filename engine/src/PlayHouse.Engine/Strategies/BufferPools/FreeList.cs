namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>Free buffers of one size under a lock. Any thread.</summary>
internal sealed class FreeList
{
    private readonly System.Threading.Lock _gate = new();
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
