namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Processor time of processes that are not ours, from their own counters. The machine's totals cannot tell it: where the
/// kernel does not account interrupts apart, the network's work for our processes is charged to whichever process it
/// interrupted and shows up as softirq as well, so "busy without us" is wrong by all of it in either direction. Threads of the
/// kernel are left out for the same reason: they send and receive for us.
/// </summary>
internal static class ForeignCpu
{
    // The kernel's own constant for the first namespace of process ids.
    private const string FirstPidNamespace = "pid:[4026531836]";

    private static readonly Lazy<bool> SeesAll = new(SeesAllProcesses);

    /// <summary>True where no process is hidden: neither by a container's namespace nor from another user.</summary>
    public static bool IsObservable => SeesAll.Value;

    /// <summary>Hundredths of a second that others used between two readings.</summary>
    /// <param name="before">All processes at the first reading.</param>
    /// <param name="after">All processes at the second.</param>
    /// <param name="own">Ids of our processes.</param>
    public static long Ticks(
        IReadOnlyDictionary<int, ProcessTimes> before, IReadOnlyDictionary<int, ProcessTimes> after, IReadOnlySet<int> own)
    {
        long used = 0;
        long reaped = 0;
        foreach ((int pid, ProcessTimes now) in after)
        {
            if (own.Contains(pid) || now.IsKernelThread)
            {
                continue;
            }

            ProcessTimes then = before.TryGetValue(pid, out ProcessTimes seen) && seen.StartTicks == now.StartTicks ? seen : default;
            used += Math.Max(0, now.SelfTicks - then.SelfTicks);
            reaped += Math.Max(0, now.ChildrenTicks - then.ChildrenTicks);
        }

        // A child that ended hands all it ever used to its parent. What it had used before the first reading is not of this
        // time; what is left is of processes that ended in it, those included that no reading met.
        return used + Math.Max(0, reaped - EndedBefore(before, after, own));
    }

    private static bool SeesAllProcesses()
    {
        try
        {
            return OperatingSystem.IsLinux() && new FileInfo("/proc/self/ns/pid").LinkTarget == FirstPidNamespace && ProcessTimes.Read(1) is not null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static long EndedBefore(
        IReadOnlyDictionary<int, ProcessTimes> before, IReadOnlyDictionary<int, ProcessTimes> after, IReadOnlySet<int> own) =>
        before
            .Where(p => !own.Contains(p.Key) && !(after.TryGetValue(p.Key, out ProcessTimes now) && now.StartTicks == p.Value.StartTicks))
            .Sum(p => p.Value.SelfTicks + p.Value.ChildrenTicks);
}
