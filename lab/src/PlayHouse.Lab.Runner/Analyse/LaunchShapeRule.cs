using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Statistics.Changes;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Finds arms whose launches fall into two groups, or change their level once and for all: one number then describes neither group, and
/// the reader must know. Nothing is dropped; blocks with a drawn order keep their interval honest either way. Pure.
/// </summary>
internal static class LaunchShapeRule
{
    /// <summary>Level of each test; an arm has one per metric and shape.</summary>
    public const double Alpha = 0.005;

    /// <summary>Smallest distance of the two levels that is worth a word, relative.</summary>
    public const double DistanceMin = 0.03;

    private static readonly string[] Metrics = [MetricIds.BytesPerMessage, MetricIds.CpuUsPerMessage, MetricIds.LatencyP50];

    /// <summary>The shapes found, baseline first.</summary>
    public static IEnumerable<Reason> Find(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
    {
        foreach (string arm in (string[])[plan.Baseline.Name, plan.Other.Name])
        {
            foreach (string metric in Metrics)
            {
                double[] values =
                [
                    .. completed.Where(l => l.Arm == arm && l.Metrics.TryGetValue(metric, out double v) && double.IsFinite(v))
                        .OrderBy(l => l.StartedAt).ThenBy(l => l.Id, StringComparer.Ordinal)
                        .Select(l => l.Metrics[metric]),
                ];
                if (Shape(plan, arm, metric, values) is { } shape)
                {
                    yield return shape;
                }
            }
        }
    }

    private static Reason? Shape(RunPlan plan, string arm, string metric, double[] values)
    {
        if (values.Length is 0 or > TwoGroups.ValuesMax)
        {
            return null;
        }

        // A step makes two groups as well; that the order explains them is the better word.
        LevelStep? step = StepDetector.Find(values, Alpha, plan.Seed).FirstOrDefault(s => IsFar(s.Before, s.After));
        if (step is not null)
        {
            return new LevelChanged(metric, arm, step.Index + 1, values.Length, step.Before, step.After, step.P);
        }

        return TwoGroups.Find(values, Alpha) is { } groups && IsFar(groups.Lower, groups.Upper)
            ? new TwoLevels(metric, arm, groups.LowerCount, groups.Lower, groups.UpperCount, groups.Upper, groups.P)
            : null;
    }

    private static bool IsFar(double from, double to) => Math.Abs(to - from) > DistanceMin * Math.Abs(from);
}
