using System.Runtime.CompilerServices;
using System.Threading.Channels;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// Asynchronous loops that take stages from one queue. The loops run on the thread pool: this adds a queue, not threads.
/// Starts with the smaller number of workers and adds one whenever a stage is scheduled behind a waiting one, up to the
/// larger number; workers stay until disposal. Any thread schedules.
/// </summary>
internal sealed class GlobalTaskPool : ICounterSource, IAsyncDisposable
{
    private readonly Channel<StageWorkItem> _queue = Channel.CreateUnbounded<StageWorkItem>(
        new UnboundedChannelOptions { SingleReader = false, SingleWriter = false, AllowSynchronousContinuations = false });

    private readonly Lock _gate = new();
    private readonly List<Task> _workers = [];
    private readonly List<StrongBox<long>> _executed = [];
    private readonly int _workersMax;
    private int _workersCount;
    private bool _isStopped;

    private GlobalTaskPool(int workersMax) => _workersMax = workersMax;

    public int WorkersCount => Volatile.Read(ref _workersCount);

    /// <summary>A pool with <paramref name="workersMin"/> workers running.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Fewer than one worker, or a maximum below the minimum.</exception>
    public static GlobalTaskPool Start(int workersMin, int workersMax)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(workersMin, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(workersMax, workersMin);
        GlobalTaskPool pool = new(workersMax);
        for (int i = 0; i < workersMin; i++)
        {
            pool.AddWorker();
        }

        return pool;
    }

    /// <summary>Runs the stage once on a worker. After disposal the thread pool runs it, so that a late stage is never lost.</summary>
    public void Schedule(StageWorkItem stage)
    {
        // Asked only while the pool may still grow: counting a channel is not free.
        if (WorkersCount < _workersMax && _queue.Reader.Count > 0)
        {
            AddWorker();
        }

        if (!_queue.Writer.TryWrite(stage))
        {
            ThreadPool.UnsafeQueueUserWorkItem(stage, preferLocal: false);
        }
    }

    public void AddTo(CounterBlock block)
    {
        lock (_gate)
        {
            block.Add(GlobalTaskPoolScheduler.Executed, _executed.Sum(e => Volatile.Read(ref e.Value)));
        }
    }

    /// <summary>Stops taking stages, runs those already queued and awaits every worker. Not from a stage. Repeatable.</summary>
    public async ValueTask DisposeAsync()
    {
        Task all;
        lock (_gate)
        {
            _isStopped = true;
            all = Task.WhenAll(_workers);
        }

        _queue.Writer.TryComplete();
        await all;
    }

    private void AddWorker()
    {
        lock (_gate)
        {
            if (_isStopped || _workersCount >= _workersMax)
            {
                return;
            }

            _workersCount++;
            StrongBox<long> executed = new();
            _executed.Add(executed);
            _workers.Add(Task.Run(() => WorkAsync(executed)));
        }
    }

    /// <summary>One worker's life; it alone counts in <paramref name="executed"/>.</summary>
    private async Task WorkAsync(StrongBox<long> executed)
    {
        ChannelReader<StageWorkItem> reader = _queue.Reader;
        try
        {
            while (true)
            {
                // ReadAsync and not WaitToReadAsync: a write releases one waiting read, but every waiting wait.
                StageWorkItem stage = await reader.ReadAsync();
                executed.Value++;
                StageFault.Execute(stage);
            }
        }
        catch (ChannelClosedException)
        {
            Interlocked.Decrement(ref _workersCount);
        }
    }
}
