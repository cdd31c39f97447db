using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Statistics.Multiplicity;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>How the primary metrics of a run share its risk of a false KEEP: by Holm's rule, or in the order that the experiment fixed. Pure.</summary>
internal static class PrimaryFamily
{
    /// <summary>Which improvements survive the correction, by metric id.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="better">One-sided p of an improvement by metric id; 1 for a metric without data, which stays in the family: leaving it out would relax the correction after the fact.</param>
    public static IReadOnlySet<string> Confirmed(RunPlan plan, IReadOnlyDictionary<string, double> better)
    {
        string? first = plan.Experiment.Primary;
        string[] ids = [.. plan.Policy.Metrics.Where(m => m.Role == MetricRole.Primary && better.ContainsKey(m.Id)).Select(m => m.Id).OrderBy(id => id != first)];
        double[] p = [.. ids.Select(id => better[id])];
        bool[] confirmed = first is null ? StepTests.Holm(p, plan.OneSidedAlpha) : StepTests.FixedOrder(p, plan.OneSidedAlpha);
        return ids.Where((_, i) => confirmed[i]).ToHashSet(StringComparer.Ordinal);
    }
}
