using System.Security.Cryptography;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>
/// Which runs ask the same: experiment and policy are equal, however long the runs are and in which environment. Each of them had its chance to be
/// the one that is shown, so all are counted. Pure.
/// </summary>
internal static class Questions
{
    /// <summary>Names the question of a plan: SHA-256 over its experiment, without its prose and its length, and its policy.</summary>
    public static string IdOf(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ExperimentSpec asked = plan.Experiment with
        {
            Question = "",
            Design = new DesignSpec { Layout = plan.Experiment.Design.Layout },
            Load = plan.Experiment.Load with { RatePerSecond = null },
            Environment = plan.Experiment.Environment.In(EnvironmentKind.Steady),
        };
        return Convert.ToHexStringLower(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(new { asked, plan.PolicyHash }, LabJson.Compact)));
    }

    /// <summary>True for a run that could have become evidence: measured here, of two arms that differ, without a planted effect.</summary>
    public static bool IsCounted(RunRecord run) => run.Plan.Origin is null && IsEvidence(run);

    /// <summary>The same wherever it was measured.</summary>
    public static bool IsEvidence(RunRecord run) =>
        run.State != RunState.Planned && run.Plan.Other.Name != ArmNames.Twin && run.Plan.Baseline.Inject is null && run.Plan.Other.Inject is null;

    /// <summary>The counted runs of a plan's question, oldest first.</summary>
    public static IReadOnlyList<ListedRun> Of(RunPlan plan, IEnumerable<ListedRun> runs)
    {
        string question = IdOf(plan);
        return [.. runs.Where(r => IsCounted(r.Run) && IdOf(r.Run.Plan) == question).OrderBy(r => r.Run.CreatedAt).ThenBy(r => r.Run.Id, StringComparer.Ordinal)];
    }
}
