using System.Diagnostics.CodeAnalysis;
using Microsoft.Data.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Compare;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>
/// The lab as cells use it. Runs are named by their id, the beginning of one, or an experiment, which stands for its latest run with a
/// verdict. What does not exist or may not be compared is a <see cref="LabInputException"/> that says what to do.
/// </summary>
public sealed class LabApi
{
    private const int RunsLookedAt = 1_000;
    private readonly ILabService _own;
    private readonly LabWorkspace _workspace;
    private readonly Lock _opening = new();
    private readonly Func<CancellationToken, Task<ILabService>>? _open;
    private ILabService? _service;
    private string? _shown;

    /// <summary>The lab of a store.</summary>
    /// <param name="service">What is read.</param>
    /// <param name="workspace">Whose rules line up exchanged code.</param>
    /// <param name="source">Whose results these are, one sentence for people.</param>
    /// <param name="own">Where experiments run; null for the store that is read. After a run it is the one that is read.</param>
    public LabApi(ILabService service, LabWorkspace workspace, string source, ILabService? own = null)
    {
        (_service, _workspace, _own, Source) = (service, workspace, own ?? service, source);
    }

    /// <summary>The lab of a store that is opened when a cell first asks for it.</summary>
    internal LabApi(Func<CancellationToken, Task<ILabService>> open, LabWorkspace workspace, string source, ILabService own)
    {
        (_open, _workspace, _own, Source) = (open, workspace, own, source);
    }

    /// <summary>Whose results these are: the reader's own runs, or the recorded sample.</summary>
    public string Source { get; private set; }

    /// <summary>Cancelled when the cell that runs is interrupted; long work of a cell hands it on.</summary>
    public CancellationToken Cancellation => CancellationOf();

    /// <summary>Tells the token of the cell that runs.</summary>
    internal Func<CancellationToken> CancellationOf { get; set; } = static () => CancellationToken.None;

    /// <summary>Told while an experiment runs: one line, and how much of it is done, 0 to 1.</summary>
    internal Action<string> Progress { get; set; } = Console.Error.WriteLine;

    /// <summary>The latest runs, newest first.</summary>
    public RunList Runs(int max = 50) => new(Wait(Service.ListAsync(Math.Clamp(max, 1, RunsLookedAt), Cancellation)));

    /// <summary>One run.</summary>
    public RunView Show(string run) => new(Report(run));

    /// <summary>A screen of several toggles: effects, interactions, what is missed without each. The latest one when none is named.</summary>
    /// <param name="run">Id or beginning of one.</param>
    public ScreenView Screen(string? run = null)
    {
        string id = run ?? Wait(Service.ListAsync(RunsLookedAt, Cancellation)).FirstOrDefault(r => r.Run.Plan.Screen is not null)?.Run.Id
            ?? throw new LabInputException(["There is no screen here yet: 'plab screen --help' says how to make one."]);
        RunReport report = Report(id);
        return report.Screen is not null ? new ScreenView(report) : throw new LabInputException([$"{report.Run.Id} is no screen: Lab.Show shows it."]);
    }

    /// <summary>The latest run of an experiment that has a verdict; null while there is none. A/A runs and planted effects are not among them.</summary>
    public RunView? Latest(string experiment) => Find(experiment) is { } found ? Show(found.Run.Id) : null;

    /// <summary>The latest verdict of each of these experiments, with the metrics that decided; "not yet settled" without one.</summary>
    public VerdictList Verdicts(params string[] experiments)
    {
        ArgumentNullException.ThrowIfNull(experiments);
        RunReport[] all = [.. All()];
        return new VerdictList([.. experiments.Select(e => (e, all.FirstOrDefault(r => r.Run.ExperimentId == e) is { } found ? new RunView(found) : null))]);
    }

    /// <summary>Runs an experiment to its verdict, with progress; an interrupt leaves a run that can be resumed.</summary>
    /// <param name="experiment">Folder of the experiment, <c>001-reply-codec</c> or a path.</param>
    /// <param name="design"><c>pairs</c> or <c>sequential</c>; null keeps the file's.</param>
    /// <param name="blocks">Fixed number of blocks; null keeps the design's rule.</param>
    /// <param name="aa">True runs the baseline against itself.</param>
    public RunView Run(string experiment, string? design = null, int? blocks = null, bool aa = false)
    {
        RunOptions options = new() { Design = Design(design), Blocks = blocks, Aa = aa };
        RunRecord run = Wait(_own.PrepareAsync(experiment, options, Cancellation));
        RunReport report = Wait(_own.ExecuteAsync(run.Id, new RunProgress(run, Progress), Cancellation));
        (_service, Source, _shown) = (_own, LabSource.Own, report.Run.Id);
        return new RunView(report);
    }

    /// <summary>Two sides, <c>RUN</c> or <c>RUN:arm</c>: the arms of one run with their verdict, or arms of two runs without one.</summary>
    public ComparisonView Compare(string run, string? other = null)
    {
        Comparison comparison = Wait(Comparison.OfAsync(Service, Named(run), other is null ? null : Named(other), Cancellation)).Allowed();
        _shown = comparison.Left.Run.Id;
        return ComparisonView.Of(comparison);
    }

    /// <summary>The call sites that allocate, of every arm or of one.</summary>
    public AllocationsView Hotspots(string run, int top = 15, string? arm = null) => Allocations(run, AllocationViewKind.Sites, top, arm);

    /// <summary>Every estimate of these runs as a frame: a row each.</summary>
    public DataFrame Metrics(params string[] runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        return runs.Length > 0 ? LabFrames.Metrics([.. runs.Select(Report)]) : throw new LabInputException(["Lab.Metrics takes at least one run."]);
    }

    /// <summary>The launches of a run as a frame: a row each, a column for each metric.</summary>
    public DataFrame Launches(string run) => LabFrames.Launches(Report(run));

    /// <summary>The call sites that allocate as a frame, every one of them.</summary>
    public DataFrame Sites(string run, string? arm = null) => LabFrames.Allocations(Views(run, AllocationViewKind.Sites, 0, arm));

    /// <summary>The tree of calls that allocate as a frame: a row for each node, with its parent.</summary>
    public DataFrame Stacks(string run, string? arm = null) => LabFrames.Allocations(Views(run, AllocationViewKind.Tree, 0, arm));

    /// <summary>The call tree of an arm as a flame graph, or what changed from one arm to another.</summary>
    /// <param name="run">The run.</param>
    /// <param name="arm">Its arm; the one that the run compares with the baseline when none is named.</param>
    /// <param name="diff">The other side: an arm of the same run, <c>baseline</c>, or <c>RUN:arm</c> of another; null shows the arm alone.</param>
    public IDisplayable Flame(string run, string? arm = null, string? diff = null) =>
        diff is null ? Allocations(run, AllocationViewKind.Flame, 0, arm ?? Report(run).Run.Plan.Other.Name) : Difference(run, arm, diff);

    /// <summary>A chart of a run: forest, arms, order, percentiles, waterfall, sites or hops; of a screen: effects, half-normal, interaction or ablation.</summary>
    /// <param name="run">The run.</param>
    /// <param name="chart">Which chart.</param>
    /// <param name="metric">Metric of arms and order; bytes per message when null.</param>
    public ChartSpec Chart(string run, string chart, string? metric = null)
    {
        RunReport report = Report(run);
        return RunCharts.Of(report, chart, metric, () => Wait(Service.LatencyCurvesAsync(report.Run.Id, Cancellation)));
    }

    /// <summary>A chart of two columns of a frame, a point for each row that has both.</summary>
    /// <param name="frame">The frame.</param>
    /// <param name="at">Column of positions: numbers or names.</param>
    /// <param name="value">Column of values: numbers.</param>
    [SuppressMessage("Performance", "CA1822", Justification = "cells call it on the lab")]
    public ChartSpec Chart(DataFrame frame, string at, string value)
    {
        ArgumentNullException.ThrowIfNull(frame);
        return FrameChart.Of(frame, at, value);
    }

    /// <summary>
    /// What a decision about a run would be: the record, what the evidence does not carry, and the change of the workspace's strategies. Nothing
    /// is written unless <paramref name="record"/> is set; then the record is made, once however often the cell runs. The strategies are written
    /// by <c>plab decide --apply</c> or the dashboard, after a look at their difference.
    /// </summary>
    /// <param name="choice"><c>keep</c>, <c>rollback</c> or <c>rerun</c>.</param>
    /// <param name="because">Why; recorded.</param>
    /// <param name="run">The run; the one that was shown last when none is named.</param>
    /// <param name="overriding">Why it is decided although the evidence does not carry it; recorded.</param>
    /// <param name="record">True records it.</param>
    public DecisionView Decide(string choice, string because, string? run = null, string? overriding = null, bool record = false)
    {
        string subject = run is null ? _shown ?? throw new LabInputException(["No run was shown yet: name the one to decide about."]) : Report(run).Run.Id;
        DecisionRequest request = new() { Subject = subject, Choice = Choice(choice), Reason = because, Override = overriding };
        if (!record)
        {
            return DecisionView.Proposed(Wait(Service.ProposeDecisionAsync(request, Cancellation)));
        }

        if (!ReferenceEquals(_service, _own))
        {
            throw new LabInputException(["Nothing is decided about the sample: it was measured on another machine. Run the experiment here first."]);
        }

        StandingDecision? made = Wait(_own.DecisionsAsync(Cancellation)).LastOrDefault(
            d => d.IsStanding && d.Decision.RunIds[0] == subject && d.Decision.Choice == request.Choice && d.Decision.Reason == because.Trim());
        return DecisionView.Made(made ?? Wait(_own.DecideAsync(request, null, Cancellation)));
    }

    /// <summary>What the store knows of a claim of a report: each experiment that names it, with the verdict of its latest run or "not yet settled".</summary>
    public ClaimView Claim(string claim)
    {
        RunReport[] runs = [.. All().Where(r => r.Run.Plan.Experiment.Claims.Any(c => c.Contains(claim, StringComparison.OrdinalIgnoreCase)))];
        return new ClaimView(claim, [.. runs.DistinctBy(r => r.Run.ExperimentId)]);
    }

    private AllocationsView Allocations(string run, AllocationViewKind kind, int rows, string? arm) => new(Views(run, kind, rows, arm));

    private AllocationView[] Views(string run, AllocationViewKind kind, int rows, string? arm)
    {
        string id = Report(run).Run.Id;
        IReadOnlyList<AllocationStacks> stacks = Wait(Service.StacksAsync(id, Cancellation));
        string[] arms = [.. stacks.Select(s => s.Arm).Distinct()];
        if (arm is not null && !arms.Contains(arm))
        {
            throw new LabInputException([$"No trace of {id} is of an arm '{arm}': {string.Join(", ", arms)} {(arms.Length == 1 ? "is" : "are")} there."]);
        }

        AllocationQuestion question = new() { Kind = kind, RowsMax = rows };
        return [.. stacks.Where(s => arm is null || s.Arm == arm).GroupBy(s => s.Arm).Select(g => AllocationViews.Of([.. g], id, question)!)];
    }

    private ArmsDifferenceView Difference(string run, string? arm, string diff)
    {
        RunReport report = Report(run);
        string other = arm ?? report.Run.Plan.Other.Name;
        Side from = diff.Contains(':', StringComparison.Ordinal) ? Named(diff) : new Side(report.Run.Id, diff);
        return new ArmsDifferenceView(Wait(ArmsDifferences.OfAsync(
            Service, _workspace, from, new Side(report.Run.Id, other), new DifferenceOptions(), Cancellation)));
    }

    /// <summary>A side whose run may also be named by its experiment.</summary>
    private Side Named(string text)
    {
        Side side = Side.Parse(text);
        return side with { Run = Id(side.Run) };
    }

    private RunReport Report(string run)
    {
        RunReport report = Wait(Service.ReportAsync(Id(run), Cancellation));
        _shown = report.Run.Id;
        return report;
    }

    private RunReport? Find(string experiment) => All().FirstOrDefault(r => r.Run.ExperimentId == experiment);

    private ILabService Service
    {
        get
        {
            lock (_opening)
            {
                return _service ??= Wait(_open!(Cancellation));
            }
        }
    }

    private IEnumerable<RunReport> All() => Wait(Service.ListAsync(RunsLookedAt, Cancellation))
        .Where(r => r.Verdict is not null && !r.IsInjected && r.Run.Plan.Other.Name != ArmNames.Twin);

    private string Id(string run) => run.StartsWith("r-", StringComparison.Ordinal) || Find(run) is not { } found ? run : found.Run.Id;

    private static DecisionChoice Choice(string word) => word switch
    {
        "keep" => DecisionChoice.Keep,
        "rollback" => DecisionChoice.Rollback,
        "rerun" => DecisionChoice.Rerun,
        _ => throw new LabInputException([$"There is no decision '{word}': keep, rollback and rerun are known."]),
    };

    private static DesignKind? Design(string? word) => word switch
    {
        null => null,
        "pairs" => DesignKind.Pairs,
        "sequential" => DesignKind.Sequential,
        _ => throw new LabInputException([$"There is no design '{word}': pairs and sequential are known."]),
    };

    // Cells are written without await: what a cell asks for is there when the line is over. No cell runs in a context that this could block.
#pragma warning disable VSTHRD002
    private static T Wait<T>(Task<T> task) => task.GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
}
