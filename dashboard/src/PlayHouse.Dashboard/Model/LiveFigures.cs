using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;

namespace PlayHouse.Dashboard.Model;

/// <summary>The figures of a run so far, launch by launch: what its completed launches have stored and nothing else. Not thread-safe.</summary>
public sealed class LiveFigures
{
    private (string Metric, int Launches) _drawn = ("", -1);

    /// <summary>Figures a reader can choose, in the order in which they are asked for.</summary>
    public static IReadOnlyList<(string Id, string Label)> Choices { get; } =
    [
        .. new[] { MetricIds.AchievedRate, MetricIds.LatencyP99, MetricIds.GcPauseShare, MetricIds.BytesPerMessage, MetricIds.CpuUsPerMessage }.Select(id => (id, MetricNames.Of(id))),
    ];

    /// <summary>The chart; null before the first look.</summary>
    public ChartSpec? Chart { get; private set; }

    /// <summary>The figure of a word in an address; the first for none.</summary>
    public static string Chosen(string? word) => Choices.Any(c => c.Id == word) ? word! : Choices[0].Id;

    /// <summary>Looks at a run: the chart stays the same object until a launch was added or another figure was chosen.</summary>
    public void Look(RunReport report, string? metric)
    {
        ArgumentNullException.ThrowIfNull(report);
        (string, int) now = (Chosen(metric), report.Launches.Count);
        if (now != _drawn)
        {
            _drawn = now;
            Chart = ArmChart.Order(report, now.Item1, MetricNames.Of(now.Item1));
        }
    }
}
