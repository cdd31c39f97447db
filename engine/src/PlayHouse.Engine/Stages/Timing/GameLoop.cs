using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Stages.Timing;

/// <summary>
/// Steps of fixed length on the monotonic clock. Each due time is the one before plus a step, so nothing drifts. The next
/// step is planned only when the one before is over: steps never pile up, and a late loop runs the steps it owes one after
/// the other, each behind the messages that came meanwhile. The object is the heap's entry and the mailbox's action at
/// once: a step allocates nothing.
/// </summary>
internal sealed class GameLoop : TimerEntry, IStageAction
{
    private readonly EngineContext _engine;
    private readonly Stage _stage;
    private readonly TimeSpan _step;
    private readonly Func<GameTick, ValueTask> _callback;
    private readonly long _owedMax;
    private long _dueTicks;
    private long _number;
    private volatile bool _isStopped;

    public GameLoop(EngineContext engine, Stage stage, TimeSpan step, Func<GameTick, ValueTask> callback)
    {
        _engine = engine;
        _stage = stage;
        _step = step;
        _callback = callback;
        _owedMax = Math.Max(1, engine.Limits.GameLoopCatchUpMax.Ticks / step.Ticks);
    }

    public string Name => "@GameLoop";

    /// <summary>The first step is due one step from now.</summary>
    public void Start()
    {
        _dueTicks = _engine.Timers.NowTicks + _step.Ticks;
        _engine.Timers.Set(this, _dueTicks);
    }

    /// <summary>No step begins any more. Any thread.</summary>
    public void Stop()
    {
        _isStopped = true;
        _engine.Timers.Remove(this);
    }

    public override void Fire(long nowTicks) => _stage.PostActionElsewhere(this);

    public ValueTask RunAsync()
    {
        if (_isStopped)
        {
            return ValueTask.CompletedTask;
        }

        DropWhatIsTooLate();
        GameTick tick = new(_number, _step, _step * _number);
        _number++;
        _dueTicks += _step.Ticks;
        return _callback(tick);
    }

    public void Finish()
    {
        if (_isStopped)
        {
            return;
        }

        if (_dueTicks <= _engine.Timers.NowTicks)
        {
            _stage.PostAction(this);
        }
        else
        {
            _engine.Timers.Set(this, _dueTicks);
        }
    }

    private void DropWhatIsTooLate()
    {
        long owed = ((_engine.Timers.NowTicks - _dueTicks) / _step.Ticks) + 1;
        if (owed <= _owedMax)
        {
            return;
        }

        _dueTicks += (owed - _owedMax) * _step.Ticks;
        _engine.Counters.Count(EngineCounter.GameLoopOverruns);
        _engine.Counters.Count(EngineCounter.GameLoopDroppedSteps, owed - _owedMax);
    }
}
