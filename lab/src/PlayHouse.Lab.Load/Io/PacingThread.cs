using PlayHouse.Lab.Load.Timing;

namespace PlayHouse.Lab.Load.Io;

/// <summary>A thread that sends: it calls the pacer and sleeps as long as that says.</summary>
internal sealed class PacingThread
{
    // Waking more often than this would cost more processor time than the lateness it saves.
    private const long ShortestSleepNs = 100_000;

    // Bounds how long a stop or a blocked socket waits for this thread.
    private const long LongestSleepNs = 2_000_000;

    private readonly IPacer _pacer;
    private readonly Thread _thread;
    private volatile bool _isStopping;

    public PacingThread(IPacer pacer)
    {
        _pacer = pacer;
        _thread = new Thread(Run) { IsBackground = true, Name = "load-pacer", Priority = ThreadPriority.AboveNormal };
    }

    public void Start() => _thread.Start();

    /// <summary>Ends the thread and waits for it.</summary>
    public void Stop()
    {
        _isStopping = true;
        _thread.Join();
    }

    private void Run()
    {
        try
        {
            while (!_isStopping)
            {
                long dueNs = _pacer.Turn();
                ShortSleep.For(Math.Clamp(dueNs - MonotonicClock.NowNs(), ShortestSleepNs, LongestSleepNs));
            }
        }
        catch (Exception e)
        {
            // A thread's escaped exception would take the process and its result with it.
            _pacer.Fail(e);
        }
    }
}
