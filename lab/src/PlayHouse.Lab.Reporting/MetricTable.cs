using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>The table of estimates: one row per metric under the heading of its role.</summary>
internal static class MetricTable
{
    /// <summary>The table; a brief one leaves out explored metrics whose change is not settled.</summary>
    public static IEnumerable<string> Lines(RunReport report, VerdictRecord verdict, int width, bool isBrief)
    {
        IReadOnlyList<MetricEstimate> shown = isBrief ? [.. verdict.Estimates.Where(IsWorthARow)] : verdict.Estimates;
        double level = verdict.Estimates[0].Confidence;
        TextTable table = new TextTable(width).Text("metric", 10)
            .Number("baseline").Number(VerdictWords.Arm(report.Run.Plan.Other.Name)).Number("change")
            .Number($"{Numbers.Level(level)} interval").Text("class", 6);
        List<string> notes = [];
        foreach (IGrouping<MetricRole, MetricEstimate> role in shown.GroupBy(e => e.Policy.Role).OrderBy(g => g.Key))
        {
            table.Section(VerdictWords.Of(role.Key));
            foreach (MetricEstimate estimate in role)
            {
                MetricRow row = new(estimate);
                table.Row("  " + VerdictWords.LabelWithUnit(estimate.Policy), row.Baseline, row.Other, row.ChangeInTable, row.Interval, VerdictWords.Short(estimate));
                notes.AddRange(Notes(estimate, level));
            }
        }

        notes.InsertRange(0, MetricRow.Notes(report, shown));
        int hidden = verdict.Estimates.Count - shown.Count;
        if (hidden > 0)
        {
            notes.Add($"{Numbers.Counted(hidden, "more explored metric shows", "more explored metrics show")} no settled change; plab show {report.Run.Id} lists {Numbers.Noun(hidden, "it", "them")}.");
        }

        return [.. table.Lines(), .. notes.SelectMany(n => PlainText.Wrap(n, width, "  "))];
    }

    /// <summary>True for a metric that can decide, or whose change is settled.</summary>
    internal static bool IsWorthARow(MetricEstimate estimate) =>
        estimate.Policy.Role != MetricRole.Explore || estimate.Class is not (MetricClass.Inconclusive or MetricClass.Equivalent);

    /// <summary>What a reader must know about one row.</summary>
    internal static IEnumerable<string> Notes(MetricEstimate estimate, double level)
    {
        string label = VerdictWords.Label(estimate.Policy.Id);
        bool isOtherLevel = Math.Abs(estimate.Confidence - level) > 0.0005 || double.IsNaN(estimate.Confidence) != double.IsNaN(level);
        if (isOtherLevel)
        {
            yield return estimate.HasTooFewBlocks
                ? $"{label}: {Numbers.Counted(estimate.Blocks, "block")} only, too few for an interval."
                : $"{label}: {Numbers.Counted(estimate.Blocks, "block")} only, its interval is at {Numbers.Level(estimate.Confidence)}.";
        }

        if (estimate.IsHeterogeneous)
        {
            yield return $"{label}: the effect differs from block to block by more than the noise explains.";
        }

        if (estimate.Policy.Role != MetricRole.Explore && Needed(estimate) is { } needed)
        {
            yield return $"{label}: {needed}.";
        }
    }

    /// <summary>Blocks still needed, null when decided or not computable.</summary>
    internal static string? Needed(MetricEstimate estimate) => (estimate.BlocksToKeep, estimate.BlocksToEquivalence) switch
    {
        (int keep, int same) => $"about {Numbers.Counted(keep, "more block")} to confirm an improvement, {Numbers.Count(same)} to show that nothing changes",
        (int keep, null) => $"about {Numbers.Counted(keep, "more block")} to confirm an improvement",
        (null, int same) => $"about {Numbers.Counted(same, "more block")} to show that nothing changes",
        _ => null,
    };
}
