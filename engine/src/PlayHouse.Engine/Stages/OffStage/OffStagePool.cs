using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Stages.OffStage;

/// <summary>
/// Work of all stages that runs outside them: computation on threads of its own, which are started when needed and kept,
/// and awaiting work on the thread pool. Bounded as a whole; every piece is awaited by <see cref="StopAsync"/>. Any thread.
/// </summary>
internal sealed class OffStagePool(EngineContext engine)
{
    private readonly object _gate = new();
    private readonly Queue<OffStageWork> _waiting = new();
    private readonly List<Task> _threads = [];
    private readonly TaskCompletionSource _emptied = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly int _threadsMax = engine.Limits.OffStageComputeThreads > 0
        ? engine.Limits.OffStageComputeThreads
        : Environment.ProcessorCount;
    private int _idleThreads;
    private int _outstanding;
    private bool _isStopping;

    /// <summary>Work that waits or runs.</summary>
    public int Outstanding
    {
        get
        {
            lock (_gate)
            {
                return _outstanding;
            }
        }
    }

    public void Compute(OffStageWork work)
    {
        lock (_gate)
        {
            if (TryEnter())
            {
                _waiting.Enqueue(work);
                WakeOrStartThread();
                return;
            }
        }

        Refuse(work);
    }

    public void Start(OffStageWork work)
    {
        bool isTaken;
        lock (_gate)
        {
            isTaken = TryEnter();
        }

        if (isTaken)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static x => _ = x.Pool.RunAsync(x.Work), (Pool: this, Work: work), preferLocal: false);
        }
        else
        {
            Refuse(work);
        }
    }

    /// <summary>
    /// Cancels a stage's awaiting work elsewhere: what the game registered on the token must not hold up the stage's end.
    /// </summary>
    public void Cancel(CancellationTokenSource source)
    {
        lock (_gate)
        {
            // Not counted against the limit: an end is never refused.
            _outstanding++;
        }

        ThreadPool.UnsafeQueueUserWorkItem(static x => _ = x.Pool.CancelAsync(x.Source), (Pool: this, Source: source), preferLocal: false);
    }

    /// <summary>Takes nothing more and completes when everything has ended.</summary>
    public async Task StopAsync()
    {
        lock (_gate)
        {
            _isStopping = true;
            Monitor.PulseAll(_gate);
            if (_outstanding == 0)
            {
                _emptied.TrySetResult();
            }
        }

        await _emptied.Task;
        await Task.WhenAll(_threads);
    }

    private bool TryEnter()
    {
        if (_isStopping || _outstanding >= engine.Limits.OffStageWorkMax)
        {
            return false;
        }

        _outstanding++;
        return true;
    }

    private void Leave()
    {
        lock (_gate)
        {
            if (--_outstanding == 0 && _isStopping)
            {
                _emptied.TrySetResult();
            }
        }
    }

    private void WakeOrStartThread()
    {
        if (_waiting.Count <= _idleThreads)
        {
            Monitor.Pulse(_gate);
        }
        else if (_threads.Count < _threadsMax)
        {
            _threads.Add(Task.Factory.StartNew(Work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        }
    }

    private void Refuse(OffStageWork work)
    {
        engine.Counters.Count(EngineCounter.OffStageRefused);
        work.Refuse(
            new OffStageRefusedException($"As much off-stage work as {nameof(EngineLimits.OffStageWorkMax)} allows waits or runs."));
    }

    private void Work()
    {
        while (Take() is { } work)
        {
            // Computation has completed when the call returns.
            _ = RunAsync(work);
        }
    }

    /// <summary>Waits for computation; null at the stop, when nothing waits.</summary>
    private OffStageWork? Take()
    {
        lock (_gate)
        {
            OffStageWork? work;
            while (!_waiting.TryDequeue(out work) && !_isStopping)
            {
                _idleThreads++;
                Monitor.Wait(_gate);
                _idleThreads--;
            }

            return work;
        }
    }

    private async Task RunAsync(OffStageWork work)
    {
        if (work.Stage.HasEnded)
        {
            engine.Counters.Count(EngineCounter.LateDrops);
        }
        else
        {
            await work.RunAsync().ConfigureAwait(false);
        }

        Leave();
    }

    private async Task CancelAsync(CancellationTokenSource source)
    {
        try
        {
            await source.CancelAsync().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            engine.Counters.Count(EngineCounter.HandlerFailures);
            engine.ReportHandlerFailure(exception);
        }

        Leave();
    }
}
