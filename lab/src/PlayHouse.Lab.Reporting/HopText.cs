using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>Where the time of messages went, a table per arm over its timed launches. Pure functions, any thread.</summary>
public static class HopText
{
    private const double NsPerUs = 1_000;
    private const string Title = "Where the time of a message goes (means over all messages, percentiles the median launch's)";

    /// <summary>The lines, with an empty one before them; none when the run recorded no hops.</summary>
    public static IReadOnlyList<string> Lines(RunReport report, int width)
    {
        ArgumentNullException.ThrowIfNull(report);
        string[] arms = [.. new[] { report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name }.Distinct()];
        TextTable table = new TextTable(width).Text("Hop", 20).Number("mean us").Number("p50 us").Number("p99 us").Number("share");
        bool isEmpty = true;
        foreach (string arm in arms)
        {
            List<HopRecord> hops = [.. HopsOf(report, arm)];
            double whole = hops.Sum(h => h.MeanNs);
            if (hops.Count == 0 || whole <= 0)
            {
                continue;
            }

            isEmpty = false;
            table.Section(VerdictWords.Arm(arm));
            foreach (HopRecord hop in hops)
            {
                table.Row(hop.Name, Us(hop.MeanNs), Us(hop.P50Ns), Us(hop.P99Ns), Numbers.Percent(hop.MeanNs / whole));
            }
        }

        return isEmpty ? [] : ["", .. PlainText.Wrap(Title, width), .. table.Lines()];
    }

    /// <summary>Hops of an arm over its completed timed launches, in the order of the path.</summary>
    internal static IEnumerable<HopRecord> HopsOf(RunReport report, string arm) => report.Launches
        .Where(l => l.Arm == arm && l.Kind == LaunchKind.Timed && l.State == LaunchState.Completed)
        .SelectMany(l => l.Hops)
        .GroupBy(h => h.Name)
        .Select(g => new HopRecord(
            g.Key,
            g.Sum(h => h.Count),
            g.Sum(h => h.MeanNs * h.Count) / Math.Max(1, g.Sum(h => h.Count)),
            Median(g.Select(h => h.P50Ns)),
            Median(g.Select(h => h.P99Ns))));

    private static double? Median(IEnumerable<double?> values)
    {
        double[] sorted = [.. values.OfType<double>().Order()];
        return sorted.Length == 0 ? null : (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    private static string Us(double? ns) => ns is { } value ? Numbers.Plain(value / NsPerUs) : "-";
}
