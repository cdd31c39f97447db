using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>What checks read off a finished run, and how they say it.</summary>
internal static class Judged
{
    /// <summary>True for a word that claims a difference.</summary>
    public static bool ClaimsADifference(RunReport report) =>
        report.Verdict?.Kind is VerdictKind.Keep or VerdictKind.Rollback or VerdictKind.TradeOff;

    /// <summary>The estimate of a metric; null when no pair carries it.</summary>
    public static MetricEstimate? Metric(RunReport report, string id) => report.Verdict?.Estimates.FirstOrDefault(e => e.Policy.Id == id);

    /// <summary>True when a metric is shown to be worse, by however much.</summary>
    public static bool IsWorse(RunReport report, string id) => Metric(report, id)?.Class is MetricClass.Worse or MetricClass.WorsePractical;

    /// <summary>The word of a run, or why it has none.</summary>
    public static string Word(RunReport report) =>
        report.Verdict is { } verdict ? VerdictWords.Of(verdict.Kind) : $"no verdict ({report.Run.Error ?? report.Run.State.ToString()})";

    /// <summary>What a run was asked and did not show; empty when it showed all.</summary>
    public static string Missing(params (bool Holds, string What)[] asked)
    {
        string[] missing = [.. asked.Where(a => !a.Holds).Select(a => a.What)];
        return missing.Length == 0 ? "" : $" Not as planted: {string.Join("; ", missing)}.";
    }

    /// <summary>One figure per run: its word, pairs and one metric.</summary>
    public static CheckFigure Figure(RunReport report, string metric, string limit)
    {
        string change = Metric(report, metric) is { } m
            ? string.Create(CultureInfo.InvariantCulture, $"; {metric} {Shown(m, m.ShownChange)} [{Shown(m, m.ShownLow)}, {Shown(m, m.ShownHigh)}]")
            : "";
        return new CheckFigure(report.Run.Id, $"{Word(report)} after {Numbers.Counted(report.Verdict?.Blocks ?? 0, "pair")}{change}", limit);
    }

    private static string Shown(MetricEstimate metric, double value) => metric.Policy.Scale == Model.Policies.MetricScale.Ratio
        ? string.Create(CultureInfo.InvariantCulture, $"{100 * value:+0.0;-0.0;0.0} %")
        : string.Create(CultureInfo.InvariantCulture, $"{value:+0.##;-0.##;0} {metric.Policy.Unit}");
}
