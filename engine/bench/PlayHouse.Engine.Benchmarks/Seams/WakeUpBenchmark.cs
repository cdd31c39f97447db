using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Tests.Strategies.WakeUp;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>How a waiting loop learns that it has work.</summary>
public class WakeUpBenchmark() : SeamBenchmark("wake-up")
{
    /// <summary>Few: a wait that polls takes its millisecond.</summary>
    private const int Operations = 16;

    private WakeUpBox _wakeUp = null!;

    /// <summary>The wake comes first, so that no other thread is needed; two threads are an experiment's.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "wake the loop and wait, one thread")]
    public void WakeAndWait()
    {
        for (int i = 0; i < Operations; i++)
        {
            _wakeUp.Wake();
            _wakeUp.Wait();
        }
    }

    /// <inheritdoc/>
    protected override void Create() => _wakeUp = WakeUpBox.Create(Choice);
}
