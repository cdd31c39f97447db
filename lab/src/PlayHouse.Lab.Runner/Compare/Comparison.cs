using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Compare;

/// <summary>What two sides are to each other.</summary>
public enum ComparisonForm
{
    /// <summary>Both arms of one run: the only form with a verdict.</summary>
    Inside,

    /// <summary>Arms of two runs: described, without a verdict.</summary>
    Between,

    /// <summary>They cannot be compared.</summary>
    Refused,
}

/// <summary>
/// The lab's answer to "compare these two", the same for every surface: which arms are meant, what they are to each other, and why they
/// cannot be compared. Immutable.
/// </summary>
public sealed record Comparison
{
    private Comparison(RunReport left, string leftArm, RunReport right, string rightArm)
    {
        (Left, LeftArm, Right, RightArm) = (left, leftArm, right, rightArm);
    }

    /// <summary>What the sides are to each other.</summary>
    public ComparisonForm Form => Refusals.Count > 0 ? ComparisonForm.Refused : IsInside ? ComparisonForm.Inside : ComparisonForm.Between;

    /// <summary>The left run as it is stored.</summary>
    public RunReport Left { get; }

    /// <summary>The arm on the left.</summary>
    public string LeftArm { get; }

    /// <summary>The right run as it is stored; inside a run the same.</summary>
    public RunReport Right { get; }

    /// <summary>The arm on the right.</summary>
    public string RightArm { get; }

    /// <summary>The left side with every default filled in.</summary>
    public Side LeftSide => new(Left.Run.Id, LeftArm);

    /// <summary>The right side with every default filled in.</summary>
    public Side RightSide => new(Right.Run.Id, RightArm);

    /// <summary>Why they cannot be compared, one sentence each; empty when they can.</summary>
    public IReadOnlyList<string> Refusals { get; private init; } = [];

    /// <summary>True when the baseline of a run stands on the right.</summary>
    public bool IsSwapped => Form == ComparisonForm.Inside && RightArm == Right.Run.Plan.Baseline.Name;

    /// <summary>The run as it is shown: swapped when its baseline stands on the right.</summary>
    public RunReport Shown => IsSwapped ? SwappedReport.Of(Left) : Left;

    /// <summary>Levels and ranges of arms of two runs; null inside a run.</summary>
    public ArmComparison? Arms { get; private init; }

    private bool IsInside => Left.Run.Id == Right.Run.Id;

    /// <summary>Reads the runs and compares them.</summary>
    /// <param name="service">The lab.</param>
    /// <param name="left">The left side.</param>
    /// <param name="right">The right one; null for the other arm of the same run.</param>
    /// <param name="ct">Ends the reading.</param>
    /// <exception cref="LabInputException">A run is not there.</exception>
    public static async Task<Comparison> OfAsync(ILabService service, Side left, Side? right, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(left);
        RunReport a = await service.ReportAsync(left.Run, ct);
        RunReport b = right is null || right.Run == left.Run ? a : await service.ReportAsync(right.Run, ct);
        return Of(left, a, right, b);
    }

    /// <summary>Compares runs that were read. Never throws on content.</summary>
    /// <param name="left">The left side.</param>
    /// <param name="leftRun">Its run.</param>
    /// <param name="right">The right side; null for the other arm of the same run.</param>
    /// <param name="rightRun">Its run; the left one again where none is named.</param>
    public static Comparison Of(Side left, RunReport leftRun, Side? right, RunReport rightRun)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(leftRun);
        ArgumentNullException.ThrowIfNull(rightRun);
        return leftRun.Run.Id == rightRun.Run.Id
            ? Inside(leftRun, left.Arm, right?.Arm)
            // An arm that is not named is the one that each run would keep.
            : Between(leftRun, left.Arm ?? leftRun.Run.Plan.Other.Name, rightRun, right?.Arm ?? rightRun.Run.Plan.Other.Name);
    }

    /// <summary>Itself.</summary>
    /// <exception cref="LabInputException">The sides cannot be compared; every reason.</exception>
    public Comparison Allowed() => Form != ComparisonForm.Refused
        ? this
        : throw new LabInputException([$"{LeftSide} and {RightSide} cannot be compared:", .. Refusals]);

    private static Comparison Inside(RunReport run, string? left, string? right)
    {
        RunPlan plan = run.Run.Plan;
        (string baseline, string other) = (plan.Baseline.Name, plan.Other.Name);
        string a = left ?? (right == baseline ? other : baseline);
        string b = right ?? (a == baseline ? other : baseline);
        string[] unknown = [.. new[] { a, b }.Distinct().Where(arm => arm != baseline && arm != other)];
        return new Comparison(run, a, run, b)
        {
            Refusals = unknown.Length > 0 ? [.. unknown.Select(arm => $"Run {run.Run.Id} has no arm '{arm}'. Arms: {baseline}, {other}.")]
                : a == b ? [$"Both sides are {VerdictWords.Arm(a)} of the same run: there is nothing to compare."]
                : [],
        };
    }

    private static Comparison Between(RunReport left, string leftArm, RunReport right, string rightArm)
    {
        ArmComparison arms = ArmComparison.Of(left, leftArm, right, rightArm);
        return new Comparison(left, leftArm, right, rightArm) { Refusals = arms.Refusals, Arms = arms };
    }
}
