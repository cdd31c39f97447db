using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model;

/// <summary>Word, sign and tone of a verdict or state: the word always stands next to the colour.</summary>
/// <param name="Word">The word.</param>
/// <param name="Sign">A sign in front of it, never read aloud.</param>
/// <param name="Tone">Name of the tone in the style sheet.</param>
public sealed record VerdictLook(string Word, string Sign, string Tone)
{
    /// <summary>Of a verdict.</summary>
    public static VerdictLook Of(VerdictKind kind) => kind switch
    {
        VerdictKind.Keep => new(VerdictWords.Of(kind), "✓", "good"),
        VerdictKind.Rollback => new(VerdictWords.Of(kind), "↩", "bad"),
        VerdictKind.NoEffect => new(VerdictWords.Of(kind), "=", "plain"),
        VerdictKind.TradeOff => new(VerdictWords.Of(kind), "⇄", "mixed"),
        VerdictKind.Inconclusive => new(VerdictWords.Of(kind), "?", "open"),
        _ => new(VerdictWords.Of(kind), "!", "unfit"),
    };

    /// <summary>Of a run: its verdict, or how it stands without one.</summary>
    public static VerdictLook Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return report switch
        {
            { Verdict: { } verdict } => Of(verdict.Kind),
            { Run: { State: RunState.Completed, Plan.Screen: not null } } => new("screen", "×", "plain"),
            _ => Of(report.Run.State),
        };
    }

    /// <summary>Of a state.</summary>
    public static VerdictLook Of(RunState state) => state switch
    {
        RunState.Running => new("running", "▶", "live"),
        RunState.Planned => new("planned", "…", "open"),
        RunState.Interrupted => new("interrupted", "‖", "open"),
        RunState.Cancelled => new("cancelled", "×", "plain"),
        RunState.Failed => new("failed", "!", "unfit"),
        _ => new("no verdict", "–", "plain"),
    };

    /// <summary>Of a metric's class, or of the few events that allow none.</summary>
    public static VerdictLook Of(MetricEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return VerdictWords.IsFew(estimate) ? new(VerdictWords.Short(estimate), "?", "open") : Of(estimate.Class);
    }

    /// <summary>Of a class.</summary>
    public static VerdictLook Of(MetricClass metricClass) => metricClass switch
    {
        MetricClass.ImprovedPractical => new(VerdictWords.Short(metricClass), "▲", "good"),
        MetricClass.Improved => new(VerdictWords.Short(metricClass), "△", "good"),
        MetricClass.WorsePractical => new(VerdictWords.Short(metricClass), "▼", "bad"),
        MetricClass.Worse => new(VerdictWords.Short(metricClass), "▽", "bad"),
        MetricClass.Equivalent => new(VerdictWords.Short(metricClass), "=", "plain"),
        _ => new(VerdictWords.Short(metricClass), "?", "open"),
    };
}
