namespace PlayHouse.Multiplexer.Calls;

/// <summary>Handlers under way, so that the end can wait for them. Any thread.</summary>
internal sealed class RunningHandlers(int max)
{
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // One for the loop that starts handlers.
    private int _running = 1;

    /// <summary>Done when the loop and every handler have ended.</summary>
    public Task Drained => _drained.Task;

    /// <summary>Takes a place; called by the loop only.</summary>
    public bool TryEnter()
    {
        if (Interlocked.Increment(ref _running) <= max + 1)
        {
            return true;
        }

        Leave();
        return false;
    }

    /// <summary>Takes a place for a refusal: as many again, so that a peer that reads no answers cannot grow the process.</summary>
    public bool TryEnterBeyond()
    {
        if (Interlocked.Increment(ref _running) <= (2L * max) + 1)
        {
            return true;
        }

        Leave();
        return false;
    }

    /// <summary>A handler, or the loop, has ended.</summary>
    public void Leave()
    {
        if (Interlocked.Decrement(ref _running) == 0)
        {
            _drained.TrySetResult();
        }
    }
}
