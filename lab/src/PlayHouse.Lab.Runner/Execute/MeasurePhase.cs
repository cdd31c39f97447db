using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Pilots and blocks until there is a verdict. Intervals, and whether the load limits both arms, are looked at only where the plan
/// says; what needs neither is judged after each block and each failed launch: a candidate that dies, loses or errs where the baseline
/// does not, and launches that can never be compared or never prove what they ran. A noisy machine ends no run: its blocks count.
/// </summary>
internal sealed class MeasurePhase(RunContext context, IReadOnlyDictionary<string, double> minHitsPerMessage)
{
    private int _told;

    /// <summary>Measures until a verdict stands.</summary>
    /// <exception cref="RunFailedException">Launches of both arms fail: there is nothing to judge.</exception>
    public async Task<VerdictRecord> RunAsync(CancellationToken ct)
    {
        try
        {
            if (context.Plan.Experiment.Design.Kind == DesignKind.Capacity)
            {
                await CapacityPilotPhase.RunAsync(context, ct);
            }
            else
            {
                await PilotPhase.RunAsync(context, ct);
            }

            return await MeasureAsync(ct);
        }
        catch (RunFailedException)
        {
            if (await FindHardFailureAsync() is { } verdict)
            {
                return verdict;
            }

            throw;
        }
    }

    private async Task<VerdictRecord> MeasureAsync(CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("execute", 0));
        int accepted = (await context.Store.Blocks.ListAsync(plan.RunId, ct)).Count(b => b.Outcome == BlockOutcome.Accepted);
        while (true)
        {
            if (await JudgeAsync(accepted, ct) is { } verdict)
            {
                return verdict;
            }

            if (await BlockPhase.RunAsync(context, accepted, accepted, async () => await FindHardFailureAsync() is not null, ct))
            {
                accepted++;
                if (plan.ProfileEveryBlocks > 0 && accepted % plan.ProfileEveryBlocks == 0)
                {
                    await ProfilePhase.TryRunAsync(context, accepted / plan.ProfileEveryBlocks, ct);
                }
            }
        }
    }

    /// <summary>The verdict, when the run ends here; null otherwise.</summary>
    private async Task<VerdictRecord?> JudgeAsync(int accepted, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        IReadOnlyList<LaunchRecord> launches = await FinishedLaunches.ReadAsync(context.Store, plan.RunId, ct);
        if (!launches.Any(l => l.Kind == LaunchKind.Timed))
        {
            return null;
        }

        AnalysisResult analysis = RunAnalyzer.Analyze(plan, launches, minHitsPerMessage);
        VerdictRecord verdict = await DecideAsync(analysis);
        // An attempt that failed is under way until its repeat has ended; a run must not end by it.
        bool isSettled = analysis.Blocks == accepted;
        if (isSettled && accepted > _told)
        {
            // A block that failed leaves what was said as it is.
            _told = accepted;
            await context.Journal.WriteAsync(RunEventTypes.Standing, Standing(analysis));
        }

        // What no further block can cure ends the run after the first one; a load that was short of processor may have it in the next.
        bool isBeyondRepair = analysis.IsProofLost || analysis.Mixed.Count > 0;
        bool ends = analysis.HardFailures.Any(f => f.StopsTheRun)
            || (isSettled && (isBeyondRepair || (plan.Looks.Contains(accepted) && SequentialStop.ShouldStop(plan, accepted, verdict))));
        return ends ? verdict : null;
    }

    private static StandingData Standing(AnalysisResult analysis) => new(
        analysis.Blocks,
        [
            .. analysis.Estimates.Where(e => e.Policy.Role == MetricRole.Primary || e.Policy.Id == MetricIds.LatencyP99).OrderBy(e => e.Policy.Role)
                .Select(e => new StandingMetric(
                    e.Policy.Id, e.Policy.Scale == MetricScale.Ratio, e.Policy.Unit, e.ShownChange,
                    e.HasTooFewBlocks ? null : e.ShownLow, e.HasTooFewBlocks ? null : e.ShownHigh)),
        ]);

    private async Task<VerdictRecord> DecideAsync(AnalysisResult analysis) =>
        VerdictMaker.Decide(context.Plan, analysis, await NullResults.StandingAsync(context.Store, context.Plan, CancellationToken.None));

    /// <summary>The verdict on what failed so far, attempts under way included; null when nothing of it decides.</summary>
    private async Task<VerdictRecord?> FindHardFailureAsync()
    {
        RunPlan plan = context.Plan;
        IReadOnlyList<LaunchRecord> launches = await context.Store.Launches.ListAsync(plan.RunId, null, CancellationToken.None);
        AnalysisResult analysis = RunAnalyzer.Analyze(plan, launches, minHitsPerMessage);
        if (!analysis.HardFailures.Any(IsCrashThatDecides) && DeadPilots(launches) is { } dead)
        {
            analysis = analysis with { HardFailures = [dead, .. analysis.HardFailures] };
        }

        return analysis.HardFailures.Any(IsCrashThatDecides) ? await DecideAsync(analysis) : null;
    }

    // Errors and loss are judged at the looks, so that looking often does not raise the error rate; a launch that died can only be counted.
    private static bool IsCrashThatDecides(HardFailure failure) => failure.StopsTheRun || (failure.IsDecisive && failure.Kind == HardFailureRule.CrashKind);

    private HardFailure? DeadPilots(IReadOnlyList<LaunchRecord> launches)
    {
        RunPlan plan = context.Plan;
        LaunchRecord[] pilots = [.. launches.Where(l => l.Kind == LaunchKind.Pilot)];
        LaunchRecord[] dead = [.. pilots.Where(l => l is { State: LaunchState.Failed, FailedRole: HardFailureRule.TargetRole })];
        int other = dead.Count(l => l.Arm == plan.Other.Name);
        bool isOthersAlone = dead.Length == other && pilots.Any(l => l.Arm == plan.Baseline.Name && l.State == LaunchState.Completed);
        return isOthersAlone && other >= HardFailureRule.CrashesMax
            ? new HardFailure(HardFailureRule.CrashKind, 0, other, true, new PilotsDied(plan.Other.Name, other, plan.Baseline.Name), StopsTheRun: true)
            : null;
    }
}
