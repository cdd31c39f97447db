using PlayHouse.Dashboard.Model.Hotspots;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Dashboard.Model.Compare;

/// <summary>A comparison, ready to be shown. Pure.</summary>
public sealed record CompareModel
{
    /// <summary>Most frames of a picture of call paths that is drawn without being asked for.</summary>
    public const int FramesAtOnceMax = 2_000;

    /// <summary>The address with every default filled in.</summary>
    public required CompareAddress Address { get; init; }

    /// <summary>The lab's answer: what the sides are to each other, and why they cannot be compared.</summary>
    public required Comparison Comparison { get; init; }

    /// <summary>What the sides are to each other.</summary>
    public ComparisonForm Form => Comparison.Form;

    /// <summary>The left run as it is stored.</summary>
    public RunReport Left => Comparison.Left;

    /// <summary>The right run as it is stored; inside a run the same.</summary>
    public RunReport Right => Comparison.Right;

    /// <summary>The run as it is shown inside a run: swapped when the address puts the baseline on the right.</summary>
    public RunReport Shown => Comparison.Shown;

    /// <summary>True when the baseline of a run stands on the right.</summary>
    public bool IsSwapped => Comparison.IsSwapped;

    /// <summary>Why the sides cannot be compared.</summary>
    public IReadOnlyList<string> Refusals => Comparison.Refusals;

    /// <summary>The two arms of two runs; null inside a run.</summary>
    public ArmComparison? Arms => Comparison.Arms;

    /// <summary>Names of the sides for people.</summary>
    public (string Left, string Right) Names => Form == ComparisonForm.Inside
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
        ComparisonForm.Between => [.. Arms!.Metrics.Select(m => m.Metric)],
        ComparisonForm.Inside when Estimates.Count > 0 => [.. Estimates.OrderBy(e => e.Policy.Role).Select(e => e.Policy.Id)],
        ComparisonForm.Inside => [.. Left.Launches.Where(l => l.Kind == LaunchKind.Timed).SelectMany(l => l.Metrics.Keys).Distinct().Order(StringComparer.Ordinal)],
        _ => [],
    };

    /// <summary>Views that this form has.</summary>
    public IReadOnlyList<CompareView> Views => Form == ComparisonForm.Inside ? Enum.GetValues<CompareView>() : [CompareView.Launches, CompareView.Effects];

    /// <summary>The view to show: the chosen one where this form has it.</summary>
    public CompareView View => Views.Contains(Address.View) ? Address.View : CompareView.Launches;

    /// <summary>Level of the table's head.</summary>
    public double Level => Rows.Count > 0 ? Rows[0].Confidence : double.NaN;

    /// <summary>The page with the sides exchanged. Frames of the picture of call paths have other places there.</summary>
    public string SwapHref => (Address with { Base = Address.Candidate, Candidate = Address.Base, At = 0 }).Href;

    /// <summary>The command that shows the same.</summary>
    public string Command => Form == ComparisonForm.Inside ? $"plab compare {Left.Run.Id}" : $"plab compare {Address.Base} {Address.Candidate}";

    /// <summary>The page with another metric beneath the table.</summary>
    public string MetricHref(string metric) => (Address with { Metric = metric, View = View is CompareView.Order or CompareView.Spread ? View : CompareView.Launches }).Href + "#drill";

    /// <summary>The page with another view beneath the table.</summary>
    public string ViewHref(CompareView view) => (Address with { View = view }).Href + "#drill";

    /// <summary>The same call paths on the page of hot spots, which shows the other arm from the baseline.</summary>
    public string HotspotsHref => new HotspotQuery
    {
        View = Address.Paths == PathsView.Tree ? HotspotView.Tree : HotspotView.Flame, IsDifference = true, HasVanished = Address.HasVanished, At = IsSwapped ? 0 : Address.At,
    }.Href(Left.Run.Id);

    /// <summary>True when the run can be decided about: its verdict is final.</summary>
    public bool CanDecide => Form == ComparisonForm.Inside && Left is { Verdict: not null, Run.State: RunState.Completed };

    /// <summary>Puts two sides together. Never throws on content.</summary>
    /// <param name="address">The address; its left side is known.</param>
    /// <param name="left">The left run.</param>
    /// <param name="right">The right run; the same when the address names one run only.</param>
    public static CompareModel Of(CompareAddress address, RunReport left, RunReport right)
    {
        ArgumentNullException.ThrowIfNull(address);
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        Comparison comparison = Comparison.Of(address.Base!, left, address.Candidate, right);
        return new CompareModel { Address = address with { Base = comparison.LeftSide, Candidate = comparison.RightSide }, Comparison = comparison };
    }

    // Sorted by name, the first metric is as good as any: bytes are what the lab counts exactly.
    private string? Usual => Form == ComparisonForm.Between && Metrics.Contains(MetricIds.BytesPerMessage) ? MetricIds.BytesPerMessage : Metrics is [var first, ..] ? first : null;

    private IReadOnlyList<MetricEstimate> Estimates => Form == ComparisonForm.Inside ? Shown.Verdict?.Estimates ?? [] : [];

    private bool IsShown(MetricEstimate estimate) => MetricTable.IsWorthARow(estimate) || estimate.Policy.Id == Address.Metric;

    private static string Name(Side side) => $"{side.Run}:{VerdictWords.Arm(side.Arm ?? "")}";
}
