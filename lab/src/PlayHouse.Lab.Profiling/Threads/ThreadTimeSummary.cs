using System.Diagnostics;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Reading.Nettrace;

namespace PlayHouse.Lab.Profiling.Threads;

/// <summary>Sums up where the threads of a process were, and whether the trace may speak. Static, safe from any thread.</summary>
public static class ThreadTimeSummary
{
    /// <summary>Largest share of samples without a name for the innermost frame.</summary>
    public const double UnresolvedShareMax = 0.01;

    /// <summary>Sums a window up.</summary>
    /// <param name="trace">The window.</param>
    /// <param name="window">From when to when.</param>
    /// <param name="report">What is known of the process and its file; the figures are filled in.</param>
    public static ThreadTimeReport Of(ThreadTimeTrace trace, (long BeginTicks, long EndTicks) window, ThreadTimeReport report)
    {
        ArgumentNullException.ThrowIfNull(trace);
        ArgumentNullException.ThrowIfNull(report);
        IReadOnlyList<ThreadTimeThread> threads = ThreadTimeTables.Threads(trace);
        return report with
        {
            Seconds = (double)(window.EndTicks - window.BeginTicks) / Stopwatch.Frequency,
            Time = threads.Aggregate(default(ThreadTime), (sum, t) => sum + t.Time),
            Threads = threads,
            Methods = ThreadTimeTables.Methods(trace),
            Sites = ThreadTimeTables.Sites(trace),
            Invalid = Reasons(trace),
            Notes = [.. Notes(trace), .. report.Notes],
        };
    }

    private static List<string> Reasons(ThreadTimeTrace trace)
    {
        var reasons = new List<string>(TraceValidity.WholeReasons(trace.RundownsComplete, trace.EventsLost));
        double unresolved = Share(trace.UnresolvedSamples, trace);
        if (unresolved > UnresolvedShareMax && trace.UnresolvedSamples > 1)
            reasons.Add(TraceValidity.Text($"{unresolved:P1} of the samples lie in code without a name, at most {UnresolvedShareMax:P0} may"));
        return reasons;
    }

    private static IEnumerable<string> Notes(ThreadTimeTrace trace)
    {
        if (trace.Samples == 0)
            yield return "no sample: no thread was inside or below managed code";
        if (trace.CappedSamples > 0)
            yield return TraceValidity.Text($"{Share(trace.CappedSamples, trace):P1} of the stacks reach the runtime's limit of {StackBook.StackFramesMax} frames: their callers may be cut");
        if (trace.FoldedSamples > 0)
            yield return TraceValidity.Text($"{Share(trace.FoldedSamples, trace):P1} of the samples are shown without their outer callers: the program has more different stacks than are kept");
    }

    private static double Share(int samples, ThreadTimeTrace trace) => (double)samples / Math.Max(1, trace.Samples);
}
