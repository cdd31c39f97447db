using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Screen;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Executes a stored run from wherever it stands to its verdict. Everything it needs to go on after a death is in the store;
/// what a kill can cost is the launch under way and the block around it.
/// </summary>
internal sealed class RunExecutor(LabStore store, LabWorkspace workspace, IReadOnlyDictionary<string, double> minHitsPerMessage)
{
    /// <summary>Raised with role and pid of each child; tests use it to disturb launches.</summary>
    public event Action<string, int>? ChildStarted;

    /// <summary>Runs to the end. Throws <see cref="OperationCanceledException"/> when stopped; the run can then be resumed.</summary>
    public async Task ExecuteAsync(RunRecord run, IRunObserver observer, CancellationToken cancellationToken)
    {
        using MachineLock machine = MachineLock.Take();
        OwnedRun owner = await OwnedRun.TakeAsync(store, run.Id, cancellationToken);
        await using (owner)
        {
            var journal = new RunJournal(store, run.Id, observer);
            journal.Show(await store.Runs.SetStateAsync(run.Id, RunState.Running, null, CancellationToken.None));
            try
            {
                var executor = new LaunchExecutor();
                executor.ChildStarted += (role, pid) => ChildStarted?.Invoke(role, pid);
                var context = new RunContext
                {
                    Plan = run.Plan,
                    Store = store,
                    Workspace = workspace,
                    Journal = journal,
                    Clock = new RunClock(run.Plan),
                    Executor = executor,
                };
                await ExecuteAsync(context, owner.Token);
                await EndAsync(journal, run.Id, RunState.Completed, null);
            }
            catch (OperationCanceledException) when (owner.IsCancelRequested)
            {
                await EndAsync(journal, run.Id, RunState.Cancelled, null);
            }
            catch (OperationCanceledException) when (owner.IsLost)
            {
                throw new LabInputException([owner.Loss ?? $"Another process took run {run.Id} over; 'plab watch {run.Id}' follows it."]);
            }
            catch (OperationCanceledException)
            {
                await EndAsync(journal, run.Id, RunState.Interrupted, null);
                throw;
            }
            catch (Exception e) when (e is RunFailedException or FileNotFoundException)
            {
                await EndAsync(journal, run.Id, RunState.Failed, e.Message);
            }
        }
    }

    private async Task ExecuteAsync(RunContext context, CancellationToken ct)
    {
        LoadSpec load = context.Plan.Experiment.Load;
        if (load.Mode == LoadMode.Open && context.Plan.RatePerSecond is null)
        {
            await PilotPhase.RunAsync(context, ct);
        }

        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("execute", 0));
        if (context.Plan.Screen is not null)
        {
            await ScreenPhase.RunAsync(context, ct);
            return;
        }

        VerdictRecord verdict = await MeasureAsync(context, ct);
        // The verdict rests on the timed launches: it is safe before anything is traced.
        await store.Results.SaveVerdictAsync(verdict, null, CancellationToken.None);
        await ProfileAsync(context, ProfilePhase.Rounds(context.Plan, verdict.Blocks), ct);
        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("analyse", 0));
        await store.Results.SaveVerdictAsync(verdict, await AttributeAsync(context.Plan, verdict), CancellationToken.None);
        await NullResults.SaveAsync(store, context.Plan, verdict);
    }

    /// <summary>Traced launches explain a verdict; that they fail takes none away.</summary>
    private static async Task ProfileAsync(RunContext context, int rounds, CancellationToken ct)
    {
        try
        {
            await ProfilePhase.RunAsync(context, rounds, ct);
        }
        catch (RunFailedException e)
        {
            context.ForgetFailures();
            await context.Journal.NoteAsync($"No call sites from these traces: {e.Message}");
        }
    }

    /// <summary>How the sites of both arms add up to the exact change; null without any profile. One that is not possible says why.</summary>
    private async Task<AllocationComparison?> AttributeAsync(RunPlan plan, VerdictRecord verdict)
    {
        IReadOnlyList<AllocationProfile> profiles = await store.Results.ListProfilesAsync(plan.RunId, CancellationToken.None);
        List<AllocationProfile> baseline = [.. profiles.Where(p => p.Arm == plan.Baseline.Name)];
        List<AllocationProfile> other = [.. profiles.Where(p => p.Arm == plan.Other.Name)];
        MetricEstimate? bytes = verdict.Estimates.FirstOrDefault(e => e.Policy.Id == MetricIds.BytesPerMessage);
        return profiles.Count == 0 || bytes is null
            ? null
            : AllocationComparer.Compare(baseline, other, bytes.ShownChange, RolesNow());
    }

    /// <summary>The workspace's roles; preparation has checked their file, and one that was spoiled since must not lose a whole run.</summary>
    private RoleMap RolesNow()
    {
        try
        {
            return RoleFile.Of(workspace);
        }
        catch (LabInputException)
        {
            return SeamRoles.Map;
        }
    }

    /// <summary>Blocks until a look decides, the last look is reached, or the machine proves unfit.</summary>
    private async Task<VerdictRecord> MeasureAsync(RunContext context, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        int accepted = (await store.Blocks.ListAsync(plan.RunId, ct)).Count(b => b.Outcome == BlockOutcome.Accepted);
        while (true)
        {
            VerdictRecord? verdict = await LookAsync(context, accepted, ct);
            if (verdict is not null)
            {
                return verdict;
            }

            if (await BlockPhase.RunAsync(context, accepted, accepted, ct))
            {
                accepted++;
                if (plan.ProfileEveryBlocks > 0 && accepted % plan.ProfileEveryBlocks == 0)
                {
                    await ProfileAsync(context, accepted / plan.ProfileEveryBlocks, ct);
                }
            }
        }
    }

    /// <summary>The verdict, when it is time to look and the look ends the run; null otherwise.</summary>
    private async Task<VerdictRecord?> LookAsync(RunContext context, int accepted, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        bool isLook = plan.Looks.Contains(accepted);
        if (!isLook && !await MachineLooksUnfitAsync(plan, ct))
        {
            return null;
        }

        // An attempt that was cut off has launches but no row: it is begun anew and must not count beside the new one.
        HashSet<(int, int)> finished = [.. (await store.Blocks.ListAsync(plan.RunId, ct)).Select(b => (b.Block, b.Attempt))];
        List<LaunchRecord> launches =
        [
            .. (await store.Launches.ListAsync(plan.RunId, null, ct))
                .Where(l => l.Kind != LaunchKind.Timed || finished.Contains((l.Block, l.Attempt))),
        ];
        AnalysisResult analysis = RunAnalyzer.Analyze(plan, launches, minHitsPerMessage);
        VerdictRecord verdict = VerdictMaker.Decide(plan, analysis);
        return SequentialStop.ShouldStop(plan, accepted, verdict) ? verdict : null;
    }

    /// <summary>A machine that spoils more blocks than it lets pass ends the run instead of keeping it for hours.</summary>
    private async Task<bool> MachineLooksUnfitAsync(RunPlan plan, CancellationToken ct)
    {
        IReadOnlyList<BlockResult> blocks = await store.Blocks.ListAsync(plan.RunId, ct);
        int contaminated = blocks.Count(b => b.Outcome == BlockOutcome.Contaminated);
        return blocks.Count >= ContaminationRule.AttemptsMin && 2 * contaminated > blocks.Count;
    }

    private async Task EndAsync(RunJournal journal, string runId, RunState state, string? error) =>
        journal.Show(await store.Runs.SetStateAsync(runId, state, error, CancellationToken.None));
}
