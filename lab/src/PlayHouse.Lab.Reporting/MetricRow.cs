using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>
/// One row of a table of metrics as every surface shows it: terminal, Markdown, HTML, dashboard, notebook. Arms and change of a row say
/// the same, or the change carries <see cref="Mark"/> and <see cref="Apart"/> stands below the table. Pure.
/// </summary>
/// <param name="Estimate">The estimate.</param>
public sealed record MetricRow(MetricEstimate Estimate)
{
    /// <summary>Stands behind a change that its two arms do not add up to.</summary>
    public const string Mark = "~";

    /// <summary>What the mark says, one line for under a table.</summary>
    public const string Apart =
        "~ The arms of this row do not add up to its change: each column is the centre of its own launches, the change is the centre of the "
        + "differences between launches that belong together. Where these lie far apart the two part; the change and its interval decide.";

    /// <summary>True when the arms add up to the change.</summary>
    public bool IsInAgreement => ColumnAgreement.Holds(Estimate);

    /// <summary>Level of the baseline.</summary>
    public string Baseline => Numbers.Value(Estimate.BaselineMedian, Estimate.Policy);

    /// <summary>Level of the other arm.</summary>
    public string Other => Numbers.Value(Estimate.OtherMedian, Estimate.Policy);

    /// <summary>The change with its unit and, where it needs one, its mark.</summary>
    public string Change => Marked(Numbers.Change(Estimate));

    /// <summary><see cref="Change"/> without the unit of a count.</summary>
    public string ChangeInTable => Marked(Numbers.ChangeInTable(Estimate));

    /// <summary>The decision interval, or the words for one that cannot be had.</summary>
    public string Interval => Numbers.Interval(Estimate);

    /// <summary>The level of the interval; empty without one.</summary>
    public string Level => Estimate.HasTooFewBlocks ? "" : Numbers.Level(Estimate.Confidence);

    /// <summary>Both arms with their change and its interval in one line, for a tooltip.</summary>
    public string Line => $"{Baseline} to {Other}, {Change} {Interval}{(Level.Length > 0 ? $" at {Level}" : "")}";

    /// <summary>Lines for under a table that shows these estimates: what the mark means, and what single rows lack.</summary>
    /// <param name="report">The run; null where only its verdict is known.</param>
    /// <param name="shown">The estimates of the table.</param>
    public static IEnumerable<string> Notes(RunReport? report, IReadOnlyList<MetricEstimate> shown)
    {
        ArgumentNullException.ThrowIfNull(shown);
        if (shown.Any(e => !ColumnAgreement.Holds(e)))
        {
            yield return Apart;
        }

        foreach (MetricEstimate estimate in shown.Where(VerdictWords.IsFew))
        {
            yield return $"{VerdictWords.Label(estimate.Policy.Id)}: {Numbers.Plain(estimate.EventsPerLaunch!.Value)} events in a launch, {MetricEstimate.EventsMin} are needed before a change of them says anything (few).";
        }

        HashSet<string> estimated = [.. (report?.Verdict?.Estimates ?? []).Select(e => e.Policy.Id)];
        string[] missing = report is not { Verdict: not null } || estimated.Count == 0
            ? []
            : [.. report.Run.Plan.Policy.Metrics.Where(m => m.Role != MetricRole.Explore && !estimated.Contains(m.Id)).Select(m => VerdictWords.Label(m.Id))];
        if (missing.Length > 0)
        {
            string where = report!.Verdict!.IsOfPairs ? "both" : "all four";
            yield return $"No row for {string.Join(", ", missing)}: no block carries {Numbers.Noun(missing.Length, "it", "them")} in {where} launches.";
        }
    }

    private string Marked(string change) => IsInAgreement ? change : $"{change} {Mark}";
}
