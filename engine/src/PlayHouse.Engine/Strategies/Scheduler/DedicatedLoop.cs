using System.Collections.Concurrent;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>One thread that runs the stages of its queue in order: many producers, this one consumer.</summary>
/// <typeparam name="TWakeUp">How it waits when the queue is empty.</typeparam>
internal sealed class DedicatedLoop<TWakeUp> : ICounterSource
    where TWakeUp : struct, IThreadWakeUp<TWakeUp>
{
    private readonly ConcurrentQueue<StageWorkItem> _queue = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Thread _thread;
#pragma warning disable IDE0044 // A strategy may be a mutable struct: a readonly field would call a copy of it.
    private TWakeUp _wakeUp;
#pragma warning restore IDE0044
    private long _executed;
    private volatile bool _isStopping;
    private volatile bool _hasEnded;

    public DedicatedLoop(int number, TWakeUp wakeUp)
    {
        _wakeUp = wakeUp;
        _thread = new Thread(Run) { IsBackground = true, Name = $"PlayHouse stages {number}" };
    }

    /// <summary>Completes as the last act of the thread.</summary>
    public Task Ended => _ended.Task;

    /// <summary>Starts the thread. Nothing that is ambient here goes with it.</summary>
    public void Start() => _thread.UnsafeStart();

    /// <summary>
    /// Runs the stage once, after those that are queued. After the end the thread pool runs it, so that a late stage is never lost.
    /// </summary>
    public void Enqueue(StageWorkItem stage)
    {
        _queue.Enqueue(stage);
        _wakeUp.Wake();

        // Not every wake-up is a fence: either the stop is seen here, or the thread's last look sees the stage.
        Interlocked.MemoryBarrier();
        if (_isStopping)
        {
            RunLateElsewhere();
        }
    }

    public void AddTo(CounterBlock block)
    {
        block.Add(DedicatedLoopsScheduler.Executed, Volatile.Read(ref _executed));
        _wakeUp.AddTo(block);
    }

    /// <summary>Lets the thread end once its queue is empty.</summary>
    public void Stop()
    {
        _isStopping = true;
        _wakeUp.Wake();
    }

    private void Run()
    {
        ExecutionContext? ambient = ExecutionContext.Capture();
        while (true)
        {
            // Read before the look: a thread that enqueues after that look sees it set.
            bool isLast = _isStopping;
            while (_queue.TryDequeue(out StageWorkItem? stage))
            {
                _executed++;
                StageFault.Execute(stage);
                if (ambient is not null)
                {
                    // What a handler made ambient ends with the run, as it does on the thread pool.
                    ExecutionContext.Restore(ambient);
                }
            }

            if (isLast)
            {
                break;
            }

            _wakeUp.Wait();
        }

        _hasEnded = true;
        RunLateElsewhere();
        _ended.SetResult();
    }

    /// <summary>
    /// Either this thread's last look finds what was enqueued late, or the one who enqueued sees that the thread has ended.
    /// </summary>
    private void RunLateElsewhere()
    {
        Interlocked.MemoryBarrier();
        while (_hasEnded && _queue.TryDequeue(out StageWorkItem? late))
        {
            ThreadPool.UnsafeQueueUserWorkItem(late, preferLocal: false);
        }
    }
}
