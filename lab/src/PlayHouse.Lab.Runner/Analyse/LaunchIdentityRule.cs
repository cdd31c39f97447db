using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>What must be equal in all launches of a run, so that the toggle is the only difference.</summary>
internal static class LaunchIdentityRule
{
    private const string NotBuilt = "nothing";

    private static readonly string[] Required =
        [FingerprintKeys.Runtime, FingerprintKeys.Build, FingerprintKeys.ProcessorCount, FingerprintKeys.GcServer, FingerprintKeys.Layout];

    /// <summary>Why the launches may not be compared; empty is good.</summary>
    public static IReadOnlyList<Reason> Check(RunPlan plan, IReadOnlyList<LaunchRecord> completed, IReadOnlyList<string> misplaced)
    {
        var reasons = new List<Reason>();
        if (misplaced.Count > 0)
        {
            reasons.Add(new LaunchesMisplaced(misplaced.Count, misplaced[0]));
        }

        if (completed.Count == 0)
        {
            return reasons;
        }

        foreach (string key in FingerprintKeys.Identity)
        {
            string?[] values = [.. completed.Select(l => l.Fingerprint.GetValueOrDefault(key)).Distinct()];
            if (values.Length > 1)
            {
                reasons.Add(new LaunchesDiffer(key, values));
            }
            else if (values[0] is null && Required.Contains(key))
            {
                reasons.Add(new LaunchesSilent(key));
            }
        }

        string[] builds = [.. completed.Select(l => l.Fingerprint.GetValueOrDefault(FingerprintKeys.Build)).OfType<string>().Distinct()];
        if (builds.FirstOrDefault(b => !b.Equals("Release", StringComparison.OrdinalIgnoreCase)) is { } build)
        {
            reasons.Add(new BuildNotRelease(build));
        }

        reasons.AddRange(CheckStrategies(plan, completed));
        return reasons;
    }

    private static IEnumerable<Reason> CheckStrategies(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
    {
        foreach (string seam in completed.SelectMany(l => l.Strategies.Keys).Distinct().Order(StringComparer.Ordinal))
        {
            string[] baseline = Built(completed, plan.Baseline.Name, seam);
            string[] other = Built(completed, plan.Other.Name, seam);
            if (baseline.Length > 1 || other.Length > 1)
            {
                yield return new StrategiesMixed(seam);
            }
            else if (plan.ToggledSeams.Contains(seam) && baseline.Length == 1 && other.Length == 1 && baseline[0] == other[0])
            {
                yield return new ToggleNotTaken(seam, baseline[0]);
            }
            else if (!plan.ToggledSeams.Contains(seam) && baseline.Length == 1 && other.Length == 1 && baseline[0] != other[0]
                && !IsPartOfAToggle(plan, seam, baseline[0], other[0]))
            {
                yield return new ArmsDifferUnasked(seam, baseline[0], other[0]);
            }
        }
    }

    /// <summary>A seam that exists only with one strategy of another, which the experiment toggles, comes and goes with it.</summary>
    private static bool IsPartOfAToggle(RunPlan plan, string seam, string baseline, string other) =>
        baseline == NotBuilt != (other == NotBuilt)
        && ScenarioCatalog.All.SelectMany(s => s.ConditionalSeams).Any(c => c.Seam == seam && plan.ToggledSeams.Contains(c.NeedsSeam));

    private static string[] Built(IReadOnlyList<LaunchRecord> completed, string arm, string seam) =>
        [.. completed.Where(l => l.Arm == arm).Select(l => l.Strategies.GetValueOrDefault(seam, NotBuilt)).Distinct()];
}
