using System.Collections.Concurrent;

namespace PlayHouse.Sockets;

/// <summary>Work that other threads have handed to a loop and that waits for its turn. Any thread adds; the loop's runs.</summary>
internal sealed class PostedWork(WakeUp wakeUp, int waitingMax, LoopTally tally)
{
    private readonly ConcurrentQueue<ILoopWork> _queue = new();
    private int _waiting;
    private volatile bool _isClosed;

    /// <summary>Any thread: false, and counted, when the queue is full or closed.</summary>
    public bool TryAdd(ILoopWork work)
    {
        if (_isClosed || Interlocked.Increment(ref _waiting) > waitingMax)
        {
            if (!_isClosed)
            {
                Interlocked.Decrement(ref _waiting);
            }

            Interlocked.Increment(ref tally.PostsRefused);
            return false;
        }

        _queue.Enqueue(work);
        wakeUp.Signal();
        if (_isClosed)
        {
            // The loop may have looked for the last time before this came.
            FailAll();
        }

        return true;
    }

    /// <summary>The loop: runs what was there at the beginning; work that posts more does not keep the sockets waiting.</summary>
    public void Run(Action runDueTimers)
    {
        for (int left = _queue.Count; left > 0 && _queue.TryDequeue(out ILoopWork? work); left--)
        {
            Interlocked.Decrement(ref _waiting);
            tally.Posted++;
            try
            {
                work.Run();
            }
            catch (Exception e)
            {
                tally.Faults++;
                work.OnFault(e);
            }

            runDueTimers();
        }

        if (!_queue.IsEmpty)
        {
            wakeUp.Signal();
        }
    }

    /// <summary>The loop, at its end: nothing is taken any more, and what waits learns that it will never run.</summary>
    public void Close()
    {
        _isClosed = true;
        FailAll();
    }

    private void FailAll()
    {
        while (_queue.TryDequeue(out ILoopWork? work))
        {
            work.OnFault(new ObjectDisposedException(nameof(EventLoop), "the loop has ended before this work had its turn"));
        }
    }
}
