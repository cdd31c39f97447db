using System.Text;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Differences;

/// <summary>A difference as Markdown, to paste into a review. Pure functions, any thread.</summary>
public static class DifferenceMarkdown
{
    /// <summary>Findings, sites, sum, and what only one arm has.</summary>
    /// <param name="difference">The difference.</param>
    /// <param name="top">Rows of a table at most.</param>
    public static string Of(ArmsDifference difference, int top)
    {
        ArgumentNullException.ThrowIfNull(difference);
        StringBuilder text = new();
        Line(text, $"## {MarkdownText.Escape(difference.Baseline)} → {MarkdownText.Escape(difference.Other)}: bytes per message\n");
        if (!difference.IsInterleaved)
        {
            Line(text, "> **NOT INTERLEAVED**: the drift of the machine is inside every difference.\n");
        }

        Items(text, difference.Notes.Concat(DifferenceWords.Headlines(difference)));
        Sites(text, difference, top);
        if (difference.Waterfall is { } waterfall)
        {
            Sum(text, waterfall);
        }

        if (difference.Tree is { } tree)
        {
            Only(text, tree, ChangeMark.Gone, "Gone stacks", top);
            Only(text, tree, ChangeMark.New, "New stacks", top);
        }

        Line(text, "");
        Items(text, DifferenceWords.Covered(difference).Select(DifferenceWords.Coverage));
        Items(text, difference.Sites.LeftOut.Select(l => $"left out: {l}"));
        return text.ToString().TrimEnd('\n') + "\n";
    }

    private static void Sites(StringBuilder text, ArmsDifference difference, int top)
    {
        Line(text, "\n| call site | type | source | before B/msg | after B/msg | change | 95 % interval | differs |\n|---|---|---|--:|--:|--:|--:|---|");
        foreach (AllocationDifference site in difference.Sites.Sites.Take(top))
        {
            Row(text, SiteName.Full(site), site.Type, HotspotText.PlaceOf(site.Source, site.CalledFrom) ?? "", Numbers.Plain(site.Baseline), Numbers.Plain(site.Other),
                Numbers.Signed(site.Difference), site.IsInsufficient ? "too few samples" : Numbers.Interval(site.Low, site.High),
                site.IsDifferent ? "yes" : DifferenceWords.Undecided(site, difference.Needs) ?? "");
        }
    }

    private static void Sum(StringBuilder text, Waterfall waterfall)
    {
        Line(text, "\n| step | B/msg | 95 % interval |\n|---|--:|--:|");
        foreach (WaterfallStep step in waterfall.Steps)
        {
            string name = step.Kind switch
            {
                WaterfallStepKind.OtherSites => "all other sites",
                WaterfallStepKind.Remainder => "remainder",
                _ => $"{SiteName.Of(step.Site!)} ({SiteName.Type(step.Site!.Type)})",
            };
            Row(text, name, Numbers.Signed(step.Difference), Numbers.Interval(step.Low, step.High));
        }

        Row(text, "= exact change", Numbers.Signed(waterfall.ExactDifference), double.IsNaN(waterfall.ExactLow) ? "" : Numbers.Interval(waterfall.ExactLow, waterfall.ExactHigh));
        Line(text, "");
        Items(text, DifferenceWords.Sum(waterfall));
    }

    private static void Only(StringBuilder text, StackComparison tree, ChangeMark mark, string title, int top)
    {
        StackChange[] nodes = [.. TreeText.Tops(tree, mark).Take(top)];
        if (nodes.Length > 0)
        {
            Line(text, $"\n### {title}\n");
            Items(text, nodes.Select(n => $"{Numbers.Signed(n.Total.Difference)} B {Numbers.Interval(n.Total.Low, n.Total.High)}: {TreeText.Path(tree, n)}"));
        }
    }

    private static void Items(StringBuilder text, IEnumerable<string> items)
    {
        foreach (string item in items)
        {
            Line(text, $"- {MarkdownText.Escape(item)}");
        }
    }

    private static void Row(StringBuilder text, params string[] cells) => Line(text, $"| {string.Join(" | ", cells.Select(MarkdownText.Escape))} |");

    private static void Line(StringBuilder text, string line) => text.Append(line).Append('\n');
}
