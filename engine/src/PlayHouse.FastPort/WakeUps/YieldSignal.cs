using System.Threading.Tasks.Sources;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>A flag to spin on and a yield to the thread pool that allocates nothing: the object itself is the work item.</summary>
internal sealed class YieldSignal : IValueTaskSource, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<bool> _yield;
    private int _isUp;

    /// <summary>Raises the flag; any thread.</summary>
    public void Signal() => Interlocked.Exchange(ref _isUp, 1);

    /// <summary>Lowers the flag; true when it was up. One loop.</summary>
    public bool TryConsume() => Volatile.Read(ref _isUp) == 1 && Interlocked.Exchange(ref _isUp, 0) == 1;

    /// <summary>Continues behind everything that waits for the thread pool.</summary>
    public ValueTask YieldAsync()
    {
        Interlocked.Exchange(ref _isUp, 0);
        _yield.Reset();
        ValueTask yielded = new(this, _yield.Version);
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        return yielded;
    }

    void IThreadPoolWorkItem.Execute() => _yield.SetResult(true);

    void IValueTaskSource.GetResult(short token) => _yield.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _yield.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _yield.OnCompleted(continuation, state, token, flags);
}
