using System.Diagnostics;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>Sums up the trace of a process that counts no messages and gave no marks. Static, safe from any thread.</summary>
public static class TraceSummary
{
    private const string NotCalibrated = "no exact counter in this trace: its total is not calibrated";
    private const string NothingSeen =
        "no sample: it allocated next to nothing, or its runtime is older than .NET 10 and cannot sample allocations";

    /// <summary>Sums a window up.</summary>
    /// <param name="trace">The trace.</param>
    /// <param name="window">From when to when.</param>
    /// <param name="report">What is known of the process and its files; the figures are filled in.</param>
    public static TraceReport Of(AllocationTrace trace, (long BeginTicks, long EndTicks) window, TraceReport report)
    {
        ArgumentNullException.ThrowIfNull(trace);
        ArgumentNullException.ThrowIfNull(report);
        WindowSamples samples = trace.Cut(window.BeginTicks, window.EndTicks);
        (double low, double high) = samples.Total.Interval95();
        return report with
        {
            Seconds = (double)(window.EndTicks - window.BeginTicks) / Stopwatch.Frequency,
            Bytes = samples.Total.Bytes,
            Low = low,
            High = high,
            Samples = samples.Total.Samples,
            Sites = [.. samples.Sites.Select(Site)],
            Invalid = TraceValidity.Reasons(TraceValidity.QualityOf(trace, samples), mayWarmUp: true),
            Notes = [.. Notes(samples), .. report.Notes],
        };
    }

    private static IEnumerable<string> Notes(WindowSamples samples)
        => samples.Total.Samples == 0 ? [NothingSeen] : [NotCalibrated, .. TraceValidity.Notes(samples)];

    private static TracedSite Site(SiteEstimate site)
    {
        (double low, double high) = site.Estimate.Interval95();
        return new TracedSite
        {
            Site = site.Site,
            Type = site.Type,
            Source = site.Where.Source,
            CalledFrom = site.Where.CalledFrom,
            Bytes = site.Estimate.Bytes,
            Low = low,
            High = high,
            Samples = site.Estimate.Samples,
        };
    }
}
