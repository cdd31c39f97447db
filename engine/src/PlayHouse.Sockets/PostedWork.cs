using System.Collections.Concurrent;

namespace PlayHouse.Sockets;

/// <summary>Work that other threads have handed to a loop and that waits for its turn. Any thread adds; the loop's runs.</summary>
internal sealed class PostedWork(WakeUp wakeUp, int waitingMax, LoopTally tally)
{
    /// <summary>After this many, sockets that are ready meanwhile have their turn.</summary>
    private const int WorkPerTurn = 256;

    private readonly ConcurrentQueue<ILoopWork> _queue = new();
    private int _waiting;

    /// <summary>Any thread: false, and counted, when the queue is full or closed.</summary>
    public bool TryAdd(ILoopWork work)
    {
        int waiting;
        do
        {
            waiting = Volatile.Read(ref _waiting);
            if (waiting >= waitingMax)
            {
                Interlocked.Increment(ref tally.PostsRefused);
                return false;
            }
        }
        while (Interlocked.CompareExchange(ref _waiting, waiting + 1, waiting) != waiting);

        _queue.Enqueue(work);
        wakeUp.Signal();
        return true;
    }

    /// <summary>The loop: runs what was there at the beginning, as far as one turn goes; what is left keeps no socket waiting.</summary>
    public void Run(Action runDueTimers)
    {
        for (int left = Math.Min(_queue.Count, WorkPerTurn); left > 0 && _queue.TryDequeue(out ILoopWork? work); left--)
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

    /// <summary>The loop, at its end: nothing more is taken, and what waits learns that it will never run.</summary>
    public void Close()
    {
        SpinWait coming = default;
        for (int left = Interlocked.Exchange(ref _waiting, int.MaxValue); left > 0; left--)
        {
            ILoopWork? work;
            while (!_queue.TryDequeue(out work))
            {
                // A post that was taken in time is about to be in the queue: only here is its OnFault on the loop's thread.
                coming.SpinOnce();
            }

            work.OnFault(new ObjectDisposedException(nameof(EventLoop), "the loop has ended before this work had its turn"));
        }
    }
}
