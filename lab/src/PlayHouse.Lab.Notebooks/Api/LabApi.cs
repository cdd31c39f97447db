using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>
/// The lab as cells use it. Runs are named by their id, the beginning of one, or an experiment, which stands for its latest run with a
/// verdict. What does not exist or may not be compared is a <see cref="LabInputException"/> that says what to do.
/// </summary>
public sealed class LabApi
{
    private const int RunsLookedAt = 1_000;
    private readonly ILabService _own;
    private ILabService _service;

    /// <summary>The lab of a store.</summary>
    /// <param name="service">What is read.</param>
    /// <param name="source">Whose results these are, one sentence for people.</param>
    /// <param name="own">Where experiments run; null for the store that is read. After a run it is the one that is read.</param>
    public LabApi(ILabService service, string source, ILabService? own = null)
    {
        _service = service;
        _own = own ?? service;
        Source = source;
    }

    /// <summary>Whose results these are: the reader's own runs, or the recorded sample.</summary>
    public string Source { get; private set; }

    /// <summary>Interrupts the calls of the cell that runs.</summary>
    internal CancellationToken Cancellation { get; set; }

    /// <summary>Told while an experiment runs: one line, and how much of it is done, 0 to 1.</summary>
    internal Action<string> Progress { get; set; } = static _ => { };

    /// <summary>The latest runs, newest first.</summary>
    public RunList Runs(int max = 50) => new(Wait(_service.ListAsync(Math.Clamp(max, 1, RunsLookedAt), Cancellation)));

    /// <summary>One run.</summary>
    public RunView Show(string run) => new(Wait(_service.ReportAsync(Id(run), Cancellation)));

    /// <summary>The latest run of an experiment that has a verdict; null while it is not settled. A/A runs and planted effects do not settle anything.</summary>
    public RunView? Settled(string experiment) => Latest(experiment) is { } found ? Show(found.Run.Id) : null;

    /// <summary>Runs an experiment to its verdict, with progress; an interrupt leaves a run that can be resumed.</summary>
    /// <param name="experiment">Folder of the experiment, <c>001-reply-codec</c> or a path.</param>
    /// <param name="design"><c>short</c> or <c>full</c>; null keeps the file's.</param>
    /// <param name="blocks">Fixed number of blocks; null keeps the design's rule.</param>
    /// <param name="aa">True runs the baseline against itself.</param>
    public RunView Run(string experiment, string? design = null, int? blocks = null, bool aa = false)
    {
        RunOptions options = new() { Design = Design(design), Blocks = blocks, Aa = aa };
        RunRecord run = Wait(_own.PrepareAsync(experiment, options, Cancellation));
        RunReport report = Wait(_own.ExecuteAsync(run.Id, new RunProgress(run, Progress), Cancellation));
        (_service, Source) = (_own, LabSource.Own);
        return new RunView(report);
    }

    /// <summary>The arms inside a run with their verdict; or, with a second one, two arms <c>RUN:arm</c> side by side, which is never a verdict.</summary>
    public ComparisonView Compare(string run, string? other = null)
    {
        if (other is null)
        {
            return ComparisonView.Inside(Wait(_service.ReportAsync(Id(run), Cancellation)));
        }

        ((string leftRun, string leftArm), (string rightRun, string rightArm)) = (RunArm.Parse(run), RunArm.Parse(other));
        RunReport left = Wait(_service.ReportAsync(Id(leftRun), Cancellation));
        RunReport right = Wait(_service.ReportAsync(Id(rightRun), Cancellation));
        ArmComparison comparison = ArmComparison.Of(left, leftArm, right, rightArm);
        return comparison.Refusals.Count == 0
            ? ComparisonView.Between(comparison, $"{left.Run.Id}:{leftArm}", $"{right.Run.Id}:{rightArm}")
            : throw new LabInputException([$"{run} and {other} may not be put side by side:", .. comparison.Refusals]);
    }

    /// <summary>The call sites that allocate, of every arm or of one.</summary>
    public AllocationsView Hotspots(string run, int top = 15, string? arm = null) => Allocations(run, AllocationViewKind.Sites, top, arm);

    /// <summary>The call tree of an arm as a flame graph; the arm that the run compares with the baseline when none is named.</summary>
    public AllocationsView Flame(string run, string? arm = null) => Allocations(run, AllocationViewKind.Flame, 0, arm ?? Show(run).Report.Run.Plan.Other.Name);

    /// <summary>A chart of a run: forest, arms, order, percentiles, waterfall, sites or hops.</summary>
    /// <param name="run">The run.</param>
    /// <param name="chart">Which chart.</param>
    /// <param name="metric">Metric of arms and order; bytes per message when null.</param>
    public ChartSpec Chart(string run, string chart, string? metric = null) => RunCharts.Of(Show(run).Report, chart, metric);

    /// <summary>What the store knows of a claim of a report: each experiment that names it, with the verdict of its latest run or "not yet settled".</summary>
    public ClaimView Claim(string claim)
    {
        RunReport[] runs = [.. All().Where(r => r.Run.Plan.Experiment.Claims.Any(c => c.Contains(claim, StringComparison.OrdinalIgnoreCase)))];
        return new ClaimView(claim, [.. runs.DistinctBy(r => r.Run.ExperimentId)]);
    }

    private AllocationsView Allocations(string run, AllocationViewKind kind, int rows, string? arm)
    {
        string id = Show(run).Id;
        IReadOnlyList<AllocationStacks> stacks = Wait(_service.StacksAsync(id, Cancellation));
        string[] arms = [.. stacks.Select(s => s.Arm).Distinct()];
        if (arm is not null && !arms.Contains(arm))
        {
            throw new LabInputException([$"No trace of {id} is of an arm '{arm}': {string.Join(", ", arms)} {(arms.Length == 1 ? "is" : "are")} there."]);
        }

        AllocationQuestion question = new() { Kind = kind, RowsMax = rows };
        return new AllocationsView([.. stacks.Where(s => arm is null || s.Arm == arm).GroupBy(s => s.Arm).Select(g => AllocationViews.Of([.. g], id, question)!)]);
    }

    private RunReport? Latest(string experiment) => All().FirstOrDefault(r => r.Run.ExperimentId == experiment);

    private IEnumerable<RunReport> All() => Wait(_service.ListAsync(RunsLookedAt, Cancellation))
        .Where(r => r.Verdict is not null && !r.IsInjected && r.Run.Plan.Other.Name != ArmNames.Twin);

    private string Id(string run) => run.StartsWith("r-", StringComparison.Ordinal) || Latest(run) is not { } found ? run : found.Run.Id;

    private static DesignKind? Design(string? word) => word switch
    {
        null => null,
        "short" => DesignKind.Short,
        "full" => DesignKind.Full,
        _ => throw new LabInputException([$"There is no design '{word}': short and full are known."]),
    };

    // Cells are written without await: what a cell asks for is there when the line is over. No cell runs in a context that this could block.
#pragma warning disable VSTHRD002
    private static T Wait<T>(Task<T> task) => task.GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
}
