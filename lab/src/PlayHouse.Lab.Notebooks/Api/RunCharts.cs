using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Reporting.Screens;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>The charts of a run by their names. Pure functions, any thread.</summary>
internal static class RunCharts
{
    private static readonly Dictionary<string, Func<RunReport, string, Func<IReadOnlyList<LatencyCurve>>, ChartSpec>> All = new(StringComparer.Ordinal)
    {
        ["forest"] = static (r, _, _) => ForestChart.Of(r),
        ["arms"] = static (r, m, _) => ArmChart.Arms(r, m),
        ["order"] = static (r, m, _) => ArmChart.Order(r, m),
        ["percentiles"] = static (r, _, curves) => PercentileChart.Whole(r, curves()),
        ["waterfall"] = static (r, _, _) => SiteChart.Waterfall(r),
        ["sites"] = static (r, _, _) => SiteChart.Differences(r),
        ["capacity"] = static (r, _, _) => CapacityChart.Of(r),
        ["hops"] = static (r, _, _) => HopChart.Of(r),
        ["effects"] = static (r, m, _) => ScreenCharts.Effects(r, Metric(r, m)),
        ["half-normal"] = static (r, m, _) => ScreenCharts.HalfNormal(r, Metric(r, m)),
        ["interaction"] = static (r, m, _) => ScreenCharts.Interaction(r, Metric(r, m), Pair(r, m)),
        ["ablation"] = static (r, m, _) => ScreenCharts.Ablation(r, Metric(r, m)),
    };

    /// <summary>The chart of that name.</summary>
    /// <param name="report">The run.</param>
    /// <param name="chart">The name.</param>
    /// <param name="metric">Metric of a chart of launches; bytes per message when null.</param>
    /// <param name="curves">Reads the latencies of the run's launches; asked only where they are drawn.</param>
    public static ChartSpec Of(RunReport report, string chart, string? metric, Func<IReadOnlyList<LatencyCurve>> curves) => All.TryGetValue(chart, out var make)
        ? make(report, metric ?? MetricIds.BytesPerMessage, curves)
        : throw new LabInputException([$"There is no chart '{chart}': {string.Join(", ", All.Keys)} are known."]);

    private static ScreenMetric Metric(RunReport report, string metric) => report.Screen?.Metrics.FirstOrDefault(m => m.Policy.Id == metric)
        ?? throw new LabInputException([report.Screen is null ? $"{report.Run.Id} is no screen, so it has no effects to draw." : $"The screen has no metric '{metric}': {string.Join(", ", report.Screen.Metrics.Select(m => m.Policy.Id))} are there."]);

    // Effects are in the order in which they stand out.
    private static ScreenEffect Pair(RunReport report, string metric) => Metric(report, metric).Effects.FirstOrDefault(e => e.IsInteraction && e.Estimate.IsKnown)
        ?? throw new LabInputException([$"The screen {report.Run.Id} knows no interaction yet."]);
}
