using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// Runs the stage on the thread that posts. A schedule from inside a running stage waits until that stage's quantum is
/// over and then runs in order of scheduling, so the stack does not grow with the chain. A poster's thread is taken for one
/// quantum at most, and for as long as a handler blocks it.
/// </summary>
internal struct InlineScheduler : IStageScheduler
{
    public static StrategyCounter Executed { get; } = new(
        SchedulerCatalog.SeamId, "inline", "executed", "stages executed on the thread that posted", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SchedulerCatalog.SeamId,
        Id = "inline",
        Type = typeof(InlineScheduler),
        Summary = "The stage runs on the thread that posts; nested schedules run after it.",
        Source = "design (not in the seeds)",
        Counters = [Executed],
        Bytes = [new("a stage schedules itself and runs", 0, 0.05)],
    };

    [ThreadStatic]
    private static Trampoline? _trampoline;

    private long _executed;

    public readonly IAsyncDisposable? Owner => null;

    public void Schedule(StageWorkItem stage)
    {
        _executed++;
        (_trampoline ??= new Trampoline()).Run(stage);
    }

    /// <inheritdoc/>
    /// <remarks>A stage that others keep busy would hold the thread that posted first, often a reader, for as long as they do.</remarks>
    public void Reschedule(StageWorkItem stage)
    {
        _executed++;
        ThreadPool.UnsafeQueueUserWorkItem(static moved => (_trampoline ??= new Trampoline()).Run(moved), stage, preferLocal: false);
    }

    public readonly bool TakesArrivals() => false;

    public readonly void AddTo(CounterBlock block) => block.Add(Executed, _executed);

    /// <summary>The stages one thread still owes a run. Its ring keeps its size: no allocation in steady state.</summary>
    private sealed class Trampoline
    {
        private readonly Queue<StageWorkItem> _next = new();
        private bool _isRunning;

        public void Run(StageWorkItem stage)
        {
            if (_isRunning)
            {
                _next.Enqueue(stage);
                return;
            }

            _isRunning = true;
            ExecutionContext? ambient = ExecutionContext.Capture();
            StageWorkItem? current = stage;
            do
            {
                StageFault.Execute(current);
                if (ambient is not null)
                {
                    // What a handler made ambient ends with the run, for the next stage and for the poster.
                    ExecutionContext.Restore(ambient);
                }
            }
            while (_next.TryDequeue(out current));

            _isRunning = false;
        }
    }
}
