using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Matrix;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Runner.Compare;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Matrix;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Screen;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner;

/// <summary>The lab as its front ends see it: every command of the terminal is one call here.</summary>
public sealed class LabService : ILabService, IAsyncDisposable
{
    private readonly LabStore _store;
    private readonly LabWorkspace _workspace;
    private readonly DecisionBook _decisions;

    /// <summary>The store, for tests that look behind the service.</summary>
    internal LabStore Store => _store;

    private LabService(LabStore store, LabWorkspace workspace)
    {
        _store = store;
        _workspace = workspace;
        _decisions = new DecisionBook(store, workspace, TimeProvider.System);
    }

    /// <summary>Raised with role and pid of each child that an execution starts.</summary>
    public event Action<string, int>? ChildStarted;

    /// <summary>Opens the workspace's store, creating it on the first use. Throws <see cref="LabInputException"/>.</summary>
    public static async Task<LabService> OpenAsync(LabWorkspace workspace, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(workspace.Data);
        try
        {
            return new LabService(await LabStore.OpenAsync(workspace.Store, StoreMode.Write, null, cancellationToken), workspace);
        }
        catch (StoreException e)
        {
            throw new LabInputException([e.Message]);
        }
    }

    /// <inheritdoc/>
    public async Task<RunRecord> PrepareAsync(string experimentPath, RunOptions options, CancellationToken ct)
    {
        RunPlan plan = RunPreparation.Prepare(_workspace, experimentPath, options);
        return await _store.Runs.CreateAsync(plan, ct);
    }

    /// <inheritdoc/>
    public async Task<RunRecord> PrepareScreenAsync(ScreenOptions options, CancellationToken ct) =>
        await _store.Runs.CreateAsync(ScreenPreparation.Prepare(_workspace, options), ct);

    /// <inheritdoc/>
    public Task<RunPlan> PlanScreenAsync(ScreenOptions options, CancellationToken ct) => Task.Run(() => ScreenPreparation.Prepare(_workspace, options), ct);

    /// <inheritdoc/>
    public async Task<RunReport> ExecuteAsync(string runId, IRunObserver observer, CancellationToken ct)
    {
        RunRecord run = await ResolveAsync(runId, ct);
        if (run.State is RunState.Completed)
        {
            return await ReportAsync(run.Id, ct);
        }

        var executor = new RunExecutor(_store, _workspace, MinHitsPerMessage(run.Plan));
        executor.ChildStarted += (role, pid) => ChildStarted?.Invoke(role, pid);
        await executor.ExecuteAsync(run, observer, ct);
        return await ReportAsync(run.Id, CancellationToken.None);
    }

    /// <inheritdoc/>
    public async Task<RunReport> ReportAsync(string runIdOrPrefix, CancellationToken ct)
    {
        RunRecord run = await ResolveAsync(runIdOrPrefix, ct);
        StoredVerdict? verdict = await _store.Results.FindVerdictAsync(run.Id, ct);
        IReadOnlyList<BlockResult> blocks = await _store.Blocks.ListAsync(run.Id, ct);
        IReadOnlyList<LaunchRecord> launches = await _store.Launches.ListAsync(run.Id, null, ct);
        return new RunReport
        {
            LatestAa = await NullResults.LatestAsync(_store, run.Plan.ToggledSeams, launches, ct),
            Run = await WithoutDeadOwnerAsync(run, ct),
            Verdict = verdict?.Verdict,
            Attribution = verdict?.Comparison,
            Launches = launches,
            BlocksAccepted = blocks.Count(b => b.Outcome == BlockOutcome.Accepted),
            Profiles = await _store.Results.ListProfilesAsync(run.Id, ct),
            Screen = run.Plan.Screen is null ? null : await ScreenAsync(run.Plan, launches, ct),
        };
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<AllocationStacks>> StacksAsync(string runIdOrPrefix, CancellationToken ct) =>
        await RunStacks.ReadAsync(_store, _workspace.Traces, await ResolveAsync(runIdOrPrefix, ct), ct);

    /// <inheritdoc/>
    public async Task<IReadOnlyList<LatencyCurve>> LatencyCurvesAsync(string runIdOrPrefix, CancellationToken ct)
    {
        RunRecord run = await ResolveAsync(runIdOrPrefix, ct);
        IReadOnlyList<StoredHistogram> histograms = await _store.Launches.ListHistogramsAsync(run.Id, LoadResult.LatencyRole, ct);
        return await Task.Run(() => LatencyCurves.Of(histograms), ct);
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<RunReport>> ListAsync(int countMax, CancellationToken ct)
    {
        IReadOnlyList<ListedRun> runs = await _store.Runs.ListWholeAsync(null, countMax, ct);
        return [.. runs.Select(r => Report(r, []))];
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<RuntimeProfile>> RuntimeProfilesAsync(string runIdOrPrefix, CancellationToken ct) =>
        await _store.Results.ListRuntimeProfilesAsync((await ResolveAsync(runIdOrPrefix, ct)).Id, ct);

    /// <inheritdoc/>
    public async Task<IReadOnlyList<RunEvent>> EventsAfterAsync(string runId, long seq, CancellationToken ct) =>
        await _store.Events.ReadAsync(runId, seq, EventLog.MaxPage, ct);

    /// <inheritdoc/>
    public async Task RequestCancelAsync(string runId, CancellationToken ct)
    {
        RunRecord run = await ResolveAsync(runId, ct);
        if (run.State is RunState.Completed or RunState.Failed or RunState.Cancelled)
        {
            throw new LabInputException([$"Run {run.Id} has ended ({run.State.ToString().ToLowerInvariant()}); there is nothing to cancel."]);
        }

        await _store.Runs.RequestCancelAsync(run.Id, ct);
        RunOwner? owner = await _store.Ownership.FindAsync(run.Id, ct);
        if (owner is null || owner.IsStale(DateTimeOffset.UtcNow))
        {
            // Nobody is there to honour the flag.
            await _store.Runs.SetStateAsync(run.Id, RunState.Cancelled, null, ct);
        }
    }

    /// <inheritdoc/>
    public async Task<PackResult> PackAsync(string runIdOrPrefix, string path, CancellationToken ct) =>
        await new RunPacks(_store, _workspace).PackAsync(await ResolveAsync(runIdOrPrefix, ct), path, ct);

    /// <inheritdoc/>
    public Task<RunRecord> UnpackAsync(string path, RunOrigin origin, CancellationToken ct) =>
        new RunPacks(_store, _workspace).UnpackAsync(path, origin, ct);

    /// <inheritdoc/>
    public Task<CleanResult> CleanAsync(CleanOptions options, CancellationToken ct) =>
        new Workspace.WorkspaceCleaner(_store, _workspace).CleanAsync(options, ct);

    /// <inheritdoc/>
    public Task<DecisionProposal> ProposeDecisionAsync(DecisionRequest request, CancellationToken ct) =>
        _decisions.ProposeAsync(request, run => ReportAsync(run, ct), ct);

    /// <inheritdoc/>
    public async Task<StandingDecision> DecideAsync(DecisionRequest request, string? shownToken, CancellationToken ct) =>
        await _decisions.DecideAsync(await ProposeDecisionAsync(request, ct), shownToken, ct);

    /// <inheritdoc/>
    public Task<StandingDecision> ApplyDecisionAsync(string decisionId, CancellationToken ct) => _decisions.ApplyAsync(decisionId, ct);

    /// <inheritdoc/>
    public Task<IReadOnlyList<StandingDecision>> DecisionsAsync(CancellationToken ct) => _decisions.ListAsync(ct);

    /// <inheritdoc/>
    public Task<WorkspaceStrategies> StrategiesAsync(CancellationToken ct) => Task.Run(() => StrategiesFile.Load(_workspace), ct);

    /// <inheritdoc/>
    public Task<IReadOnlyList<ExperimentSummary>> ExperimentsAsync(CancellationToken ct) => _store.Runs.ListExperimentsAsync(ct);

    /// <inheritdoc/>
    public async Task<IReadOnlyList<RunReport>> HistoryAsync(string experimentId, int runsMax, CancellationToken ct)
    {
        IReadOnlyList<ListedRun> runs = await _store.Runs.ListWholeAsync(experimentId, runsMax, ct);
        ILookup<string, LaunchRecord> launches = await _store.History.ListAsync(experimentId, runsMax, ct);
        return [.. runs.Select(r => Report(r, [.. launches[r.Run.Id]]))];
    }

    /// <inheritdoc/>
    public Task<MatrixResult> MatrixAsync(MatrixOptions options, Action<MatrixProgress> report, CancellationToken ct) =>
        new MatrixRunner(options).RunAsync(report, ct);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _store.DisposeAsync();

    private async Task<ScreenResult> ScreenAsync(RunPlan plan, IReadOnlyList<LaunchRecord> launches, CancellationToken ct)
    {
        ScreenResult result = ScreenAnalyzer.Analyze(plan, launches);
        List<ScreenProposal> proposals = [];
        foreach (ScreenProposal proposal in result.Proposals)
        {
            IReadOnlyList<ListedRun> runs = await _store.Runs.ListWholeAsync(proposal.ExperimentId, 1, ct);
            proposals.Add(ScreenExperiments.Located(_workspace, proposal) with { RunId = runs.Count > 0 ? runs[0].Run.Id : null });
        }

        return result with { Proposals = proposals };
    }

    private static RunReport Report(ListedRun listed, IReadOnlyList<LaunchRecord> launches) => new()
    {
        Run = WithoutDeadOwner(listed.Run, listed.Owner),
        Verdict = listed.Verdict,
        Launches = launches,
        BlocksAccepted = listed.AcceptedBlocks,
    };

    private async Task<RunRecord> WithoutDeadOwnerAsync(RunRecord run, CancellationToken ct) =>
        run.State is RunState.Running or RunState.Planned ? WithoutDeadOwner(run, await _store.Ownership.FindAsync(run.Id, ct)) : run;

    /// <summary>A run whose owner is gone is not running, whatever its last state says.</summary>
    private static RunRecord WithoutDeadOwner(RunRecord run, RunOwner? owner)
    {
        DateTimeOffset now = DateTimeOffset.UtcNow;
        bool isYoung = now - run.CreatedAt < RunOwnership.StaleAfter;
        return run.State == RunState.Running || (run.State == RunState.Planned && !isYoung)
            ? owner is null || owner.IsStale(now) ? run with { State = RunState.Interrupted } : run
            : run;
    }

    private async Task<RunRecord> ResolveAsync(string idOrPrefix, CancellationToken ct)
    {
        try
        {
            return await _store.Runs.ResolveAsync(idOrPrefix, ct);
        }
        catch (StoreException e) when (e.Problem is StoreProblem.NotFound or StoreProblem.Ambiguous)
        {
            throw new LabInputException([e.Message]);
        }
    }

    private static Dictionary<string, double> MinHitsPerMessage(RunPlan plan) =>
        plan.ToggledSeams.ToDictionary(
            seam => seam,
            seam => ((ResolvedArm[])[plan.Baseline, plan.Other])
                .Max(arm => EngineCatalog.Of(plan.Experiment.Scenario).Seam(seam)!.Find(arm.Strategies[seam].Use)!.MinHitsPerMessage));
}
