using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>Where the time of messages went, a table per arm over its timed launches. Pure functions, any thread.</summary>
public static class HopText
{
    private const double NsPerUs = 1_000;
    internal const string Title = "Where the time of a message goes (means over all messages, percentiles the median launch's)";

    /// <summary>The lines, with an empty one before them; none when the run recorded no hops.</summary>
    public static IReadOnlyList<string> Lines(RunReport report, int width)
    {
        ArgumentNullException.ThrowIfNull(report);
        TextTable table = new TextTable(width).Text("Hop", 20).Number("mean us").Number("p50 us").Number("p99 us").Number("share");
        IReadOnlyList<HopRow> rows = Rows(report);
        foreach (IGrouping<string, HopRow> arm in rows.GroupBy(r => r.Arm))
        {
            table.Section(arm.Key);
            foreach (HopRow row in arm)
            {
                table.Row(row.Hop, row.Mean, row.P50, row.P99, row.Share);
            }
        }

        return rows.Count == 0 ? [] : ["", .. PlainText.Wrap(Title, width), .. table.Lines()];
    }

    /// <summary>The same as rows of cells.</summary>
    public static IReadOnlyList<HopRow> Rows(RunReport report)
    {
        List<HopRow> rows = [];
        foreach (string arm in new[] { report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name }.Distinct())
        {
            List<HopRecord> hops = [.. HopsOf(report, arm)];
            double whole = hops.Sum(h => h.MeanNs);
            if (whole > 0)
            {
                rows.AddRange(hops.Select(h => new HopRow(
                    VerdictWords.Arm(arm), h.Name, Us(h.MeanNs), Us(h.P50Ns), Us(h.P99Ns), Numbers.Percent(h.MeanNs / whole))));
            }
        }

        return rows;
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

/// <summary>One hop of one arm in the words of a table, microseconds.</summary>
public sealed record HopRow(string Arm, string Hop, string Mean, string P50, string P99, string Share);
