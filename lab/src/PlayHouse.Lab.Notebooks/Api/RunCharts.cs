using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>The charts of a run by their names. Pure functions, any thread.</summary>
internal static class RunCharts
{
    private static readonly Dictionary<string, Func<RunReport, string, ChartSpec>> All = new(StringComparer.Ordinal)
    {
        ["forest"] = static (r, _) => ForestChart.Of(r),
        ["arms"] = ArmChart.Arms,
        ["order"] = static (r, m) => ArmChart.Order(r, m),
        ["percentiles"] = static (r, _) => PercentileChart.Of(r),
        ["waterfall"] = static (r, _) => SiteChart.Waterfall(r),
        ["sites"] = static (r, _) => SiteChart.Differences(r),
        ["hops"] = static (r, _) => HopChart.Of(r),
    };

    public static ChartSpec Of(RunReport report, string chart, string? metric) => All.TryGetValue(chart, out Func<RunReport, string, ChartSpec>? make)
        ? make(report, metric ?? MetricIds.BytesPerMessage)
        : throw new LabInputException([$"There is no chart '{chart}': {string.Join(", ", All.Keys)} are known."]);
}
