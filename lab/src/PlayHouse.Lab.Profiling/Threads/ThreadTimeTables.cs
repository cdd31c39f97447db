using System.Runtime.InteropServices;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Profiling.Threads;

/// <summary>Tables of thread time, most managed time first. Pure.</summary>
public static class ThreadTimeTables
{
    /// <summary>The threads.</summary>
    /// <param name="trace">The window.</param>
    public static IReadOnlyList<ThreadTimeThread> Threads(ThreadTimeTrace trace)
    {
        ArgumentNullException.ThrowIfNull(trace);
        return
        [
            .. trace.Threads.Select(t => new ThreadTimeThread(
                t.Id, Time(t.MsPerSample, t.ManagedSamples, isManaged: true) + Time(t.MsPerSample, t.Samples - t.ManagedSamples, isManaged: false)))
                .OrderByDescending(t => t.Time.ManagedMs).ThenByDescending(t => t.Time.ExternalMs).ThenBy(t => t.Id),
        ];
    }

    /// <summary>Which methods threads were in.</summary>
    /// <param name="trace">The window.</param>
    public static IReadOnlyList<ThreadTimeMethod> Methods(ThreadTimeTrace trace)
    {
        ArgumentNullException.ThrowIfNull(trace);
        var methods = new MethodIndex(trace.Table);
        var rows = new MethodSums[methods.Methods.Count];
        var walk = new List<int>();
        int visit = 0;
        foreach ((int stack, ThreadTime time) in Stacks(trace))
        {
            visit++;
            StackWalk.InnermostFirst(trace.Table, stack, walk);
            foreach (int at in walk)
                rows[methods.Of(trace.Table.FrameIdOf(at))].Add(time, trace.Table.FrameOf(at).Source, visit, isSelf: at == stack);
        }
        return
        [
            .. rows.Select((r, m) => new ThreadTimeMethod(methods.Methods[m].Name, r.Source, r.Self, r.Total)).Where(m => m.Total != default)
                .OrderByDescending(m => m.Self.ManagedMs).ThenByDescending(m => m.Total.ManagedMs)
                .ThenByDescending(m => m.Total.ExternalMs).ThenBy(m => m.Method, StringComparer.Ordinal),
        ];
    }

    /// <summary>Which code of the program threads were in, or were called from.</summary>
    /// <param name="trace">The window.</param>
    public static IReadOnlyList<ThreadTimeSite> Sites(ThreadTimeTrace trace)
    {
        ArgumentNullException.ThrowIfNull(trace);
        var places = new Dictionary<CallSite, ThreadTime>();
        foreach ((int stack, ThreadTime time) in Stacks(trace))
            CollectionsMarshal.GetValueRefOrAddDefault(places, CallSites.Of(trace.Table.Walk(stack)), out _) += time;
        return
        [
            .. places.GroupBy(p => p.Key.Site, StringComparer.Ordinal).Select(Site)
                .OrderByDescending(s => s.Time.ManagedMs).ThenByDescending(s => s.Time.ExternalMs).ThenBy(s => s.Site, StringComparer.Ordinal),
        ];
    }

    private static ThreadTimeSite Site(IGrouping<string, KeyValuePair<CallSite, ThreadTime>> places)
    {
        // Ties go by name, so that equal inputs give equal outputs.
        CallSite heaviest = places.OrderByDescending(p => p.Value.TotalMs).ThenBy(p => p.Key.Source, StringComparer.Ordinal)
            .ThenBy(p => p.Key.CalledFrom, StringComparer.Ordinal).First().Key;
        return new ThreadTimeSite(places.Key, heaviest.Source, heaviest.CalledFrom, places.Aggregate(default(ThreadTime), (sum, p) => sum + p.Value));
    }

    private static Dictionary<int, ThreadTime> Stacks(ThreadTimeTrace trace)
    {
        Dictionary<long, double> msPerSample = trace.Threads.ToDictionary(t => t.Id, t => t.MsPerSample);
        var stacks = new Dictionary<int, ThreadTime>();
        foreach (ThreadCell cell in trace.Cells)
            CollectionsMarshal.GetValueRefOrAddDefault(stacks, cell.Stack, out _) += Time(msPerSample[cell.Thread], cell.Samples, cell.IsManaged);
        return stacks;
    }

    private static ThreadTime Time(double msPerSample, int samples, bool isManaged)
    {
        // Without any distance a sample stands for no time that anybody measured.
        double ms = double.IsNaN(msPerSample) ? 0 : msPerSample * samples;
        return isManaged ? new ThreadTime(ms, 0, samples, 0) : new ThreadTime(0, ms, 0, samples);
    }

    private struct MethodSums
    {
        private int _lastVisit;

        public ThreadTime Self { get; private set; }

        public ThreadTime Total { get; private set; }

        public string? Source { get; private set; }

        public void Add(ThreadTime time, string? source, int visit, bool isSelf)
        {
            Source = _lastVisit == 0 ? source : AllocationTreeBuilder.Common(Source, source);
            Self += isSelf ? time : default;
            // The stack that saw this method last is this one: a recursive call.
            Total += _lastVisit != visit ? time : default;
            _lastVisit = visit;
        }
    }
}
