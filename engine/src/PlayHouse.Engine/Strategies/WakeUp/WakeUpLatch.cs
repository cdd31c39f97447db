namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>
/// Remembers one wake and blocks one waiter. A wake while no thread waits is an exchange; only one that finds the waiter
/// parked takes the lock.
/// </summary>
internal sealed class WakeUpLatch
{
    private const int Idle = 0;
    private const int Parked = 1;
    private const int Woken = 2;

    private readonly object _gate = new();
    private int _state;

    /// <summary>Ends the wait under way, or the next one. Any thread.</summary>
    public void Set()
    {
        if (Interlocked.Exchange(ref _state, Woken) == Parked)
        {
            lock (_gate)
            {
                Monitor.Pulse(_gate);
            }
        }
    }

    /// <summary>Blocks until the latch has been set since the last wait. One thread.</summary>
    public void Wait()
    {
        if (Interlocked.CompareExchange(ref _state, Parked, Idle) == Idle)
        {
            lock (_gate)
            {
                while (Volatile.Read(ref _state) == Parked)
                {
                    Monitor.Wait(_gate);
                }
            }
        }

        // A wake that comes until here is forgotten with this one: what it announces is visible to the look that follows.
        Interlocked.Exchange(ref _state, Idle);
    }
}
