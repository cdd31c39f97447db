using System.Collections.Concurrent;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Matrix;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Reporting.Decisions;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Noise;

namespace PlayHouse.Lab.Cli.Tests.Fakes;

/// <summary>A lab with the runs a test gives it.</summary>
internal sealed class FakeLabService : ILabService
{
    public List<RunReport> Reports { get; } = [];

    public ConcurrentQueue<IReadOnlyList<RunEvent>> EventBatches { get; } = new();

    public List<RunEvent> ExecuteEvents { get; } = [];

    public (string Path, RunOptions Options)? Prepared { get; private set; }

    public string? Executed { get; private set; }

    public string? Cancelled { get; private set; }

    public CleanOptions? Cleaned { get; private set; }

    public int? CountMax { get; private set; }

    public Exception? Failure { get; set; }

    /// <summary>Given for every run.</summary>
    public IReadOnlyList<AllocationStacks> Stacks { get; set; } = [];

    /// <summary>Ends <see cref="ExecuteAsync"/>; by default with the first report.</summary>
    public Func<CancellationToken, Task<RunReport>>? Execution { get; set; }

    /// <summary>Called before a report is given, to let a run end.</summary>
    public Func<RunReport, RunReport> Reading { get; set; } = static r => r;

    public Task<RunRecord> PrepareAsync(string experimentPath, RunOptions options, CancellationToken ct)
    {
        Prepared = (experimentPath, options);
        return Failure is null
            ? Task.FromResult(SampleReports.Report(null, state: RunState.Planned).Run)
            : Task.FromException<RunRecord>(Failure);
    }

    /// <summary>What a plan's outlook is; by default nothing is known.</summary>
    public Func<PlanOutlook> Outlook { get; set; } = static () => new PlanOutlook
    {
        Plan = SampleReports.Plan(),
        Looks = [new PlannedLook(6, 300), new PlannedLook(24, 1200)],
        Noise = new NoiseSource(NoiseKind.Unknown, [], null, null),
    };

    public (string Path, RunOptions Options)? OutlookAsked { get; private set; }

    public Task<PlanOutlook> OutlookAsync(string experimentPath, RunOptions options, CancellationToken ct)
    {
        OutlookAsked = (experimentPath, options);
        return Failure is null ? Task.FromResult(Outlook()) : Task.FromException<PlanOutlook>(Failure);
    }

    /// <summary>What a measurement of noise gives.</summary>
    public NoiseRecord? Noise { get; set; }

    public Task<NoiseRecord> MeasureNoiseAsync(NoiseOptions options, Action<NoiseProgress> report, CancellationToken ct)
    {
        report(new NoiseProgress(0, 17, "pilot that finds the rate", 108));
        return Failure is null ? Task.FromResult(Noise!) : Task.FromException<NoiseRecord>(Failure);
    }

    public async Task<RunReport> ExecuteAsync(string runId, IRunObserver observer, CancellationToken ct)
    {
        Executed = runId;
        ExecuteEvents.ForEach(observer.OnEvent);
        return Execution is null ? Reports[0] : await Execution(ct);
    }

    public Task<RunReport> ReportAsync(string runIdOrPrefix, CancellationToken ct)
    {
        List<RunReport> found = Reports.FindAll(r => r.Run.Id.StartsWith(runIdOrPrefix, StringComparison.Ordinal));
        return found.Count == 1
            ? Task.FromResult(Reading(found[0]))
            : Task.FromException<RunReport>(new LabInputException([$"'{runIdOrPrefix}' fits {found.Count} runs."]));
    }

    /// <summary>What a run is judged again to; by default the same.</summary>
    public Func<RunReport, Reanalysis>? Reanalysed { get; set; }

    /// <summary>Runs that were judged again, with whether it was to be recorded.</summary>
    public List<(string Run, bool IsRecorded)> Analysed { get; } = [];

    public async Task<Reanalysis> AnalyseAsync(string runIdOrPrefix, bool isRecorded, CancellationToken ct)
    {
        RunReport report = await ReportAsync(runIdOrPrefix, ct);
        Analysed.Add((report.Run.Id, isRecorded));
        VerdictRecord verdict = report.Verdict!;
        return Reanalysed?.Invoke(report) ?? new Reanalysis
        {
            Report = report,
            SaidAtTheTime = new PastVerdict(verdict.RuleVersion, verdict.Kind, verdict.IsProvisional, verdict.Rule, report.Run.CreatedAt),
            Now = verdict,
            IsSameRule = true,
            IsIdentical = true,
        };
    }

    /// <summary>Runtime profiles of every run.</summary>
    public List<RuntimeProfile> RuntimeProfiles { get; } = [];

    public async Task<IReadOnlyList<RuntimeProfile>> RuntimeProfilesAsync(string runIdOrPrefix, CancellationToken ct)
    {
        await ReportAsync(runIdOrPrefix, ct);
        return RuntimeProfiles;
    }

    public Task<IReadOnlyList<LatencyCurve>> LatencyCurvesAsync(string runIdOrPrefix, CancellationToken ct) => Task.FromResult<IReadOnlyList<LatencyCurve>>([]);

    public Task<IReadOnlyList<AllocationStacks>> StacksAsync(string runIdOrPrefix, CancellationToken ct) =>
        Failure is null ? Task.FromResult(Stacks) : Task.FromException<IReadOnlyList<AllocationStacks>>(Failure);

    public Task<IReadOnlyList<RunReport>> ListAsync(int countMax, CancellationToken ct)
    {
        CountMax = countMax;
        return Task.FromResult<IReadOnlyList<RunReport>>([.. Reports.Take(countMax)]);
    }

    public Task<IReadOnlyList<RunEvent>> EventsAfterAsync(string runId, long seq, CancellationToken ct) =>
        Task.FromResult(EventBatches.TryDequeue(out IReadOnlyList<RunEvent>? batch) ? batch : []);

    public Task RequestCancelAsync(string runId, CancellationToken ct)
    {
        Cancelled = runId;
        return Task.CompletedTask;
    }

    /// <summary>Run and file of the last packing.</summary>
    public (string Run, string Path)? Packed { get; private set; }

    /// <summary>Files that were unpacked, with their marks.</summary>
    public List<(string Path, RunOrigin Origin)> Unpacked { get; } = [];

    /// <summary>Called by every unpacking.</summary>
    public Action OnUnpack { get; set; } = static () => { };

    public Task<PackResult> PackAsync(string runIdOrPrefix, string path, CancellationToken ct)
    {
        Packed = (runIdOrPrefix, path);
        return Task.FromResult(new PackResult(runIdOrPrefix, 42, 4, 300 << 10));
    }

    public Task<RunRecord> UnpackAsync(string path, RunOrigin origin, CancellationToken ct)
    {
        Unpacked.Add((path, origin));
        OnUnpack();
        return Task.FromResult(Reports[0].Run);
    }

    public Task<CleanResult> CleanAsync(CleanOptions options, CancellationToken ct)
    {
        Cleaned = options;
        return Task.FromResult(new CleanResult(3, 5L << 20, 0, ["t-1 is cited by d-0001"]));
    }

    /// <summary>What was decided.</summary>
    public List<StandingDecision> Decisions { get; } = [];

    public DecisionRequest? Proposed { get; private set; }

    public (DecisionRequest Request, string? Token)? Decided { get; private set; }

    public string? Applied { get; private set; }

    public Func<DecisionRequest, Decision>? Deciding { get; set; }

    public Task<DecisionProposal> ProposeDecisionAsync(DecisionRequest request, CancellationToken ct)
    {
        Proposed = request;
        Decision decision = Deciding!(request);
        return Task.FromResult(new DecisionProposal(decision, DecisionMarkdown.Of(decision), "0123456789ab"));
    }

    public Task<StandingDecision> DecideAsync(DecisionRequest request, string? shownToken, CancellationToken ct)
    {
        Decided = (request, shownToken);
        return Task.FromResult(new StandingDecision(Deciding!(request), null, null));
    }

    public Task<StandingDecision> ApplyDecisionAsync(string decisionId, CancellationToken ct)
    {
        Applied = decisionId;
        return Task.FromResult(new StandingDecision(Deciding!(Decided?.Request ?? Proposed!), null, SampleReports.Time));
    }

    public Task<IReadOnlyList<StandingDecision>> DecisionsAsync(CancellationToken ct) => Task.FromResult<IReadOnlyList<StandingDecision>>(Decisions);

    public WorkspaceStrategies Strategies { get; set; } = WorkspaceStrategies.None;

    public Task<WorkspaceStrategies> StrategiesAsync(CancellationToken ct) => Task.FromResult(Strategies);

    public Task<IReadOnlyList<ExperimentSummary>> ExperimentsAsync(CancellationToken ct) => Task.FromResult<IReadOnlyList<ExperimentSummary>>([]);

    public Task<IReadOnlyList<RunReport>> HistoryAsync(string experimentId, int runsMax, CancellationToken ct) => ListAsync(runsMax, ct);

    /// <summary>What a matrix gives; the options it was asked with are kept.</summary>
    public MatrixResult? Matrix { get; set; }

    public ScreenOptions? ScreenAsked { get; private set; }

    public RunRecord? ScreenRun { get; set; }

    public Task<RunRecord> PrepareScreenAsync(ScreenOptions options, CancellationToken ct)
    {
        ScreenAsked = options;
        return Failure is null ? Task.FromResult(ScreenRun!) : Task.FromException<RunRecord>(Failure);
    }

    public async Task<RunPlan> PlanScreenAsync(ScreenOptions options, CancellationToken ct) => (await PrepareScreenAsync(options, ct)).Plan;

    public MatrixOptions? MatrixAsked { get; private set; }

    public Task<MatrixResult> MatrixAsync(MatrixOptions options, Action<MatrixProgress> report, CancellationToken ct)
    {
        MatrixAsked = options;
        report(new MatrixProgress(0, 1, "round 1, c2s-proto-echo: baseline"));
        return Failure is null ? Task.FromResult(Matrix!) : Task.FromException<MatrixResult>(Failure);
    }
}
