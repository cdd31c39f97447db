using System.Collections.Concurrent;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Matrix;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Compare;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Matrix;
using PlayHouse.Lab.Runner.Metering;
using PlayHouse.Lab.Runner.Noise;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Reanalyse;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Screen;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner;

/// <summary>The lab as its front ends see it: every command of the terminal is one call here.</summary>
public sealed class LabService : ILabService, IAsyncDisposable
{
    // Noise is of the last weeks; more runs would only cost time.
    private const int PastRunsMax = 200;

    private readonly LabStore _store;
    private readonly LabWorkspace _workspace;
    private readonly LaunchSite _site;
    private readonly DecisionBook _decisions;
    private readonly QuestionBook _questions;
    private readonly ConcurrentDictionary<string, bool> _prepared = new(StringComparer.Ordinal);

    /// <summary>The store, for tests that look behind the service.</summary>
    internal LabStore Store => _store;

    private LabService(LabStore store, LabWorkspace workspace, LaunchSite site)
    {
        _store = store;
        _workspace = workspace;
        _site = site;
        _decisions = new DecisionBook(store, workspace, TimeProvider.System);
        _questions = new QuestionBook(store);
    }

    /// <summary>Raised for each process that an execution starts.</summary>
    public event Action<ChildProcess>? ChildStarted;

    /// <summary>Opens the workspace's store, creating it on the first use. Throws <see cref="LabInputException"/>.</summary>
    public static Task<LabService> OpenAsync(LabWorkspace workspace, CancellationToken cancellationToken) => OpenAsync(workspace, LaunchSite.Machine, cancellationToken);

    /// <summary>The lab over launches that are made elsewhere, for tests.</summary>
    internal static async Task<LabService> OpenAsync(LabWorkspace workspace, LaunchSite site, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(workspace.Data);
        try
        {
            return new LabService(await LabStore.OpenAsync(workspace.Store, StoreMode.Write, null, cancellationToken), workspace, site);
        }
        catch (StoreException e)
        {
            throw new LabInputException([e.Message]);
        }
    }

    /// <inheritdoc/>
    public async Task<RunRecord> PrepareAsync(string experimentPath, RunOptions options, CancellationToken ct)
    {
        RunPlan plan = options.Confirms is { } confirmed
            ? await DeclareAsync(experimentPath, options, await ResolveAsync(confirmed, ct), ct)
            : RunPreparation.Prepare(_workspace, experimentPath, options);
        RunRecord run = await _store.Runs.CreateAsync(plan, ct);
        _prepared.TryAdd(run.Id, true);
        return run;
    }

    private Task<RunPlan> DeclareAsync(string experimentPath, RunOptions options, RunRecord selected, CancellationToken ct) => _questions.DeclareAsync(
        RunPreparation.Prepare(_workspace, experimentPath, Confirmation.OptionsOf(selected.Plan, options)), selected, TimeProvider.System.GetUtcNow(), ct);

    /// <inheritdoc/>
    public async Task<PlanOutlook> OutlookAsync(string experimentPath, RunOptions options, CancellationToken ct)
    {
        RunPlan plan = RunPreparation.Prepare(_workspace, experimentPath, options);
        IReadOnlyList<RunReport> past = await ListAsync(PastRunsMax, ct);
        return await Task.Run(() => PlanOutlooks.Of(plan, RecordedNoise.For(plan, past, NoiseFile.Read(_workspace))), ct);
    }

    /// <inheritdoc/>
    public async Task<NoiseRecord> MeasureNoiseAsync(NoiseOptions options, Action<NoiseProgress> report, CancellationToken ct)
    {
        NoiseRecord record = await new NoiseMeter(options, _site).MeasureAsync(report, ct);
        NoiseFile.Write(_workspace, record);
        return record;
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

        using MachineLock machine = await TakeMachineAsync(run);
        _prepared.TryRemove(run.Id, out _);
        ILauncher launcher = _site.Launcher();
        launcher.ChildStarted += child => ChildStarted?.Invoke(child);
        await new RunExecutor(_store, _workspace, launcher, MinHitsPerMessage(run.Plan)).ExecuteAsync(run, observer, ct);
        return await ReportAsync(run.Id, CancellationToken.None);
    }

    /// <inheritdoc/>
    public async Task<RunReport> ReportAsync(string runIdOrPrefix, CancellationToken ct)
    {
        RunRecord run = await ResolveAsync(runIdOrPrefix, ct);
        StoredVerdict? verdict = await _store.Results.FindVerdictAsync(run.Id, ct);
        IReadOnlyList<BlockResult> blocks = await _store.Blocks.ListAsync(run.Id, ct);
        IReadOnlyList<LaunchRecord> launches = await _store.Launches.ListAsync(run.Id, null, ct);
        IReadOnlyList<AllocationProfile> profiles = RunFigures.Calibrated(await _store.Results.ListProfilesAsync(run.Id, ct), launches);
        return RunFigures.WithLevels(new RunReport
        {
            LatestAa = await NullResults.LatestAsync(_store, run.Plan.ToggledSeams, launches, ct),
            Run = await WithoutDeadOwnerAsync(run, ct),
            Confirmation = await _questions.StandingAsync(run, ct),
            Question = await _questions.RunsAsync(run.Plan, ct),
            Uncounted = AttemptLedger.Uncounted(run.Plan, launches, blocks),
            Verdict = verdict?.Verdict,
            // Stored for programs that read the store; shown by the roles and limits of today, as every other comparison is.
            Attribution = verdict?.Comparison is { } stored
                ? RunFigures.Attribution(run.Plan, verdict.Verdict, profiles, RoleFile.OrShipped(_workspace)) ?? stored
                : null,
            Launches = launches,
            Attempts = [.. blocks.Select(b => new BlockAttempt(b.Block, b.Attempt, b.Outcome == BlockOutcome.Accepted))],
            BlocksAccepted = blocks.Count(b => b.Outcome == BlockOutcome.Accepted),
            Profiles = profiles,
            Screen = run.Plan.Screen is null ? null : await ScreenAsync(run.Plan, launches, ct),
        });
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
        return await _questions.WithStandingsAsync([.. runs.Select(r => Report(r, []))], ct);
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<RuntimeProfile>> RuntimeProfilesAsync(string runIdOrPrefix, CancellationToken ct)
    {
        string run = (await ResolveAsync(runIdOrPrefix, ct)).Id;
        ILookup<string, AllocationProfile> traces = (await RunFigures.ProfilesAsync(_store, run, ct)).Where(p => p.Invalid.Count > 0).ToLookup(p => p.LaunchId, StringComparer.Ordinal);
        IReadOnlyList<RuntimeProfile> profiles = await _store.Results.ListRuntimeProfilesAsync(run, ct);
        return [.. profiles.Select(p => p with { Notes = [.. p.Notes, .. traces[p.LaunchId].Select(t => $"its allocation samples are not used ({string.Join("; ", t.Invalid)}); what stands here is counted, not sampled")] })];
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<RunEvent>> EventsAfterAsync(string runId, long seq, CancellationToken ct) =>
        await _store.Events.ReadAsync(runId, seq, EventLog.MaxPage, ct);

    /// <inheritdoc/>
    public async Task<Reanalysis> AnalyseAsync(string runIdOrPrefix, bool isRecorded, CancellationToken ct)
    {
        RunReport report = await ReportAsync(runIdOrPrefix, ct);
        return await new RunReanalysis(_store).AnalyseAsync(report, MinHitsPerMessage(report.Run.Plan), isRecorded, ct);
    }

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
            // No process is there to honour the flag.
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
        new Clean.WorkspaceCleaner(_store, _workspace).CleanAsync(options, ct);

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
    public Task<WorkspaceStrategies> StrategiesAsync(CancellationToken ct) => Task.Run(() => WorkspaceStrategiesFile.Load(_workspace), ct);

    /// <inheritdoc/>
    public Task<IReadOnlyList<ExperimentSummary>> ExperimentsAsync(CancellationToken ct) => _store.Runs.ListExperimentsAsync(ct);

    /// <inheritdoc/>
    public async Task<IReadOnlyList<RunReport>> HistoryAsync(string experimentId, int runsMax, CancellationToken ct)
    {
        IReadOnlyList<ListedRun> runs = await _store.Runs.ListWholeAsync(experimentId, runsMax, ct);
        ILookup<string, LaunchRecord> launches = await _store.History.ListAsync(experimentId, runsMax, ct);
        return await _questions.WithStandingsAsync([.. runs.Select(r => RunFigures.WithLevels(Report(r, [.. launches[r.Run.Id]])))], ct);
    }

    /// <inheritdoc/>
    public Task<MatrixResult> MatrixAsync(MatrixOptions options, Action<MatrixProgress> report, CancellationToken ct) =>
        new MatrixRunner(options, _site).RunAsync(report, ct);

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

    /// <summary>A run that this command made and may not begin leaves nothing: it would look like one that was interrupted.</summary>
    private async Task<MachineLock> TakeMachineAsync(RunRecord run)
    {
        try
        {
            return MachineLock.Take(_site.Lock);
        }
        catch (LabInputException) when (_prepared.TryRemove(run.Id, out _))
        {
            await _store.Runs.DeleteAsync([run.Id], CancellationToken.None);
            throw;
        }
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

    // A recorded run may toggle what this build no longer has; it then has no proof, and says so.
    private static Dictionary<string, double> MinHitsPerMessage(RunPlan plan) => plan.ToggledSeams
        .Select(seam => (Seam: seam, Hits: ((ResolvedArm[])[plan.Baseline, plan.Other])
            .Max(arm => EngineCatalog.Of(plan.Experiment.Scenario).Seam(seam)?.Find(arm.Strategies[seam].Use)?.MinHitsPerMessage)))
        .Where(s => s.Hits is not null)
        .ToDictionary(s => s.Seam, s => s.Hits!.Value);
}
