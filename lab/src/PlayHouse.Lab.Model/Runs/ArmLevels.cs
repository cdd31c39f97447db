using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Model.Runs;

/// <summary>
/// The level of a metric in each arm of a run: the one figure of an arm that every table, caption and history shows. Pure functions,
/// any thread.
/// </summary>
/// <remarks>
/// The change between the arms is the Hodges–Lehmann estimate of the block contrasts, so the level of an arm is the same estimate of
/// the arm's own block means, on the metric's own scale and over the same blocks: those whose four launches carry the metric. The
/// difference of two such estimates still need not be the estimate of the difference; <see cref="ColumnAgreement"/> says where.
/// </remarks>
/// <param name="Baseline">Level of the baseline, in the metric's unit; NaN without a launch.</param>
/// <param name="Other">Level of the other arm.</param>
/// <param name="Blocks">Blocks behind both; 0 where no block carries the metric in all of its launches and each arm stands for itself.</param>
public readonly record struct ArmLevels(double Baseline, double Other, int Blocks)
{
    private const int LaunchesPerArm = 2;

    /// <summary>The levels of a metric in a run, from the launches that count.</summary>
    /// <param name="report">The run.</param>
    /// <param name="metric">Metric id.</param>
    public static ArmLevels Of(RunReport report, string metric)
    {
        ArgumentNullException.ThrowIfNull(report);
        return Of(report, metric, l => l.Metrics.GetValueOrDefault(metric, double.NaN));
    }

    /// <summary>The levels of a figure that launches carry, on the scale of a metric.</summary>
    /// <param name="report">The run.</param>
    /// <param name="metric">The metric whose scale and blocks are taken.</param>
    /// <param name="value">The figure of a launch; NaN for none.</param>
    public static ArmLevels Of(RunReport report, string metric, Func<LaunchRecord, double> value)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(value);
        MetricPolicy policy = PolicyOf(report, metric);
        string baseline = report.Run.Plan.Baseline.Name;
        string other = report.Run.Plan.Other.Name;
        LaunchRecord[][] blocks = [.. AcceptedLaunches.Of(report).GroupBy(l => l.Block).OrderBy(g => g.Key).Select(g => g.ToArray())];
        (double[] Baseline, double[] Other)[] pairs = [.. blocks.Select(b => (Values(b, baseline, value, policy), Values(b, other, value, policy)))];
        (double[], double[])[] whole = [.. pairs.Where(p => p.Baseline.Length == LaunchesPerArm && p.Other.Length == LaunchesPerArm)];
        return whole.Length > 0
            ? Of(policy, whole)
            : new(Level(policy, pairs.Select(p => p.Baseline).Where(v => v.Length > 0)), Level(policy, pairs.Select(p => p.Other).Where(v => v.Length > 0)), 0);
    }

    /// <summary>The levels of a metric from the values of whole blocks.</summary>
    /// <param name="policy">Scale and floor.</param>
    /// <param name="blocks">The values of both arms, block by block.</param>
    public static ArmLevels Of(MetricPolicy policy, IReadOnlyList<(double[] Baseline, double[] Other)> blocks)
    {
        ArgumentNullException.ThrowIfNull(policy);
        ArgumentNullException.ThrowIfNull(blocks);
        return new(Level(policy, blocks.Select(b => b.Baseline)), Level(policy, blocks.Select(b => b.Other)), blocks.Count);
    }

    /// <summary>Hodges–Lehmann estimate of the centre: the median of the means of all pairs, each value with itself included; NaN of nothing.</summary>
    /// <param name="values">The values.</param>
    public static double Centre(IReadOnlyList<double> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        List<double> means = [];
        for (int i = 0; i < values.Count; i++)
        {
            for (int j = i; j < values.Count; j++)
            {
                means.Add(0.5 * values[i] + 0.5 * values[j]);
            }
        }

        means.Sort();
        return means.Count == 0 ? double.NaN : 0.5 * means[(means.Count - 1) / 2] + 0.5 * means[means.Count / 2];
    }

    private static double Level(MetricPolicy policy, IEnumerable<double[]> blocks)
    {
        bool isRatio = policy.Scale == MetricScale.Ratio;
        double centre = Centre([.. blocks.Select(b => b.Average(v => isRatio ? Math.Log(Math.Max(v, policy.Floor)) : v))]);
        return isRatio ? Math.Exp(centre) : centre;
    }

    private static double[] Values(LaunchRecord[] block, string arm, Func<LaunchRecord, double> value, MetricPolicy policy) =>
        [.. block.Where(l => l.Arm == arm).Select(value).Where(v => double.IsFinite(v) && (policy.Scale == MetricScale.Difference || Math.Max(v, policy.Floor) > 0))];

    // A metric that no policy names is shown as it is: a difference has a place for every value.
    private static MetricPolicy PolicyOf(RunReport report, string metric) =>
        (report.Verdict?.Estimates.Select(e => e.Policy) ?? []).Concat(report.Run.Plan.Policy.Metrics).FirstOrDefault(p => p.Id == metric)
        ?? new MetricPolicy { Id = metric, Role = MetricRole.Explore, Scale = MetricScale.Difference };
}
