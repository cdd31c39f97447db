using System.Diagnostics;
using System.Runtime;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Counters;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Target.Marks;

/// <summary>
/// Reads every counter of the process at one moment, in process, between two time stamps. The allocation counter is the
/// precise one: it walks all threads and costs about a millisecond, which is why it is read at marks only.
/// </summary>
internal static class TargetMark
{
    private const double NanosecondsPerSecond = 1e9;

    public static MarkRecord Read(string name, Func<IReadOnlyDictionary<string, long>> readCounters, ProcessCounter? instructions)
    {
        long before = Stopwatch.GetTimestamp();
        IReadOnlyDictionary<string, long> engine = readCounters();
        long control = ControlChild.AllocatedBytes;
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        Environment.ProcessCpuUsage cpu = Environment.CpuUsage;
        long executed = 0;
        bool isCounted = instructions?.TryRead(out executed) == true;
        TimeSpan pause = GC.GetTotalPauseDuration();
        int gen0 = GC.CollectionCount(0);
        int gen1 = GC.CollectionCount(1);
        int gen2 = GC.CollectionCount(2);
        long workItems = ThreadPool.CompletedWorkItemCount;
        long contentions = Monitor.LockContentionCount;
        long after = Stopwatch.GetTimestamp();

        var counters = new Dictionary<string, double>
        {
            [CounterNames.AllocatedBytes] = allocated,
            [CounterNames.ControlBytes] = control,
            [CounterNames.CpuUserSeconds] = cpu.UserTime.TotalSeconds,
            [CounterNames.CpuKernelSeconds] = cpu.PrivilegedTime.TotalSeconds,
            [CounterNames.GcPauseSeconds] = pause.TotalSeconds,
            // CollectionCount(n) includes older generations; these are exclusive.
            [CounterNames.Gen0] = gen0 - gen1,
            [CounterNames.Gen1] = gen1 - gen2,
            [CounterNames.Gen2] = gen2,
            [CounterNames.WorkItems] = workItems,
            [CounterNames.LockContentions] = contentions,
            [CounterNames.ThreadPoolThreads] = ThreadPool.ThreadCount,
            [CounterNames.JitMethods] = JitInfo.GetCompiledMethodCount(),
            [CounterNames.JitSeconds] = JitInfo.GetCompilationTime().TotalSeconds,
            [CounterNames.WorkingSetBytes] = Environment.WorkingSet,
        };
        if (isCounted)
        {
            counters[CounterNames.UserInstructions] = executed;
        }

        foreach ((string key, long value) in engine)
        {
            counters["engine." + key] = value;
        }

        return new MarkRecord(name, Nanoseconds(before), Nanoseconds(after), counters);
    }

    /// <summary>What a sample tells; stops no thread.</summary>
    public static TargetSample Sample(IReadOnlyDictionary<string, long> engine) =>
        new(Nanoseconds(Stopwatch.GetTimestamp()), engine.GetValueOrDefault(CounterNames.EngineMessages));

    private static long Nanoseconds(long timestamp) => (long)(timestamp * (NanosecondsPerSecond / Stopwatch.Frequency));
}
