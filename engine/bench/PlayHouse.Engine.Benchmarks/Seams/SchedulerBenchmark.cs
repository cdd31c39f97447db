using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Tests.Strategies.Scheduler;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>From a stage with work to a thread that runs it.</summary>
public class SchedulerBenchmark() : SeamBenchmark("scheduler")
{
    private const int Operations = 1024;
    private SchedulerBox _scheduler = null!;
    private ChainStage _chain = null!;

    /// <summary>Each run schedules the next: one stage in work, the others idle.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "a stage schedules itself and runs")]
    public void Chain() => _chain.Run(Operations);

    /// <inheritdoc/>
    protected override void Create()
    {
        _scheduler = SchedulerBox.Create(Choice);
        _chain = new ChainStage(_scheduler);
    }

    /// <inheritdoc/>
    protected override void Release()
    {
        _chain.Dispose();
        _scheduler.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }

    private sealed class ChainStage(SchedulerBox scheduler) : StageWorkItem, IDisposable
    {
        private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(1);
        private readonly ManualResetEventSlim _ended = new();
        private int _left;

        public void Run(int runs)
        {
            _left = runs;
            _ended.Reset();
            scheduler.Schedule(this);
            if (!_ended.Wait(Deadline))
            {
                throw new TimeoutException("The chain of schedules did not end.");
            }
        }

        public override void Execute()
        {
            if (--_left > 0)
            {
                scheduler.Schedule(this);
            }
            else
            {
                _ended.Set();
            }
        }

        public void Dispose() => _ended.Dispose();
    }
}
