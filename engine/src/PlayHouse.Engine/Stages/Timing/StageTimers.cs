using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Stages.Timing;

/// <summary>Timers and the game loop of one stage; made when the first one is needed. Any thread.</summary>
internal sealed class StageTimers(EngineContext engine, Stage stage)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<long, StageTimer> _timers = [];
    private GameLoop? _loop;
    private bool _hasEnded;

    /// <summary>Adds a timer and returns its id. After the end the id is that of a timer that has ended.</summary>
    /// <exception cref="InvalidOperationException">The stage has as many as it may.</exception>
    public long Add(TimeSpan delay, TimeSpan period, int count, Func<ValueTask> callback)
    {
        lock (_gate)
        {
            long id = engine.Timers.NextId();
            if (_hasEnded)
            {
                engine.Counters.Count(EngineCounter.LateDrops);
                return id;
            }

            if (_timers.Count >= engine.Limits.TimersPerStageMax)
            {
                engine.Counters.Count(EngineCounter.TimersRefused);
                throw new InvalidOperationException(
                    $"The stage has {_timers.Count} timers, as many as {nameof(EngineLimits.TimersPerStageMax)} allows.");
            }

            StageTimer timer = new(this, id, period.Ticks, count, callback);
            _timers.Add(id, timer);
            engine.Timers.SetAfter(timer, delay);
            return id;
        }
    }

    /// <summary>Ends a timer, with the call that waits.</summary>
    public bool Cancel(long id)
    {
        lock (_gate)
        {
            if (!_timers.Remove(id, out StageTimer? timer))
            {
                return false;
            }

            End(timer);
            return true;
        }
    }

    /// <summary>True while the timer will call again.</summary>
    public bool Has(long id)
    {
        lock (_gate)
        {
            return _timers.ContainsKey(id);
        }
    }

    public void StartLoop(TimeSpan step, Func<GameTick, ValueTask> callback)
    {
        lock (_gate)
        {
            if (_hasEnded)
            {
                engine.Counters.Count(EngineCounter.LateDrops);
                return;
            }

            if (_loop is not null)
            {
                throw new InvalidOperationException("The stage has a game loop already.");
            }

            _loop = new GameLoop(engine, stage, step, callback);
            _loop.Start();
        }
    }

    public void StopLoop()
    {
        lock (_gate)
        {
            _loop?.Stop();
            _loop = null;
        }
    }

    /// <summary>Ends everything. On the stage, which ends.</summary>
    public void EndAll()
    {
        StopLoop();
        lock (_gate)
        {
            _hasEnded = true;
            foreach (StageTimer timer in _timers.Values)
            {
                End(timer);
            }

            _timers.Clear();
        }
    }

    /// <summary>The timer is due: its call is queued unless the last one still waits.</summary>
    public void Fire(StageTimer timer, long nowTicks)
    {
        long skipped = 0;
        bool isQueuedNow = false;
        lock (_gate)
        {
            if (timer.IsCancelled)
            {
                return;
            }

            if (timer.IsQueued)
            {
                skipped++;
            }
            else
            {
                isQueuedNow = true;
                timer.IsQueued = true;
                timer.CallsLeft = Math.Max(timer.CallsLeft - 1, StageTimer.Endless);
            }

            if (timer.CallsLeft != 0)
            {
                // The next due time is counted from this one and not from now, so that lateness does not add up;
                // due times that have passed meanwhile are left out.
                long periodsLate = Math.Max(0, nowTicks - timer.DueTicks) / timer.PeriodTicks;
                skipped += periodsLate;
                engine.Timers.Set(timer, timer.DueTicks + ((periodsLate + 1) * timer.PeriodTicks));
            }
        }

        if (skipped > 0)
        {
            engine.Counters.Count(EngineCounter.TimersSkipped, skipped);
        }

        if (isQueuedNow)
        {
            stage.PostActionElsewhere(timer);
        }
    }

    /// <summary>The queued call has its turn; false when the timer was cancelled meanwhile. On the stage.</summary>
    public bool TryBegin(StageTimer timer)
    {
        lock (_gate)
        {
            timer.IsQueued = false;
            if (timer.IsCancelled)
            {
                return false;
            }

            if (timer.CallsLeft == 0)
            {
                _timers.Remove(timer.Id);
            }

            return true;
        }
    }

    private void End(StageTimer timer)
    {
        timer.IsCancelled = true;
        engine.Timers.Remove(timer);
    }
}
