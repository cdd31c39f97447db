using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Statistics.Multiplicity;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>How the primary metrics of a run share its risk of a false KEEP: by Holm's rule, or in the order that the experiment fixed. Pure.</summary>
internal static class PrimaryFamily
{
    /// <summary>Which improvements may earn a KEEP, by metric id.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="better">One-sided p of an improvement by metric id; 1 for a metric without data, which stays in the family: leaving it out would relax the correction after the fact.</param>
    public static IReadOnlySet<string> Confirmed(RunPlan plan, IReadOnlyDictionary<string, double> better)
    {
        string? first = plan.Experiment.Primary;
        return first is null
            ? Shown(plan, better)
            : Rejected([.. Ids(plan, better).OrderBy(id => id != first)], better, p => StepTests.FixedOrder(p, plan.OneSidedAlpha));
    }

    /// <summary>
    /// Which improvements may weigh against a loss: by Holm's rule, whatever order the experiment fixed. In an order whose first metric got
    /// worse no other could, and the run would stay open for ever.
    /// </summary>
    public static IReadOnlySet<string> Shown(RunPlan plan, IReadOnlyDictionary<string, double> better) =>
        Rejected([.. Ids(plan, better)], better, p => StepTests.Holm(p, plan.OneSidedAlpha));

    private static IEnumerable<string> Ids(RunPlan plan, IReadOnlyDictionary<string, double> better) =>
        plan.Policy.Metrics.Where(m => m.Role == MetricRole.Primary && better.ContainsKey(m.Id)).Select(m => m.Id);

    private static HashSet<string> Rejected(string[] ids, IReadOnlyDictionary<string, double> better, Func<double[], bool[]> test)
    {
        bool[] rejected = test([.. ids.Select(id => better[id])]);
        return ids.Where((_, i) => rejected[i]).ToHashSet(StringComparer.Ordinal);
    }
}
