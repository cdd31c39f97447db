using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// The figures of a stored run as every surface shows them. A run keeps what was measured and what was said; levels of arms, rare events,
/// calibrated sites and their comparison follow from that and are made here, so an old run and a new one are shown by one rule.
/// </summary>
internal static class RunFigures
{
    /// <summary>The traces of a run: refused by the limits of today, and those that may speak calibrated to their exact counters.</summary>
    public static async Task<IReadOnlyList<AllocationProfile>> ProfilesAsync(LabStore store, string runId, CancellationToken ct)
    {
        IReadOnlyList<AllocationProfile> profiles = await store.Results.ListProfilesAsync(runId, ct);
        return profiles.Count == 0 ? profiles : Calibrated(profiles, await store.Launches.ListAsync(runId, LaunchKind.Diagnostic, ct));
    }

    /// <summary>The same of profiles and launches that were read.</summary>
    public static IReadOnlyList<AllocationProfile> Calibrated(IReadOnlyList<AllocationProfile> profiles, IReadOnlyList<LaunchRecord> launches)
    {
        Dictionary<string, LaunchRecord> byId = launches.DistinctBy(l => l.Id).ToDictionary(l => l.Id, StringComparer.Ordinal);
        return [.. profiles.Select(p => TraceCalibration.Of(TraceValidity.Again(p), byId.TryGetValue(p.LaunchId, out LaunchRecord? launch) ? InstrumentBytes(launch) / p.Messages : 0))];
    }

    /// <summary>Bytes that the lab's own control channel allocated between the marks of a launch.</summary>
    public static double InstrumentBytes(LaunchRecord launch) =>
        launch is { Begin: { } begin, End: { } end } && LaunchMetrics.ControlBytes(begin, end) is var bytes && double.IsFinite(bytes) ? bytes : 0;

    /// <summary>How the sites of both arms add up to the exact change; null without any trace or without an estimate of the bytes.</summary>
    public static AllocationComparison? Attribution(RunPlan plan, VerdictRecord? verdict, IReadOnlyList<AllocationProfile> profiles, RoleMap roles)
    {
        MetricEstimate? bytes = verdict?.Estimates.FirstOrDefault(e => e.Policy.Id == MetricIds.BytesPerMessage);
        return profiles.Count == 0 || bytes is null
            ? null
            : AllocationComparer.Compare(
                [.. profiles.Where(p => p.Arm == plan.Baseline.Name)], [.. profiles.Where(p => p.Arm == plan.Other.Name)], bytes.ShownChange, roles);
    }

    /// <summary>The run with the level of each arm from the launches that count. Estimates of other blocks than those keep their own.</summary>
    public static RunReport WithLevels(RunReport report)
    {
        if (report.Verdict is not { } verdict || report.Launches.Count == 0)
        {
            return report;
        }

        IReadOnlyList<LaunchRecord> launches = AcceptedLaunches.Of(report);
        return report with { Verdict = verdict with { Estimates = [.. verdict.Estimates.Select(e => WithLevels(report, launches, e))] } };
    }

    private static MetricEstimate WithLevels(RunReport report, IReadOnlyList<LaunchRecord> launches, MetricEstimate estimate)
    {
        ArmLevels levels = ArmLevels.Of(report, estimate.Policy.Id);
        double? events = estimate.EventsPerLaunch ?? RareEvents.PerLaunch(estimate.Policy.Id, launches);
        MetricEstimate limited = estimate with { EventsPerLaunch = events, Class = RareEvents.Limited(estimate.Class, events) };
        return levels.Blocks == estimate.Blocks ? limited with { BaselineMedian = levels.Baseline, OtherMedian = levels.Other } : limited;
    }
}
