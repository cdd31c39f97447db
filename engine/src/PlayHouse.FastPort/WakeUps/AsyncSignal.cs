using System.Threading.Tasks.Sources;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>
/// An event that resets itself when a wait ends: sticky until consumed, nothing allocated per wait. The waiter continues as a
/// thread-pool item, never on the stack of the thread that signals. Any thread signals, one at a time waits.
/// </summary>
internal sealed class AsyncSignal : IValueTaskSource
{
    private const int Idle = 0;
    private const int Signalled = 1;
    private const int Waiting = 2;

    private ManualResetValueTaskSourceCore<bool> _wait = new() { RunContinuationsAsynchronously = true };
    private int _state;

    /// <summary>Ends the wait under way, or the next one.</summary>
    public void Signal()
    {
        // A full fence even when the signal is up already: the signaller's work must be visible before it is consumed.
        if (Interlocked.Exchange(ref _state, Signalled) == Waiting)
        {
            _wait.SetResult(true);
        }
    }

    /// <summary>Waits for a signal; already over when there was one.</summary>
    public ValueTask WaitAsync()
    {
        if (Interlocked.CompareExchange(ref _state, Idle, Signalled) == Signalled)
        {
            return ValueTask.CompletedTask;
        }

        _wait.Reset();
        if (Interlocked.CompareExchange(ref _state, Waiting, Idle) == Idle)
        {
            return new ValueTask(this, _wait.Version);
        }

        Interlocked.Exchange(ref _state, Idle);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    void IValueTaskSource.GetResult(short token)
    {
        _wait.GetResult(token);

        // Consumed before the loop looks: a signal after this line starts the next wait's end.
        Interlocked.Exchange(ref _state, Idle);
    }

    /// <inheritdoc/>
    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _wait.GetStatus(token);

    /// <inheritdoc/>
    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _wait.OnCompleted(continuation, state, token, flags);
}
