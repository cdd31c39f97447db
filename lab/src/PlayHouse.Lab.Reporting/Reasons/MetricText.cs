using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>Words and numbers of one metric for sentences: always with unit, interval and level.</summary>
internal static class MetricText
{
    // A share of a baseline near zero is a large number that says nothing.
    private const double SharePercentMax = 1_000;

    /// <summary>Change, interval, level, class and threshold in one sentence.</summary>
    public static string Sentence(MetricEstimate estimate) => estimate.Counts is { } counts
        ? $"{estimate.Policy.Id}: in {counts.OtherLaunches} of {Numbers.Counted(counts.OtherOf, "launch")}, in the baseline in {counts.BaselineLaunches} of {counts.BaselineOf}; one-sided p = {Number(counts.P)}."
        : $"{estimate.Policy.Id} {Change(estimate)} from {Value(estimate.BaselineMedian, estimate.Policy.Unit)}; {Interval(estimate)}: "
            + $"{VerdictRules.Shipped.WordsOf(estimate.Class)} (what matters is {Threshold(estimate)}).";

    /// <summary>Direction and size of the change: rose by 3 %.</summary>
    public static string Change(MetricEstimate estimate) => estimate.ShownChange switch
    {
        > 0 => $"rose by {Size(estimate, estimate.ShownChange)}",
        < 0 => $"fell by {Size(estimate, estimate.ShownChange)}",
        _ => "did not change",
    };

    /// <summary>A metric that does not decide in one clause: writes-per-message 10 -> 34 calls.</summary>
    public static string Arrow(MetricEstimate estimate) =>
        $"{estimate.Policy.Id} {Number(estimate.BaselineMedian)} -> {Value(estimate.OtherMedian, estimate.Policy.Unit)}";

    /// <summary>Interval with its level.</summary>
    public static string Interval(MetricEstimate estimate) =>
        double.IsInfinity(estimate.Lower)
            ? $"{Numbers.Counted(estimate.Blocks, "block")} {Numbers.Noun(estimate.Blocks, "is", "are")} too few for an interval"
            : $"{Number(100 * estimate.Confidence)} % interval {Signed(estimate, estimate.ShownLow)} to {Signed(estimate, estimate.ShownHigh)}";

    /// <summary>The threshold of relevance.</summary>
    public static string Threshold(MetricEstimate estimate) => Effect(estimate, estimate.Delta);

    /// <summary>An effect on the metric's scale (logarithm or unit) as a size for people, without sign.</summary>
    public static string Effect(MetricEstimate estimate, double effect) =>
        Size(estimate, estimate.Policy.Scale == MetricScale.Ratio ? Math.Exp(Math.Abs(effect)) - 1 : effect);

    /// <summary>A number with at most three or four telling digits.</summary>
    public static string Number(double value)
    {
        double size = Math.Abs(value);
        string format = size switch
        {
            >= 1000 => "#,0",
            >= 1 => "0.##",
            >= 0.01 => "0.###",
            >= 0.00001 or 0 => "0.#####",
            _ => "0.#e+0",
        };
        string text = value.ToString(size >= 100 && size < 1000 ? "0.#" : format, CultureInfo.InvariantCulture);
        return text == "-0" ? "0" : text;
    }

    private static string Value(double value, string unit) => unit.Length == 0 ? Number(value) : $"{Number(value)} {unit}";

    private static string Size(MetricEstimate estimate, double shown)
    {
        if (estimate.Policy.Scale == MetricScale.Ratio)
        {
            return $"{Number(100 * Math.Abs(shown))} %";
        }

        string size = Value(Math.Abs(shown), estimate.Policy.Unit);
        double share = 100 * Math.Abs(shown / estimate.BaselineMedian);
        return share is > 0 and <= SharePercentMax ? $"{size} ({Number(share)} %)" : size;
    }

    private static string Signed(MetricEstimate estimate, double shown)
    {
        string sign = shown > 0 ? "+" : "";
        return estimate.Policy.Scale == MetricScale.Ratio
            ? $"{sign}{Number(100 * shown)} %"
            : $"{sign}{Value(shown, estimate.Policy.Unit)}";
    }
}
