using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// Threads that do nothing but run stages. A stage is bound to one of them by its key, so it never changes its thread while it does not
/// await. Any thread schedules.
/// </summary>
/// <typeparam name="TWakeUp">How an idle thread waits.</typeparam>
internal sealed class DedicatedLoops<TWakeUp> : ICounterSource, IAsyncDisposable
    where TWakeUp : struct, IThreadWakeUp<TWakeUp>
{
    private readonly DedicatedLoop<TWakeUp>[] _loops;

    private DedicatedLoops(DedicatedLoop<TWakeUp>[] loops) => _loops = loops;

    public int Count => _loops.Length;

    /// <summary>Running threads as chosen; <c>workers</c> 0 is one per processor.</summary>
    public static DedicatedLoops<TWakeUp> Start(StrategyChoice scheduler, StrategyChoice wakeUp)
    {
        int workers = (int)scheduler.Knob(DedicatedLoopsScheduler.Descriptor, SchedulerCatalog.Workers);
        DedicatedLoop<TWakeUp>[] loops = new DedicatedLoop<TWakeUp>[workers == 0 ? Environment.ProcessorCount : workers];
        for (int i = 0; i < loops.Length; i++)
        {
            loops[i] = new DedicatedLoop<TWakeUp>(i, TWakeUp.Create(wakeUp));
            loops[i].Start();
        }

        return new DedicatedLoops<TWakeUp>(loops);
    }

    /// <summary>The thread that runs this stage. Keys in a row, and keys with a common factor, are spread over all threads.</summary>
    public DedicatedLoop<TWakeUp> LoopOf(StageWorkItem stage)
    {
        ulong mixed = unchecked((ulong)stage.Key * 0x9E3779B97F4A7C15UL) >> 32;
        return _loops[mixed * (ulong)_loops.Length >> 32];
    }

    public void AddTo(CounterBlock block) => Array.ForEach(_loops, l => l.AddTo(block));

    /// <summary>Stops taking stages, runs those already queued and awaits every thread. Not from a stage. Repeatable.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (DedicatedLoop<TWakeUp> loop in _loops)
        {
            loop.Stop();
        }

        await Task.WhenAll(_loops.Select(l => l.Ended));
    }
}
