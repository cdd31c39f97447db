using System.Threading.Tasks.Sources;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// Wakes one waiting task. A set without a waiter is kept, several are one. The waiter continues on the thread pool, never
/// inside <see cref="Set"/>, and waiting allocates nothing. Set: any thread; wait: one task at a time.
/// </summary>
internal sealed class AsyncSignal : IValueTaskSource
{
    private const int Idle = 0;
    private const int IsSet = 1;
    private const int Waits = 2;

    private ManualResetValueTaskSourceCore<bool> _core = new() { RunContinuationsAsynchronously = true };
    private int _state;

    public void Set()
    {
        while (true)
        {
            // A full fence also where the signal is up already: what is announced must be visible before the waiter takes that set.
            int state = Interlocked.CompareExchange(ref _state, IsSet, Idle);
            if (state != Waits)
            {
                return;
            }

            if (Interlocked.CompareExchange(ref _state, Idle, Waits) == Waits)
            {
                _core.SetResult(true);
                return;
            }
        }
    }

    /// <summary>Completes with the next set, or at once when there was one.</summary>
    public ValueTask WaitAsync()
    {
        _core.Reset();
        if (Interlocked.CompareExchange(ref _state, Waits, Idle) == Idle)
        {
            return new ValueTask(this, _core.Version);
        }

        // Only the waiter takes a set away, and there is one. A full fence: its look at what was announced comes after this, never before.
        Interlocked.Exchange(ref _state, Idle);
        return ValueTask.CompletedTask;
    }

    public void GetResult(short token) => _core.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
