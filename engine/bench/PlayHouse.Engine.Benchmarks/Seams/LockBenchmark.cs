using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Tests.Strategies.Locks;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>The lock of shared structures, which no other thread wants.</summary>
public class LockBenchmark() : SeamBenchmark("lock")
{
    private const int Operations = 1024;
    private LockBox _lock = null!;

    /// <summary>One pair of calls.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "enter and exit, one thread")]
    public void EnterAndExit()
    {
        for (int i = 0; i < Operations; i++)
        {
            _lock.Enter();
            _lock.Exit();
        }
    }

    /// <inheritdoc/>
    protected override void Create() => _lock = LockBox.Create(Choice);

    /// <inheritdoc/>
    protected override void Release() => _lock.Dispose();
}
