using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Noise;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Metering;

/// <summary>The smallest change of a metric that this machine finds four times in five, on the metric's scale.</summary>
/// <param name="Policy">The metric with what matters.</param>
/// <param name="Deviation">Standard deviation of a pair's contrast.</param>
/// <param name="Delta">What matters.</param>
/// <param name="First">After six pairs and one look.</param>
/// <param name="Middle">At the look after 12 pairs.</param>
/// <param name="Last">At the last look, after 40 pairs.</param>
internal sealed record NoiseFloor(MetricPolicy Policy, double Deviation, double Delta, double First, double Middle, double Last)
{
    /// <summary>True when a change of what matters is found within the looks.</summary>
    public bool CanDecide => Last <= Delta || Deviation == 0;
}

/// <summary>What a machine's noise lets it decide. Pure; any thread.</summary>
internal static class NoiseFloors
{
    /// <summary>Pairs of <see cref="NoiseFloor.First"/>, <see cref="NoiseFloor.Middle"/> and <see cref="NoiseFloor.Last"/>.</summary>
    public static readonly int[] Pairs = [6, 12, 40];

    private static readonly Lazy<double[]> Factors = new(MakeFactors);

    /// <summary>Primary and guard metrics of the workspace's default policy whose noise was measured; empty without a policy that loads.</summary>
    public static IReadOnlyList<NoiseFloor> Of(NoiseRecord record, LabWorkspace workspace) =>
        PolicyLoader.Load(Path.Combine(workspace.Experiments, "policies", "default.yaml")).Value is { } policy ? Of(record, policy) : [];

    /// <summary>The same for a policy.</summary>
    public static IReadOnlyList<NoiseFloor> Of(NoiseRecord record, Policy policy) =>
        [.. policy.Metrics.Where(m => m.Role != MetricRole.Explore).Select(m => Of(record, m)).OfType<NoiseFloor>()];

    private static NoiseFloor? Of(NoiseRecord record, MetricPolicy policy)
    {
        if (RecordedNoise.OfMetric(record, policy) is not { } noise)
        {
            return null;
        }

        double[] factors = Factors.Value;
        return new NoiseFloor(
            policy, noise.Deviation, PlanOutlooks.Delta(policy, noise.Median),
            factors[0] * noise.Deviation, factors[1] * noise.Deviation, factors[2] * noise.Deviation);
    }

    private static double[] MakeFactors()
    {
        DecisionPower looks = DecisionPower.Of(DesignSpec.PairLooks, RunPlanner.LookAlpha);
        return [DecisionPower.Of(Pairs[..1], RunPlanner.FixedAlpha).Detectable(Pairs[0]), looks.Detectable(Pairs[1]), looks.Detectable(Pairs[2])];
    }
}
