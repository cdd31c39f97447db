using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Noise;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Plan;

/// <summary>Says before the first launch what a plan can decide, from noise that was recorded. Pure; any thread.</summary>
internal static class PlanOutlooks
{
    private static readonly double[] Deltas = [1, 2, 3];

    /// <summary>The outlook of a plan.</summary>
    public static PlanOutlook Of(RunPlan plan, RecordedNoise noise)
    {
        MetricPolicy[] primaries = [.. plan.Policy.Metrics.Where(m => m.Role == MetricRole.Primary)];
        MetricPolicy[] guards = [.. plan.Policy.Metrics.Where(m => m.Role == MetricRole.Guard)];
        var outlook = new PlanOutlook
        {
            Plan = plan,
            Looks = [.. plan.Looks.Select(n => new PlannedLook(n, PlanEstimate.SecondsUntil(plan, n)))],
            Noise = noise.Source,
            Unknown = [.. primaries.Concat(guards).Where(m => noise.Of(m) is null).Select(m => m.Id)],
        };
        if (noise.Source.Kind == NoiseKind.Unknown)
        {
            return outlook;
        }

        DecisionPower power = DecisionPower.Of(plan.Looks, plan.OneSidedAlpha, plan.CompetingPrimaries(primaries.Length));
        return outlook with
        {
            Primaries = [.. primaries.Select(m => (m, noise.Of(m))).Where(x => x.Item2 is not null).Select(x => Primary(power, plan, x.m, x.Item2!.Value))],
            Guards = [.. guards.Select(m => (m, noise.Of(m))).Where(x => x.Item2 is not null).Select(x => Guard(power, plan, x.m, x.Item2!.Value))],
        };
    }

    private static PrimaryChance Primary(DecisionPower power, RunPlan plan, MetricPolicy policy, KnownNoise noise)
    {
        double delta = Delta(policy, noise.Median);
        return new PrimaryChance(
            policy,
            delta,
            noise.Deviation,
            [.. Deltas.Select(k => power.Improved(noise.Deviation, delta, k * delta))],
            power.ShownEqual(noise.Deviation, delta),
            noise.Deviation * power.Detectable(plan.Looks[^1]));
    }

    private static GuardChance Guard(DecisionPower power, RunPlan plan, MetricPolicy policy, KnownNoise noise)
    {
        double delta = Delta(policy, noise.Median);
        return new GuardChance(
            policy, delta, noise.Deviation,
            power.GuardPasses(plan.Looks[0], noise.Deviation, delta), power.GuardPasses(plan.Looks[^1], noise.Deviation, delta));
    }

    /// <summary>What matters, on the metric's scale, around a median of the baseline.</summary>
    public static double Delta(MetricPolicy policy, double median) => policy.Scale == MetricScale.Ratio
        ? Math.Log(1 + policy.DeltaRel)
        : Math.Max(policy.DeltaRel * (double.IsFinite(median) ? Math.Abs(median) : 0), policy.DeltaAbs);
}
