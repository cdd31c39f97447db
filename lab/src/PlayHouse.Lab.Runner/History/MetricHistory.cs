using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Changes;

namespace PlayHouse.Lab.Runner.History;

/// <summary>One run in the history of a metric.</summary>
/// <param name="Run">The run.</param>
/// <param name="Baseline">Level of the baseline; NaN without a launch.</param>
/// <param name="Other">Level of the other arm; NaN without a launch.</param>
public sealed record HistoryPoint(RunReport Run, double Baseline, double Other);

/// <summary>A place at which the level of an arm changed.</summary>
/// <param name="Run">First run at the new level.</param>
/// <param name="Arm">baseline or other arm.</param>
/// <param name="Before">Median before.</param>
/// <param name="After">Median from there on.</param>
/// <param name="P">Permutation p-value.</param>
/// <param name="IsMoreThanMatters">True when the step is above what the policy says matters.</param>
public sealed record HistoryStep(RunReport Run, string Arm, double Before, double After, double P, bool IsMoreThanMatters)
{
    /// <summary>The change in words.</summary>
    public string Change => Before > 0 && double.IsFinite(After / Before) ? Numbers.SignedPercent(After / Before - 1) : Numbers.Signed(After - Before);
}

/// <summary>The history of one metric in one series. Pure.</summary>
public sealed record MetricHistory
{
    /// <summary>Chance of any false step among all metrics and arms of a page.</summary>
    public const double PageAlpha = 0.05;

    private const int BeforeMax = 10;

    /// <summary>Metric id.</summary>
    public required string Metric { get; init; }

    /// <summary>Its rule; null when the policy does not name it.</summary>
    public MetricPolicy? Policy { get; init; }

    /// <summary>Runs that carry it, oldest first.</summary>
    public required IReadOnlyList<HistoryPoint> Points { get; init; }

    /// <summary>Steps in the level of both arms, in time.</summary>
    public IReadOnlyList<HistoryStep> Steps { get; init; } = [];

    /// <summary>A value of the metric in its unit, as in the table of a run.</summary>
    /// <param name="value">The value.</param>
    public string Shown(double value) => Numbers.Value(value, Policy ?? new MetricPolicy { Id = Metric, Role = MetricRole.Explore, Unit = MetricNames.Unit(Metric) });

    /// <summary>True when there are enough runs to look for steps.</summary>
    public bool IsLongEnough => Points.Count >= StepDetector.ValuesMin;

    /// <summary>The newest value of the baseline.</summary>
    public double Latest => Points.Count == 0 ? double.NaN : Points[^1].Baseline;

    /// <summary>The newest value of the baseline against the median of the runs before it, relative; NaN with fewer than three before.</summary>
    public double RecentChange
    {
        get
        {
            double[] before = [.. Points.SkipLast(1).TakeLast(BeforeMax).Select(p => p.Baseline).Where(double.IsFinite)];
            return before.Length >= 3 && Resolution.Median(before) is var median && median != 0 ? Latest / median - 1 : double.NaN;
        }
    }

    /// <summary>Metrics that launches of a series carry: those of its newest policy first, in their order.</summary>
    public static IReadOnlyList<string> MetricsOf(HistorySeries series)
    {
        ArgumentNullException.ThrowIfNull(series);
        HashSet<string> carried = new(StringComparer.Ordinal);
        foreach (LaunchRecord launch in series.Runs.SelectMany(r => r.Launches))
        {
            carried.UnionWith(launch.Metrics.Keys);
        }

        return [.. PoliciesOf(series).Select(p => p.Id).Where(carried.Remove).ToArray(), .. carried.Order(StringComparer.Ordinal)];
    }

    /// <summary>The histories of all metrics that an arm of the series carries, without steps.</summary>
    public static IReadOnlyList<MetricHistory> All(HistorySeries series)
    {
        ArgumentNullException.ThrowIfNull(series);
        Dictionary<string, MetricPolicy> policies = PoliciesOf(series).ToDictionary(p => p.Id, StringComparer.Ordinal);
        return [.. MetricsOf(series).Select(m => Of(series.Runs, m, policies.GetValueOrDefault(m))).Where(m => m.Points.Count > 0)];
    }

    /// <summary>This history with the steps of both arms; takes a moment where there are some.</summary>
    /// <param name="metricsCount">Metrics of the page: the level is shared among all of them.</param>
    public MetricHistory WithSteps(int metricsCount)
    {
        double alpha = PageAlpha / (2 * Math.Max(1, metricsCount));
        IEnumerable<HistoryStep> baseline = FindSteps(Points, p => p.Baseline, "baseline", Policy, alpha);
        IEnumerable<HistoryStep> other = FindSteps(Points, p => p.Other, "other arm", Policy, alpha);
        return this with { Steps = [.. baseline.Concat(other).OrderBy(s => s.Run.Run.CreatedAt)] };
    }

    private static MetricHistory Of(IReadOnlyList<RunReport> runs, string metric, MetricPolicy? policy) => new()
    {
        Metric = metric,
        Policy = policy,
        Points =
        [
            .. runs.Select(r => (Run: r, Levels: ArmLevels.Of(r, metric))).Select(r => new HistoryPoint(r.Run, r.Levels.Baseline, r.Levels.Other))
                .Where(p => double.IsFinite(p.Baseline) || double.IsFinite(p.Other)),
        ],
    };

    private static IEnumerable<HistoryStep> FindSteps(IReadOnlyList<HistoryPoint> points, Func<HistoryPoint, double> value, string arm, MetricPolicy? policy, double alpha)
    {
        HistoryPoint[] known = [.. points.Where(p => double.IsFinite(value(p))).TakeLast(StepDetector.ValuesMax)];
        return StepDetector.Find([.. known.Select(value)], alpha, seed: 1)
            .Select(s => new HistoryStep(known[s.Index].Run, arm, s.Before, s.After, s.P, Matters(s, policy)));
    }

    private static bool Matters(LevelStep step, MetricPolicy? policy) => policy switch
    {
        null => false,
        { Scale: MetricScale.Difference } => Math.Abs(step.After - step.Before) > Math.Max(policy.DeltaRel * Math.Abs(step.Before), policy.DeltaAbs),
        _ => Math.Abs(Math.Log(Math.Max(step.After, policy.Floor) / Math.Max(step.Before, policy.Floor))) > Math.Log(1 + policy.DeltaRel),
    };

    private static IEnumerable<MetricPolicy> PoliciesOf(HistorySeries series) => series.Runs.Count == 0
        ? []
        : series.Runs[^1].Run.Plan.Policy.Metrics.Concat(series.Runs[^1].Verdict?.Estimates.Select(e => e.Policy) ?? []).DistinctBy(p => p.Id);
}
