using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Tests.Strategies.BufferPools;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Memory of frames.</summary>
public class BufferPoolBenchmark() : SeamBenchmark("buffer-pool")
{
    private const int Operations = 1024;
    private const int BufferBytes = 1024;
    private const int RetainedBytesMax = 1 << 20;
    private BufferStore _store = null!;
    private BufferPool _pool = null!;
    private object? _escape;

    /// <summary>The buffer passes through a field, so that the compiler cannot keep it on the stack.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "rent and return one buffer of 1 KiB, one thread")]
    public object? RentAndReturn()
    {
        for (int i = 0; i < Operations; i++)
        {
            PooledBuffer buffer = _pool.Rent(BufferBytes);
            _escape = buffer;
            buffer.Release();
        }

        return _escape;
    }

    /// <inheritdoc/>
    protected override void Create()
    {
        _store = BufferStoreBox.Create(Choice, RetainedBytesMax);
        _pool = new BufferPool(_store, audit: null);
    }

    /// <inheritdoc/>
    protected override void Release() => _store.Dispose();
}
