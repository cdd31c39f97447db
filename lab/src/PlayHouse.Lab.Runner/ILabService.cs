using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Matrix;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Noise;

namespace PlayHouse.Lab.Runner;

/// <summary>
/// Everything a surface (command line, dashboard, notebook) can ask of a lab. Calls may come from any thread. A run id or a
/// prefix that fits no run, or more than one, is a <see cref="LabInputException"/> in every member that takes one.
/// </summary>
public interface ILabService
{
    /// <summary>Loads and validates an experiment and stores its plan; nothing is launched.</summary>
    /// <exception cref="LabInputException">The experiment cannot run; carries every error.</exception>
    Task<RunRecord> PrepareAsync(string experimentPath, RunOptions options, CancellationToken ct);

    /// <summary>What a run of an experiment would take and decide on this machine; nothing is stored or launched.</summary>
    /// <exception cref="LabInputException">The experiment cannot run; carries every error.</exception>
    Task<PlanOutlook> OutlookAsync(string experimentPath, RunOptions options, CancellationToken ct);

    /// <summary>Measures this machine's noise with equal launches, keeps it in the workspace and gives it back. Takes the machine to itself.</summary>
    /// <param name="options">How many launches, for how long.</param>
    /// <param name="report">Called before each launch.</param>
    /// <param name="ct">Ends it; the last record stays.</param>
    /// <exception cref="LabInputException">Another run measures on this machine, or launches fail.</exception>
    Task<NoiseRecord> MeasureNoiseAsync(NoiseOptions options, Action<NoiseProgress> report, CancellationToken ct);

    /// <summary>Stores the plan of a screen of several toggles; nothing is launched. It is executed, resumed and reported like any run.</summary>
    /// <exception cref="LabInputException">It cannot run; carries every error, combinations that cannot be built by name.</exception>
    Task<RunRecord> PrepareScreenAsync(ScreenOptions options, CancellationToken ct);

    /// <summary>The plan of a screen as <see cref="PrepareScreenAsync"/> would store it.</summary>
    /// <exception cref="LabInputException">As above.</exception>
    Task<RunPlan> PlanScreenAsync(ScreenOptions options, CancellationToken ct);

    /// <summary>Runs a prepared run, or continues an interrupted one, to its end; becomes its owner.</summary>
    /// <exception cref="OperationCanceledException">Interrupted; the run can be resumed.</exception>
    /// <exception cref="LabInputException">The run has ended already or another process owns it.</exception>
    Task<RunReport> ExecuteAsync(string runId, IRunObserver observer, CancellationToken ct);

    /// <summary>Everything about one run. A run whose owner has died is reported as <see cref="RunState.Interrupted"/>.</summary>
    Task<RunReport> ReportAsync(string runIdOrPrefix, CancellationToken ct);

    /// <summary>
    /// Where each usable diagnostic launch of a run allocated, in the order of the launches: one per launch, with its arm, messages
    /// and exact bytes. From the kept stacks, or the raw trace where only that is left.
    /// </summary>
    /// <exception cref="LabInputException">The run has no usable trace, or both files are gone; says what to do.</exception>
    Task<IReadOnlyList<AllocationStacks>> StacksAsync(string runIdOrPrefix, CancellationToken ct);

    /// <summary>
    /// Latency of each completed timed launch of a run by percentile, from the histogram it kept; a launch without one is left out. Empty for
    /// a closed loop.
    /// </summary>
    Task<IReadOnlyList<LatencyCurve>> LatencyCurvesAsync(string runIdOrPrefix, CancellationToken ct);

    /// <summary>At most <paramref name="countMax"/> runs, newest first; their launches may be left out.</summary>
    Task<IReadOnlyList<RunReport>> ListAsync(int countMax, CancellationToken ct);

    /// <summary>
    /// What the runtime did in each diagnostic launch of a run, in launch order, refused ones with their reasons; empty for a run
    /// without diagnostic launches or of a build that did not read them.
    /// </summary>
    Task<IReadOnlyList<RuntimeProfile>> RuntimeProfilesAsync(string runIdOrPrefix, CancellationToken ct);

    /// <summary>Events of a run with a sequence number above <paramref name="seq"/>, in order.</summary>
    Task<IReadOnlyList<RunEvent>> EventsAfterAsync(string runId, long seq, CancellationToken ct);

    /// <summary>
    /// Judges a run again from its stored launches, by the rule of this build and with the policy of its plan. With
    /// <paramref name="isRecorded"/> the new verdict of a run that an older rule judged is stored next to the old one.
    /// </summary>
    /// <exception cref="LabInputException">The run has no verdict.</exception>
    Task<Reanalysis> AnalyseAsync(string runIdOrPrefix, bool isRecorded, CancellationToken ct);

    /// <summary>Asks the owner of a run to stop it for good; honoured within 2 s.</summary>
    Task RequestCancelAsync(string runId, CancellationToken ct);

    /// <summary>Writes an ended run, with the stacks of its traces, into one file for another workspace.</summary>
    /// <exception cref="LabInputException">The run can still continue, or the file cannot be written.</exception>
    Task<PackResult> PackAsync(string runIdOrPrefix, string path, CancellationToken ct);

    /// <summary>Puts a packed run into this store, marked as not measured here.</summary>
    /// <exception cref="LabInputException">The file is no packed run, of another version or damaged, or the run is here already.</exception>
    Task<RunRecord> UnpackAsync(string path, RunOrigin origin, CancellationToken ct);

    /// <summary>Removes what retention does not keep; never what a decision cites.</summary>
    Task<CleanResult> CleanAsync(CleanOptions options, CancellationToken ct);

    /// <summary>Prepares a decision about a run, or the taking back of one: what would be recorded and what would change. Nothing is written.</summary>
    /// <exception cref="LabInputException">It cannot be decided, or the evidence does not carry it and no override was given; every reason.</exception>
    Task<DecisionProposal> ProposeDecisionAsync(DecisionRequest request, CancellationToken ct);

    /// <summary>Records a decision in the store and as files in <c>experiments/decisions</c>. The workspace's strategies are not touched.</summary>
    /// <param name="request">What was prepared.</param>
    /// <param name="shownToken">Token of the proposal a person saw; null when no person saw one.</param>
    /// <param name="ct">Stops before the decision is stored.</param>
    /// <exception cref="LabInputException">As above, or something changed since the proposal was shown.</exception>
    Task<StandingDecision> DecideAsync(DecisionRequest request, string? shownToken, CancellationToken ct);

    /// <summary>Writes the change of a recorded decision to <c>strategies.json</c>: the confirmation of its diff.</summary>
    /// <exception cref="LabInputException">The file changed since, the decision does not stand any more, or it changes nothing.</exception>
    Task<StandingDecision> ApplyDecisionAsync(string decisionId, CancellationToken ct);

    /// <summary>All decisions, oldest first.</summary>
    Task<IReadOnlyList<StandingDecision>> DecisionsAsync(CancellationToken ct);

    /// <summary>Where this workspace's default differs from the shipped one.</summary>
    /// <exception cref="LabInputException"><c>strategies.json</c> cannot be used; every reason.</exception>
    Task<WorkspaceStrategies> StrategiesAsync(CancellationToken ct);

    /// <summary>Experiments that have runs, the one that ran last first.</summary>
    Task<IReadOnlyList<ExperimentSummary>> ExperimentsAsync(CancellationToken ct);

    /// <summary>
    /// The newest runs of an experiment, newest first, each with its completed timed launches. These carry their metrics and start and nothing
    /// else; the first one of a run also carries the machine.
    /// </summary>
    Task<IReadOnlyList<RunReport>> HistoryAsync(string experimentId, int runsMax, CancellationToken ct);

    /// <summary>
    /// Launches every strategy of the chosen seams and gives back what each allocated and cost; nothing is stored and no verdict is
    /// made. An interruption ends it with what was measured by then.
    /// </summary>
    /// <param name="options">What to measure.</param>
    /// <param name="report">Called before each launch.</param>
    /// <param name="ct">Ends the matrix early.</param>
    /// <exception cref="LabInputException">A seam or scenario does not exist, or another run measures on this machine.</exception>
    /// <exception cref="OperationCanceledException">Interrupted before the first launch ended.</exception>
    Task<MatrixResult> MatrixAsync(MatrixOptions options, Action<MatrixProgress> report, CancellationToken ct);
}

/// <summary>What was packed.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Launches">Its launches.</param>
/// <param name="Traces">Stacks of traces that went along.</param>
/// <param name="Bytes">Size of the file.</param>
public sealed record PackResult(string RunId, int Launches, int Traces, long Bytes);

/// <summary>What <see cref="ILabService.CleanAsync"/> may remove.</summary>
public sealed record CleanOptions
{
    /// <summary>Reports what would go and removes nothing.</summary>
    public bool DryRun { get; init; }

    /// <summary>Raw traces that stay, newest first.</summary>
    public int TracesMax { get; init; } = 20;

    /// <summary>Bytes of raw traces that stay.</summary>
    public long TraceBytesMax { get; init; } = 2L << 30;

    /// <summary>Removes every run that no decision cites, with its launches.</summary>
    public bool RemoveRuns { get; init; }

    /// <summary>Removes the runs of the recorded sample.</summary>
    public bool RemoveSample { get; init; }
}

/// <summary>What was removed, or would be.</summary>
/// <param name="Traces">Files of traces: raw ones, and stacks far beyond those.</param>
/// <param name="Bytes">Their bytes.</param>
/// <param name="Runs">Runs.</param>
/// <param name="Kept">What stayed although a limit asked for its removal, one sentence each with the reason.</param>
public sealed record CleanResult(int Traces, long Bytes, int Runs, IReadOnlyList<string> Kept);
