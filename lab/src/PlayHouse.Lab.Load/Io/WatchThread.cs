using PlayHouse.Lab.Load.Timing;

namespace PlayHouse.Lab.Load.Io;

/// <summary>A thread that watches: it sleeps until exactly the time it is told, so that a late wake-up is the machine's.</summary>
internal sealed class WatchThread : IDisposable
{
    private readonly IPacer _watch;
    private readonly Thread _thread;
    private volatile bool _isStopping;

    public WatchThread(IPacer watch)
    {
        _watch = watch;
        _thread = new Thread(Run) { IsBackground = true, Name = "load-monitor" };
        _thread.Start();
    }

    /// <summary>Ends the thread and waits for it.</summary>
    public void Dispose()
    {
        _isStopping = true;
        _thread.Join();
    }

    private void Run()
    {
        try
        {
            long wakeNs;
            while (!_isStopping && (wakeNs = _watch.Turn()) != long.MaxValue)
            {
                SleepUntil(wakeNs);
            }
        }
        catch (Exception e)
        {
            // A thread's escaped exception would take the process and its result with it.
            _watch.Fail(e);
        }
    }

    private static void SleepUntil(long wakeNs)
    {
        long leftNs;
        while ((leftNs = wakeNs - MonotonicClock.NowNs()) > 0)
        {
            ShortSleep.For(leftNs);
        }
    }
}
