using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
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

    /// <summary>Sentences for people, baseline first.</summary>
    public static IEnumerable<string> Find(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
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
                if (Sentence(plan, arm, metric, values) is { } sentence)
                {
                    yield return sentence;
                }
            }
        }
    }

    private static string? Sentence(RunPlan plan, string arm, string metric, double[] values)
    {
        if (values.Length is 0 or > TwoGroups.ValuesMax)
        {
            return null;
        }

        // A step makes two groups as well; that the order explains them is the better word.
        LevelStep? step = StepDetector.Find(values, Alpha, plan.Seed).FirstOrDefault(s => IsFar(s.Before, s.After));
        if (step is not null)
        {
            return string.Create(CultureInfo.InvariantCulture, $"{metric} of {arm} changes its level at launch {step.Index + 1} of {values.Length}, from {step.Before:G4} to {step.After:G4} (p = {step.P:G2}): the machine or the build changed during the run.");
        }

        return TwoGroups.Find(values, Alpha) is { } groups && IsFar(groups.Lower, groups.Upper)
            ? string.Create(CultureInfo.InvariantCulture, $"{metric} of {arm} falls into two groups: {groups.LowerCount} launches around {groups.Lower:G4} and {groups.UpperCount} around {groups.Upper:G4} (p = {groups.P:G2}); one number describes neither.")
            : null;
    }

    private static bool IsFar(double from, double to) => Math.Abs(to - from) > DistanceMin * Math.Abs(from);
}
