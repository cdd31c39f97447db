using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages.OffStage;
using PlayHouse.Engine.Stages.Timing;

namespace PlayHouse.Engine.Stages;

/// <summary>Timers, the game loop and work off the stage. Made when first used: a stage without them carries three references.</summary>
[SuppressMessage("Design", "CA1001", Justification = "A source without a timer or a wait handle holds nothing to dispose.")]
internal abstract partial class Stage
{
    private static readonly TimeSpan ShortestPeriod = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestStep = TimeSpan.FromSeconds(1);

    private StageTimers? _timers;
    private CancellationTokenSource? _stageEnds;

    private StageTimers Timers => _timers ?? MakeTimers();

    public long AddRepeatTimer(TimeSpan delay, TimeSpan period, Func<ValueTask> callback) =>
        AddTimer(delay, period, StageTimer.Endless, callback);

    public long AddCountTimer(TimeSpan delay, TimeSpan period, int count, Func<ValueTask> callback)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);
        return AddTimer(delay, period, count, callback);
    }

    public bool CancelTimer(long timerId) => _timers?.Cancel(timerId) ?? false;

    public bool HasTimer(long timerId) => _timers?.Has(timerId) ?? false;

    public void StartGameLoop(TimeSpan step, Func<GameTick, ValueTask> callback)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(step, ShortestPeriod);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(step, LongestStep);
        ArgumentNullException.ThrowIfNull(callback);
        Timers.StartLoop(step, callback);
    }

    public void StopGameLoop() => _timers?.StopLoop();

    public void AsyncCompute<T>(Func<T> work, Func<OffStageResult<T>, ValueTask> then)
    {
        ArgumentNullException.ThrowIfNull(work);
        ArgumentNullException.ThrowIfNull(then);
        if (_hasEnded)
        {
            _engine.Counters.Count(EngineCounter.LateDrops);
            return;
        }

        _engine.OffStage.Compute(new ComputeWork<T>(this, work, then));
    }

    public void AsyncIO<T>(Func<CancellationToken, Task<T>> work, Func<OffStageResult<T>, ValueTask> then)
    {
        ArgumentNullException.ThrowIfNull(work);
        ArgumentNullException.ThrowIfNull(then);
        CancellationTokenSource stageEnds = _stageEnds ?? MakeStageEnds();
        if (_hasEnded)
        {
            _engine.Counters.Count(EngineCounter.LateDrops);
            return;
        }

        _engine.OffStage.Start(new AwaitingWork<T>(this, work, then, stageEnds.Token));
    }

    private long AddTimer(TimeSpan delay, TimeSpan period, int count, Func<ValueTask> callback)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(delay, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(period, ShortestPeriod);
        ArgumentNullException.ThrowIfNull(callback);
        return Timers.Add(delay, period, count, callback);
    }

    /// <summary>Ends timers and work. After the stage counts as ended: what is made from then on sees that.</summary>
    private void EndTimersAndWork()
    {
        Interlocked.MemoryBarrier();
        _timers?.EndAll();
        if (_stageEnds is { } stageEnds)
        {
            _engine.OffStage.Cancel(stageEnds);
        }
    }

    /// <summary>
    /// Threads may race for the first use, also with the end of the stage: one object wins, and one of both sees the other.
    /// </summary>
    private StageTimers MakeTimers()
    {
        StageTimers timers = new(_engine, this);
        timers = Interlocked.CompareExchange(ref _timers, timers, null) ?? timers;
        if (_hasEnded)
        {
            timers.EndAll();
        }

        return timers;
    }

    private CancellationTokenSource MakeStageEnds()
    {
        CancellationTokenSource source = new();
        return Interlocked.CompareExchange(ref _stageEnds, source, null) ?? source;
    }
}
