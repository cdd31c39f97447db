using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>
/// A KEEP of a full design is confirmed by a second run of the same experiment: another hour, another seed, enough blocks, the same
/// sign, and an interval over the blocks of both that still satisfies the rule. Pure.
/// </summary>
internal static class Confirmation
{
    /// <summary>Least time between the two runs.</summary>
    public static readonly TimeSpan Apart = TimeSpan.FromHours(1);

    private const int BlocksMin = 6;

    /// <summary>The newest run that confirms this one; null when none does.</summary>
    public static RunReport? Find(RunReport report, IEnumerable<RunReport> others) =>
        report.Verdict is { Kind: VerdictKind.Keep } && !report.Run.Plan.IsProvisional
            ? others.OrderByDescending(o => o.Run.CreatedAt).FirstOrDefault(o => IsIndependent(report, o) && Confirms(report, o))
            : null;

    private static bool IsIndependent(RunReport report, RunReport other) =>
        other.Run.Id != report.Run.Id
        // A run that came from elsewhere may be of another machine.
        && report.Run.Plan.Origin is null && other.Run.Plan.Origin is null
        && other is { Verdict.Blocks: >= BlocksMin, IsInjected: false, Run.State: RunState.Completed, Run.Plan.IsProvisional: false }
        && other.Verdict.Kind != VerdictKind.Unfit
        && other.Run.Plan.Seed != report.Run.Plan.Seed
        && (other.Run.CreatedAt - report.Run.CreatedAt).Duration() >= Apart
        && IsSameQuestion(report.Run.Plan, other.Run.Plan);

    private static bool IsSameQuestion(RunPlan a, RunPlan b) =>
        a.PolicyHash == b.PolicyHash && a.Experiment.Scenario == b.Experiment.Scenario && a.Experiment.Load == b.Experiment.Load
        && a.Other.Name == b.Other.Name && a.Other.Name != ArmNames.Twin
        && a.ToggledSeams.SequenceEqual(b.ToggledSeams)
        && a.ToggledSeams.All(s => IsSame(a.Baseline.Strategies[s], b.Baseline.Strategies[s]) && IsSame(a.Other.Strategies[s], b.Other.Strategies[s]));

    private static bool IsSame(StrategySetting a, StrategySetting b) =>
        a.Use == b.Use && a.Knobs.Count == b.Knobs.Count && a.Knobs.All(k => b.Knobs.TryGetValue(k.Key, out double value) && value.Equals(k.Value));

    private static bool Confirms(RunReport report, RunReport other)
    {
        double alpha = Math.Min(report.Run.Plan.OneSidedAlpha, other.Run.Plan.OneSidedAlpha);
        (MetricEstimate Mine, MetricEstimate? Theirs)[] pairs =
        [
            .. report.Verdict!.Estimates.Where(e => e.Policy.Role != MetricRole.Explore)
                .Select(e => (e, other.Verdict!.Estimates.FirstOrDefault(o => o.Policy.Id == e.Policy.Id))),
        ];
        return pairs.All(p => p.Mine.Policy.Role != MetricRole.Guard || IsNotWorse(p.Mine, p.Theirs, alpha))
            && pairs.Any(p => p.Mine.Policy.Role == MetricRole.Primary && IsBetter(p.Mine, p.Theirs, alpha));
    }

    private static bool IsBetter(MetricEstimate mine, MetricEstimate? theirs, double alpha)
    {
        if (theirs is null || !(mine.Theta > 0) || !(theirs.Theta > 0))
        {
            return false;
        }

        SignedRankResult pooled = Pool(mine, theirs, alpha);
        return pooled.Lower > mine.Delta || (pooled.Lower > 0 && pooled.Theta >= mine.Delta);
    }

    private static bool IsNotWorse(MetricEstimate mine, MetricEstimate? theirs, double alpha) =>
        theirs is not null && Pool(mine, theirs, alpha).Lower > -mine.Delta;

    // Without contrasts, or with more than the law is tabled for, nothing is confirmed.
    private static SignedRankResult Pool(MetricEstimate a, MetricEstimate b, double alpha)
    {
        double[] contrasts = [.. a.Contrasts, .. b.Contrasts];
        return a.Contrasts.Count == 0 || b.Contrasts.Count == 0 || contrasts.Length > SignedRankLaw.ObservationsMax
            ? new SignedRankResult(0, 0, double.NegativeInfinity, double.PositiveInfinity, 1, 1, 1)
            : HodgesLehmann.Estimate(contrasts, alpha);
    }
}
