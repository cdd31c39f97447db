using PlayHouse.Sockets.Native;

namespace PlayHouse.Sockets;

/// <summary>
/// Keeps a loop's thread ahead of ordinary threads (SCHED_RR, lowest priority, sched(7)) while it sleeps often enough. A thread that worked
/// for more than its share of a window is an ordinary one until a window in which it did not: a loop that cannot keep up takes its turn
/// like every other thread. Threads that it starts are ordinary. Used by the loop's thread only.
/// </summary>
/// <param name="shareMax">Largest share of a window that is work.</param>
/// <param name="tally">Counts of the loop.</param>
internal sealed class RealTimeTurn(double shareMax, LoopTally tally)
{
    /// <summary>Length of a window, nanoseconds.</summary>
    public const long WindowNs = 10_000_000;

    // A wait that finds events at once takes a microsecond or two; one that sleeps takes a switch to another thread and back. So does one in
    // which the system gave the processor to another thread, which is no sleep: the kernel counts the two apart.
    private const long SleepNsMin = 5_000;
    private const int Priority = 1;

    private long _windowBeganNs;
    private long _sleptNs;
    private long _sleeps;
    private bool _isGranted;
    private bool _isAhead;

    /// <summary>Asks the system once; a refusal is counted, and the thread stays ordinary.</summary>
    public void Begin(long nowNs)
    {
        _windowBeganNs = nowNs;
        _isGranted = _isAhead = GoAhead();
        Volatile.Write(ref tally.RealTimeGrants, _isGranted ? 1 : 0);
        Volatile.Write(ref tally.RealTimeRefusals, _isGranted ? 0 : 1);
    }

    /// <summary>A wait began and ended.</summary>
    public void Waited(long fromNs, long toNs)
    {
        if (toNs - fromNs >= SleepNsMin && HasSlept())
        {
            _sleptNs += toNs - Math.Max(fromNs, _windowBeganNs);
        }

        Worked(toNs);
    }

    /// <summary>Something was done, and there may be more to do.</summary>
    public void Worked(long nowNs)
    {
        long length = nowNs - _windowBeganNs;
        if (length < WindowNs || !_isGranted)
        {
            return;
        }

        bool mayBeAhead = length - _sleptNs <= shareMax * length;
        if (mayBeAhead != _isAhead && (mayBeAhead ? GoAhead() : FallBack()))
        {
            _isAhead = mayBeAhead;
            tally.RealTimePauses += mayBeAhead ? 0 : 1;
        }

        (_windowBeganNs, _sleptNs) = (nowNs, 0);
    }

    private bool HasSlept()
    {
        long before = _sleeps;
        _sleeps = VoluntarySwitches();
        return _sleeps != before;
    }

    private static unsafe long VoluntarySwitches()
    {
        long* usage = stackalloc long[LinuxConstants.UsageLongs];
        return Libc.GetUsage(LinuxConstants.UsageOfThread, usage) == 0 ? usage[LinuxConstants.UsageVoluntarySwitches] : -1;
    }

    private static bool GoAhead() => Set(LinuxConstants.SchedulerRoundRobin | LinuxConstants.SchedulerResetOnFork, Priority);

    private static bool FallBack() => Set(LinuxConstants.SchedulerOrdinary | LinuxConstants.SchedulerResetOnFork, 0);

    private static unsafe bool Set(int policy, int priority) => Libc.SetScheduler(0, policy, &priority) == 0;
}
