using PlayHouse.Dashboard.Model.Hotspots;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model.Compare;

/// <summary>What two sides are to each other.</summary>
public enum CompareForm
{
    /// <summary>Both arms of one run: the only form with a verdict.</summary>
    Inside,

    /// <summary>Arms of two runs: described, without a verdict.</summary>
    Beside,

    /// <summary>They may not stand side by side.</summary>
    Refused,
}

/// <summary>A comparison, ready to be shown. Pure.</summary>
public sealed record CompareModel
{
    /// <summary>Most frames of a picture of call paths that is drawn without being asked for.</summary>
    public const int FramesAtOnceMax = 2_000;

    /// <summary>The address with every default filled in.</summary>
    public required CompareAddress Address { get; init; }

    /// <summary>What it is.</summary>
    public required CompareForm Form { get; init; }

    /// <summary>The left run as it is stored.</summary>
    public required RunReport Left { get; init; }

    /// <summary>The right run as it is stored; inside a run the same.</summary>
    public required RunReport Right { get; init; }

    /// <summary>The run as it is shown inside a run: turned when the address puts the baseline on the right.</summary>
    public RunReport Shown => IsTurned ? TurnedReport.Of(Left) : Left;

    /// <summary>True when the baseline of a run stands on the right.</summary>
    public bool IsTurned { get; init; }

    /// <summary>Why the sides may not stand side by side.</summary>
    public IReadOnlyList<string> Refusals { get; init; } = [];

    /// <summary>The two arms of two runs; null in the other forms.</summary>
    public ArmComparison? Arms { get; init; }

    /// <summary>Names of the sides for people.</summary>
    public (string Left, string Right) Names => Form == CompareForm.Inside
        ? (VerdictWords.Arm(Address.Base!.Arm!), VerdictWords.Arm(Address.Candidate!.Arm!))
        : (Name(Address.Base!), Name(Address.Candidate!));

    /// <summary>Estimates with a row, in the order of their roles.</summary>
    public IReadOnlyList<MetricEstimate> Rows => [.. Estimates.Where(e => Address.IsAll || IsShown(e)).OrderBy(e => e.Policy.Role)];

    /// <summary>Estimates without a row: explored metrics whose change is not settled.</summary>
    public IReadOnlyList<MetricEstimate> Hidden => Address.IsAll ? [] : [.. Estimates.Where(e => !IsShown(e))];

    /// <summary>True when the link that hides them again has something to hide.</summary>
    public bool HasIrrelevant => Estimates.Any(e => !IsShown(e));

    /// <summary>The run with the rows that are shown, for charts that draw a row per metric.</summary>
    public RunReport ShownRows => Shown.Verdict is { } verdict ? Shown with { Verdict = verdict with { Estimates = Rows } } : Shown;

    /// <summary>The metric under the table: the chosen one, else the first that can decide, else the first that a launch carries; null when there is none.</summary>
    public string? Metric => Address.Metric is { } chosen && Metrics.Contains(chosen) ? chosen : Usual;

    /// <summary>Metrics that can be chosen.</summary>
    public IReadOnlyList<string> Metrics => Form switch
    {
        CompareForm.Beside => [.. Arms!.Metrics.Select(m => m.Metric)],
        CompareForm.Inside when Estimates.Count > 0 => [.. Estimates.OrderBy(e => e.Policy.Role).Select(e => e.Policy.Id)],
        CompareForm.Inside => [.. Left.Launches.Where(l => l.Kind == LaunchKind.Timed).SelectMany(l => l.Metrics.Keys).Distinct().Order(StringComparer.Ordinal)],
        _ => [],
    };

    /// <summary>Views that this form has.</summary>
    public IReadOnlyList<CompareView> Views => Form == CompareForm.Inside ? Enum.GetValues<CompareView>() : [CompareView.Launches, CompareView.Effects];

    /// <summary>The view to show: the chosen one where this form has it.</summary>
    public CompareView View => Views.Contains(Address.View) ? Address.View : CompareView.Launches;

    /// <summary>Level of the table's head.</summary>
    public double Level => Rows.Count > 0 ? Rows[0].Confidence : double.NaN;

    /// <summary>The page with the sides exchanged. Frames of the picture of call paths have other places there.</summary>
    public string SwapHref => (Address with { Base = Address.Candidate, Candidate = Address.Base, At = 0 }).Href;

    /// <summary>The command that shows the same.</summary>
    public string Command => Form == CompareForm.Inside ? $"plab compare {Left.Run.Id}" : $"plab compare {Address.Base} {Address.Candidate}";

    /// <summary>The page with another metric beneath the table.</summary>
    public string MetricHref(string metric) => (Address with { Metric = metric, View = View is CompareView.Order or CompareView.Spread ? View : CompareView.Launches }).Href + "#drill";

    /// <summary>The page with another view beneath the table.</summary>
    public string ViewHref(CompareView view) => (Address with { View = view }).Href + "#drill";

    /// <summary>The same call paths on the page of hot spots, which shows the other arm from the baseline.</summary>
    public string HotspotsHref => new HotspotQuery
    {
        View = Address.Paths == PathsView.Tree ? HotspotView.Tree : HotspotView.Flame, IsDifference = true, HasVanished = Address.HasVanished, At = IsTurned ? 0 : Address.At,
    }.Href(Left.Run.Id);

    /// <summary>True when the run can be decided about: its verdict is final.</summary>
    public bool CanDecide => Form == CompareForm.Inside && Left is { Verdict: not null, Run.State: RunState.Completed };

    /// <summary>Puts two sides together. Never throws on content.</summary>
    /// <param name="address">The address; its left side is known.</param>
    /// <param name="left">The left run.</param>
    /// <param name="right">The right run; the same when the address names one run only.</param>
    public static CompareModel Of(CompareAddress address, RunReport left, RunReport right)
    {
        ArgumentNullException.ThrowIfNull(address);
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        return left.Run.Id == right.Run.Id ? InsideOf(address, left) : BesideOf(address, left, right);
    }

    // Sorted by name, the first metric is as good as any: bytes are what the lab counts exactly.
    private string? Usual => Form == CompareForm.Beside && Metrics.Contains(MetricIds.BytesPerMessage) ? MetricIds.BytesPerMessage : Metrics is [var first, ..] ? first : null;

    private IReadOnlyList<MetricEstimate> Estimates => Form == CompareForm.Inside ? Shown.Verdict?.Estimates ?? [] : [];

    private bool IsShown(MetricEstimate estimate) => MetricTable.IsWorthARow(estimate) || estimate.Policy.Id == Address.Metric;

    private static string Name(CompareSide side) => $"{side.Run}:{VerdictWords.Arm(side.Arm ?? "")}";

    private static CompareModel InsideOf(CompareAddress address, RunReport run)
    {
        (string baseline, string other) = (run.Run.Plan.Baseline.Name, run.Run.Plan.Other.Name);
        string left = address.Base!.Arm ?? (address.Candidate?.Arm == baseline ? other : baseline);
        string right = address.Candidate?.Arm ?? (left == baseline ? other : baseline);
        string[] unknown = [.. new[] { left, right }.Distinct().Where(a => a != baseline && a != other)];
        IEnumerable<string> refusals = unknown.Select(a => $"Run {run.Run.Id} has no arm '{a}'. Arms: {baseline}, {other}.");
        refusals = unknown.Length == 0 && left == right ? [$"Both sides are {VerdictWords.Arm(left)} of the same run: there is nothing to compare."] : refusals;
        string[] reasons = [.. refusals];
        return new CompareModel
        {
            Address = address with { Base = new CompareSide(run.Run.Id, left), Candidate = new CompareSide(run.Run.Id, right) },
            Form = reasons.Length > 0 ? CompareForm.Refused : CompareForm.Inside,
            Left = run,
            Right = run,
            IsTurned = reasons.Length == 0 && right == baseline,
            Refusals = reasons,
        };
    }

    private static CompareModel BesideOf(CompareAddress address, RunReport left, RunReport right)
    {
        // Without a word about the arm, the one that each run would keep: as the command line does it.
        string leftArm = address.Base!.Arm ?? left.Run.Plan.Other.Name;
        string rightArm = address.Candidate?.Arm ?? right.Run.Plan.Other.Name;
        ArmComparison arms = ArmComparison.Of(left, leftArm, right, rightArm);
        return new CompareModel
        {
            Address = address with { Base = new CompareSide(left.Run.Id, leftArm), Candidate = new CompareSide(right.Run.Id, rightArm) },
            Form = arms.Refusals.Count > 0 ? CompareForm.Refused : CompareForm.Beside,
            Left = left,
            Right = right,
            Refusals = arms.Refusals,
            Arms = arms,
        };
    }
}
