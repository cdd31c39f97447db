using System.Threading.Tasks.Sources;

namespace PlayHouse.Engine.Strategies.StageLoop;

/// <summary>
/// Tells one waiting reader that a queue without a wait of its own has an item. One object for all waits: a wait allocates
/// nothing. Producers raise it after every enqueue; while no reader waits that is a fence and a read.
/// </summary>
internal sealed class ItemSignal : IValueTaskSource<bool>, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<bool> _wait;
    private bool _isWaiting;

    /// <summary>Wakes the reader if it waits. Any thread, after the item is visible.</summary>
    public void Raise()
    {
        // Either this sees the reader wait, or the reader, which looks once more after it has said so, sees the item.
        Interlocked.MemoryBarrier();
        if (Volatile.Read(ref _isWaiting) && Disarm())
        {
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: true);
        }
    }

    /// <summary>The reader is going to wait; it looks for items once more before it does. By the reader.</summary>
    public void Arm()
    {
        _wait.Reset();
        Interlocked.Exchange(ref _isWaiting, true);
    }

    /// <summary>True for the one caller that ends the wait: a producer, or the reader that has found an item after all.</summary>
    public bool Disarm() => Interlocked.Exchange(ref _isWaiting, false);

    /// <summary>The wait that was armed.</summary>
    public ValueTask<bool> WaitAsync() => new(this, _wait.Version);

    /// <summary>Ends the wait on a thread of the pool: the producer's thread is not the reader's.</summary>
    void IThreadPoolWorkItem.Execute() => _wait.SetResult(true);

    bool IValueTaskSource<bool>.GetResult(short token) => _wait.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _wait.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _wait.OnCompleted(continuation, state, token, flags);
}
