namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// Free buffers of one thread: a small stack per bucket. When the thread ends, what it held is gone, and
/// <paramref name="forget"/> is told how many bytes that was. That thread only.
/// </summary>
internal sealed class ThreadBuckets(int perBucketMax, Action<long> forget)
{
    private readonly PooledBuffer[]?[] _stacks = new PooledBuffer[BucketSizes.Count][];
    private readonly int[] _counts = new int[BucketSizes.Count];
    private long _bytes;

    ~ThreadBuckets() => forget(_bytes);

    public PooledBuffer? TryPop(int bucket)
    {
        int count = _counts[bucket];
        if (count == 0)
        {
            return null;
        }

        PooledBuffer[] stack = _stacks[bucket]!;
        PooledBuffer buffer = stack[count - 1];
        stack[count - 1] = null!;
        _counts[bucket] = count - 1;
        _bytes -= buffer.Array.Length;
        return buffer;
    }

    /// <summary>Adds a buffer; false when the stack is full.</summary>
    public bool TryPush(int bucket, PooledBuffer buffer)
    {
        int count = _counts[bucket];
        if (count >= perBucketMax)
        {
            return false;
        }

        PooledBuffer[] stack = _stacks[bucket] ??= new PooledBuffer[perBucketMax];
        stack[count] = buffer;
        _counts[bucket] = count + 1;
        _bytes += buffer.Array.Length;
        return true;
    }
}
