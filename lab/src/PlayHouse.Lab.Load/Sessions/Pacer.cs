using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Traffics;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>
/// The thread that sends. Open loop: everything due at each wake, then one flush. Closed loop: the first messages and whatever
/// is not released by what comes back.
/// </summary>
internal sealed class Pacer
{
    // Waking more often than this would cost more processor time than the lateness it saves.
    private const long ShortestSleepNs = 100_000;

    // Bounds how long a stop or a blocked socket waits for this thread.
    private const long LongestSleepNs = 2_000_000;

    private readonly LoadContext _context;
    private readonly PacedTraffic _traffic;
    private readonly ArrivalSchedule? _schedule;
    private readonly Thread _thread;
    private long _startNs;
    private bool _hasStarted;
    private volatile bool _isStopping;
    private volatile bool _hasStoppedSending;
    private volatile Exception? _failure;

    public Pacer(LoadContext context, PacedTraffic traffic, ArrivalSchedule? schedule)
    {
        _context = context;
        _traffic = traffic;
        _schedule = schedule;
        _thread = new Thread(Run) { IsBackground = true, Name = "load-pacer", Priority = ThreadPriority.AboveNormal };
    }

    /// <summary>After sending was switched off: the last message has been staged.</summary>
    public bool HasStoppedSending => _hasStoppedSending;

    /// <summary>What ended the thread before it was stopped; null otherwise.</summary>
    public Exception? Failure => _failure;

    public void Start()
    {
        _hasStarted = true;
        _thread.Start();
    }

    /// <summary>Ends the thread and waits for it.</summary>
    public void Stop()
    {
        _isStopping = true;
        if (_hasStarted)
        {
            _thread.Join();
        }
    }

    private void Run()
    {
        try
        {
            _startNs = MonotonicClock.NowNs();
            while (!_isStopping)
            {
                ShortSleep.For(_schedule is null ? TendAll() : SendDue(_schedule));
            }
        }
        catch (Exception e)
        {
            // A thread's escaped exception would take the process and its result with it.
            Console.Error.WriteLine($"pacer: {e}");
            _failure = e;
            _hasStoppedSending = true;
        }
    }

    // Both return how long to sleep.
    private long TendAll()
    {
        bool isSending = _context.IsSending;
        long sleepNs = _traffic.Tend(MonotonicClock.NowNs());
        _hasStoppedSending = !isSending;
        return sleepNs;
    }

    private long SendDue(ArrivalSchedule schedule)
    {
        bool isSending = _context.IsSending;
        MeasuredWindow? window = _context.Window;
        long nowNs = MonotonicClock.NowNs();
        // What was due inside the window is offered even when this thread had no turn before its end: a late request left out
        // would make the books look better than the machine was.
        long limitNs = isSending ? nowNs : Math.Min(nowNs, (window?.EndNs ?? 0) - 1);
        long dueNs;
        while ((dueNs = _startNs + schedule.NextDueNs) <= limitNs)
        {
            _traffic.Offer(schedule.NextConnection, dueNs, nowNs, window?.Contains(dueNs) ?? false);
            schedule.Advance();
        }

        _traffic.Flush();
        if (!isSending)
        {
            _hasStoppedSending = true;
            return LongestSleepNs;
        }

        return Math.Clamp(dueNs - MonotonicClock.NowNs(), ShortestSleepNs, LongestSleepNs);
    }
}
