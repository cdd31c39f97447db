using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Results of A/A runs: kept for every seam that the scenario executes, shown next to verdicts about that seam.</summary>
internal static class NullResults
{
    /// <summary>Keeps the word of a run against the twin with its primary and guard estimates; other runs leave nothing.</summary>
    public static async Task SaveAsync(LabStore store, RunPlan plan, VerdictRecord verdict)
    {
        if (plan.Other.Name != ArmNames.Twin)
        {
            return;
        }

        HashSet<string> losses = [.. GuardFacts.Of(plan, verdict.Estimates).Where(g => g.Facts.CountsAsLoss).Select(g => g.Estimate.Policy.Id)];
        string build = BuildOf(await store.Launches.ListAsync(plan.RunId, LaunchKind.Timed, CancellationToken.None));
        await store.Results.SaveAaAsync(
        [
            .. from seam in ScenarioCatalog.Find(plan.Experiment.Scenario)?.Seams ?? []
               from estimate in verdict.Estimates.Where(e => e.Policy.Role != MetricRole.Explore)
               select new AaResult(plan.RunId, seam, estimate.Policy.Id, estimate.Class, estimate.Theta, estimate.Lower, estimate.Upper, build)
               {
                   Scenario = plan.Experiment.Scenario,
                   Layout = LabJson.Word(plan.Experiment.Design.Layout),
                   Load = AaHistory.LoadOf(plan.Experiment.Load),
                   Role = estimate.Policy.Role,
                   IsLoss = losses.Contains(estimate.Policy.Id),
                   Word = verdict.Kind,
               },
        ],
            CancellationToken.None);
    }

    /// <summary>What the A/A runs of this store say about a run of the plan.</summary>
    public static async Task<AaStanding> StandingAsync(LabStore store, RunPlan plan, CancellationToken ct) =>
        AaHistory.Of(plan, await store.Results.ListAaAsync(null, RunTable.MaxListed, ct));

    /// <summary>The latest result of each seam for bytes per message, which is judged on the difference scale, lower is better.</summary>
    public static async Task<IReadOnlyList<SeamNull>> LatestAsync(
        LabStore store, IReadOnlyList<string> seams, IReadOnlyList<LaunchRecord> launches, CancellationToken ct)
    {
        string build = BuildOf(launches);
        var latest = new List<SeamNull>();
        foreach (string seam in seams)
        {
            AaResult? result = (await store.Results.ListAaAsync(seam, 100, ct))
                .Where(r => r.Metric == MetricIds.BytesPerMessage)
                .MaxBy(r => r.ComputedAt);
            if (result is not null)
            {
                latest.Add(new SeamNull(seam, result.Metric, -result.Upper, -result.Lower, result.RunId, result.ComputedAt, result.Fingerprint == build));
            }
        }

        return latest;
    }

    private static string BuildOf(IReadOnlyList<LaunchRecord> launches) =>
        launches.Select(l => l.Fingerprint.GetValueOrDefault(FingerprintKeys.EngineModule)).FirstOrDefault(m => m is not null) ?? "";
}
