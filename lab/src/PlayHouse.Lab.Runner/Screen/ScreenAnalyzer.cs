using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Screens;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>From the stored launches of a screen to what it found: always the same for the same launches. Pure; any thread.</summary>
internal static class ScreenAnalyzer
{
    private static readonly string[] Always = [MetricIds.BytesPerMessage, MetricIds.CpuUsPerMessage];

    /// <summary>The result so far; a screen that is cut off has one too.</summary>
    public static ScreenResult Analyze(RunPlan plan, IReadOnlyList<LaunchRecord> launches)
    {
        ScreenPlan screen = plan.Screen!;
        IReadOnlyList<ScreenLaunch> counting = ScreenLaunches.Counting(screen, launches);
        IReadOnlyList<ScreenProof> proofs = ScreenProofs.Of(plan, counting);
        ScreenMetric[] metrics = [.. MetricsOf(plan.Policy).Where(m => counting.Any(l => l.Record.Metrics.ContainsKey(m.Id))).Select(m => ScreenMetrics.Of(screen, m, counting))];
        var result = new ScreenResult
        {
            LaunchesPlanned = screen.Launches,
            LaunchesUsed = counting.Count,
            Failures = launches.Where(l => l.Kind == LaunchKind.Timed && ScreenLaunches.FailedItself(l)).GroupBy(l => l.Arm).ToDictionary(g => g.Key, g => g.Count()),
            Metrics = metrics,
            Proofs = proofs,
            Warnings = [.. Warnings(counting), .. ScreenProofs.Warnings(screen, counting, proofs)],
        };
        return result with { Proposals = [.. ScreenProposals.Of(plan, result)] };
    }

    /// <summary>The policy's primaries, and bytes and CPU whatever their role is.</summary>
    private static IEnumerable<MetricPolicy> MetricsOf(Policy policy) =>
        policy.Metrics.Where(m => m.Role == MetricRole.Primary || Always.Contains(m.Id)).OrderBy(m => m.Role == MetricRole.Primary ? 0 : 1);

    private static IEnumerable<Reason> Warnings(IReadOnlyList<ScreenLaunch> launches)
    {
        foreach (string key in FingerprintKeys.Identity)
        {
            string?[] values = [.. launches.Select(l => l.Record.Fingerprint.GetValueOrDefault(key)).Distinct()];
            if (values.Length > 1)
            {
                yield return new ScreenLaunchesDiffer(key, values);
            }
        }
    }
}
