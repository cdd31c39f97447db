using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Accounting;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>
/// What is to be sent by the clock. Open loop: everything due at each turn, then one flush. Closed loop: the first messages and
/// whatever is not released by what comes back. One thread calls <see cref="Turn"/>.
/// </summary>
internal sealed class Pacer(LoadContext context, PacedTraffic traffic, ArrivalSchedule? schedule) : IPacer
{
    private long _startNs = -1;
    private volatile bool _hasStoppedSending;
    private volatile Exception? _failure;

    /// <summary>After sending was switched off: the last message has been staged.</summary>
    public bool HasStoppedSending => _hasStoppedSending;

    /// <summary>What ended the pacing before it was stopped; null otherwise.</summary>
    public Exception? Failure => _failure;

    /// <inheritdoc/>
    public long Turn()
    {
        if (_startNs < 0)
        {
            _startNs = context.NowNs();
        }

        return schedule is null ? TendAll() : SendDue(schedule);
    }

    /// <inheritdoc/>
    public void Fail(Exception exception)
    {
        Console.Error.WriteLine($"pacer: {exception}");
        _failure = exception;
        _hasStoppedSending = true;
    }

    private long TendAll()
    {
        bool isSending = context.IsSending;
        long nowNs = context.NowNs();
        long sleepNs = traffic.Tend(nowNs);
        _hasStoppedSending = !isSending;
        return nowNs + sleepNs;
    }

    private long SendDue(ArrivalSchedule arrivals)
    {
        bool isSending = context.IsSending;
        MeasuredWindow? window = context.Window;
        long nowNs = context.NowNs();
        // What was due inside the window is offered even when this thread had no turn before its end: a late request left out
        // would make the books look better than the machine was.
        long limitNs = isSending ? nowNs : Math.Min(nowNs, (window?.EndNs ?? 0) - 1);
        long dueNs;
        while ((dueNs = _startNs + arrivals.NextDueNs) <= limitNs)
        {
            traffic.Offer(arrivals.NextConnection, dueNs, nowNs, window?.Contains(dueNs) ?? false);
            arrivals.Advance();
        }

        traffic.Flush();
        _hasStoppedSending |= !isSending;
        return isSending ? dueNs : long.MaxValue;
    }
}
