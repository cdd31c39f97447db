using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Timing;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>
/// The thread that sends. Open loop: everything due at each wake, one write per connection. Closed loop: the first
/// requests, after which replies release the next and only time-outs and blocked writes are looked after here.
/// </summary>
internal sealed class Pacer
{
    // Waking more often than this would cost more processor time than the lateness it saves.
    private const long ShortestSleepNs = 100_000;

    // Bounds how long a stop or a blocked socket waits for this thread.
    private const long LongestSleepNs = 2_000_000;

    private const long TendEveryNs = 10_000_000;

    private readonly LoadContext _context;
    private readonly LoadConnection[] _connections;
    private readonly ArrivalSchedule? _schedule;
    private readonly List<LoadConnection> _staged;
    private readonly List<LoadConnection> _blocked;
    private readonly Thread _thread;
    private long _startNs;
    private bool _hasStarted;
    private volatile bool _isStopping;
    private volatile bool _hasStoppedSending;
    private volatile Exception? _failure;

    public Pacer(LoadContext context, LoadConnection[] connections, ArrivalSchedule? schedule)
    {
        _context = context;
        _connections = connections;
        _schedule = schedule;
        _staged = new List<LoadConnection>(connections.Length);
        _blocked = new List<LoadConnection>(connections.Length);
        _thread = new Thread(Run) { IsBackground = true, Name = "load-pacer", Priority = ThreadPriority.AboveNormal };
    }

    /// <summary>After sending was switched off: the last request has been staged.</summary>
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
        long nowNs = MonotonicClock.NowNs();
        foreach (LoadConnection connection in _connections)
        {
            connection.Tend(nowNs);
        }

        _hasStoppedSending = !isSending;
        return TendEveryNs;
    }

    private long SendDue(ArrivalSchedule schedule)
    {
        RetryBlocked();
        bool isSending = _context.IsSending;
        MeasuredWindow? window = _context.Window;
        long nowNs = MonotonicClock.NowNs();
        // What was due inside the window is offered even when this thread had no turn before its end: a late request left out
        // would make the books look better than the machine was.
        long limitNs = isSending ? nowNs : Math.Min(nowNs, (window?.EndNs ?? 0) - 1);
        long dueNs;
        while ((dueNs = _startNs + schedule.NextDueNs) <= limitNs)
        {
            LoadConnection connection = _connections[schedule.NextConnection];
            if (connection.Offer(dueNs, nowNs, window?.Contains(dueNs) ?? false))
            {
                _staged.Add(connection);
            }

            schedule.Advance();
        }

        foreach (LoadConnection connection in _staged)
        {
            connection.Flush();
            if (connection.IsBlocked && !_blocked.Contains(connection))
            {
                _blocked.Add(connection);
            }
        }

        _staged.Clear();
        if (!isSending)
        {
            _hasStoppedSending = true;
            return LongestSleepNs;
        }

        return Math.Clamp(dueNs - MonotonicClock.NowNs(), ShortestSleepNs, LongestSleepNs);
    }

    private void RetryBlocked()
    {
        for (int i = _blocked.Count - 1; i >= 0; i--)
        {
            LoadConnection connection = _blocked[i];
            connection.Retry();
            if (!connection.IsBlocked)
            {
                _blocked[i] = _blocked[^1];
                _blocked.RemoveAt(_blocked.Count - 1);
            }
        }
    }
}
