using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>One metric of two arms that did not run in the same blocks: levels and ranges, no interval and no verdict.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="Left">Level of the left arm, see <see cref="ArmLevels"/>.</param>
/// <param name="LeftLow">Smallest left launch.</param>
/// <param name="LeftHigh">Largest left launch.</param>
/// <param name="Right">Level of the right arm.</param>
/// <param name="RightLow">Smallest right launch.</param>
/// <param name="RightHigh">Largest right launch.</param>
public sealed record ArmMetric(
    string Metric, double Left, double LeftLow, double LeftHigh, double Right, double RightLow, double RightHigh);

/// <summary>
/// Arms of two runs side by side. Descriptive: the launches were not interleaved, so the machine's drift is inside every
/// difference. Refused when machine, runtime, build, layout, scenario or load differ. Immutable.
/// </summary>
public sealed record ArmComparison
{
    /// <summary>Why the two may not stand side by side, one sentence each; empty when they may.</summary>
    public required IReadOnlyList<string> Refusals { get; init; }

    /// <summary>Completed timed launches of the left arm.</summary>
    public required int LeftLaunches { get; init; }

    /// <summary>Completed timed launches of the right arm.</summary>
    public required int RightLaunches { get; init; }

    /// <summary>Metrics that both carry, by id; empty when refused.</summary>
    public required IReadOnlyList<ArmMetric> Metrics { get; init; }

    /// <summary>Things a reader must know.</summary>
    public required IReadOnlyList<string> Warnings { get; init; }

    /// <summary>Compares an arm of one run with an arm of another. Never throws on content.</summary>
    public static ArmComparison Of(RunReport left, string leftArm, RunReport right, string rightArm)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        List<LaunchRecord> a = LaunchesOf(left, leftArm);
        List<LaunchRecord> b = LaunchesOf(right, rightArm);
        List<string> refusals = [.. Missing(left, leftArm, a), .. Missing(right, rightArm, b)];
        if (refusals.Count == 0)
        {
            refusals.AddRange(Identity(a, b));
            refusals.AddRange(Load(left, right));
        }

        return new ArmComparison
        {
            Refusals = refusals,
            LeftLaunches = a.Count,
            RightLaunches = b.Count,
            Metrics = refusals.Count > 0 ? [] : Side(a, b, metric => Level(left, leftArm, metric), metric => Level(right, rightArm, metric)),
            Warnings = refusals.Count > 0 ? [] : [.. WarningsOf(left, right)],
        };
    }

    private static List<LaunchRecord> LaunchesOf(RunReport report, string arm) => [.. AcceptedLaunches.Of(report, arm)];

    private static IEnumerable<string> Missing(RunReport report, string arm, List<LaunchRecord> launches)
    {
        string[] arms = [.. report.Launches.Select(l => l.Arm).Distinct()];
        if (launches.Count == 0)
        {
            yield return arms.Contains(arm)
                ? $"Run {report.Run.Id} has no completed timed launch of '{arm}'."
                : $"Run {report.Run.Id} has no arm '{arm}'. Arms: {(arms.Length == 0 ? "none" : string.Join(", ", arms))}.";
        }
    }

    private static IEnumerable<string> Identity(List<LaunchRecord> left, List<LaunchRecord> right)
    {
        foreach (string key in FingerprintKeys.Identity)
        {
            string[] a = Values(left, key);
            string[] b = Values(right, key);
            if (a.Length != 1 || b.Length != 1 || a[0] != b[0])
            {
                yield return $"Fingerprint '{key}' differs: {string.Join(" and ", a)} against {string.Join(" and ", b)}.";
            }
        }
    }

    private static string[] Values(List<LaunchRecord> launches, string key) =>
        [.. launches.Select(l => l.Fingerprint.TryGetValue(key, out string? value) ? $"'{value}'" : "nothing").Distinct().Order(StringComparer.Ordinal)];

    private static IEnumerable<string> Load(RunReport left, RunReport right)
    {
        var a = left.Run.Plan.Experiment;
        var b = right.Run.Plan.Experiment;
        (string Name, object Left, object Right)[] facts =
        [
            ("scenario", a.Scenario, b.Scenario),
            ("load mode", a.Load.Mode, b.Load.Mode),
            ("arrivals", a.Load.Arrivals, b.Load.Arrivals),
            ("connections", a.Load.Connections, b.Load.Connections),
            ("depth", a.Load.Depth, b.Load.Depth),
            ("payload bytes", a.Load.PayloadBytes, b.Load.PayloadBytes),
            ("recording of hops", a.Load.Hops, b.Load.Hops),
            ("warm-up seconds", left.Run.Plan.WarmupSeconds, right.Run.Plan.WarmupSeconds),
        ];
        return facts.Where(f => !f.Left.Equals(f.Right)).Select(f => $"The {f.Name} differs: {f.Left} against {f.Right}.");
    }

    private static IEnumerable<string> WarningsOf(RunReport left, RunReport right)
    {
        if ((left.Run.Plan.RatePerSecond, right.Run.Plan.RatePerSecond) is (double a, double b) && a != b)
        {
            yield return $"The offered rates differ: {Numbers.Count(a)} against {Numbers.Count(b)} messages/s. CPU and latency depend on the rate.";
        }

        foreach (RunReport report in new[] { left, right }.DistinctBy(r => r.Run.Id))
        {
            if (VerdictWords.Injected(report) is { } injected)
            {
                yield return $"{report.Run.Id} is {injected}.";
            }
        }
    }

    private static List<ArmMetric> Side(List<LaunchRecord> left, List<LaunchRecord> right, Func<string, double> leftLevel, Func<string, double> rightLevel)
    {
        IEnumerable<string> ids = left.SelectMany(l => l.Metrics.Keys).Intersect(right.SelectMany(l => l.Metrics.Keys));
        List<ArmMetric> metrics = [];
        foreach (string id in ids.Order(StringComparer.Ordinal))
        {
            double[] a = Sorted(left, id);
            double[] b = Sorted(right, id);
            metrics.Add(new ArmMetric(id, leftLevel(id), a[0], a[^1], rightLevel(id), b[0], b[^1]));
        }

        return metrics;
    }

    private static double[] Sorted(List<LaunchRecord> launches, string id) =>
        [.. launches.Where(l => l.Metrics.ContainsKey(id)).Select(l => l.Metrics[id]).Order()];

    private static double Level(RunReport report, string arm, string metric)
    {
        ArmLevels levels = ArmLevels.Of(report, metric);
        return arm == report.Run.Plan.Baseline.Name ? levels.Baseline : levels.Other;
    }
}
