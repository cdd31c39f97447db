using System.Text;
using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>Views of allocations as Markdown: sites, types and methods as tables, everything else as text. Pure functions, any thread.</summary>
public static class AllocationViewMarkdown
{
    private const int BarColumns = 20;

    /// <summary>The views under each other.</summary>
    /// <param name="views">At least one view.</param>
    public static string Of(IReadOnlyList<AllocationView> views)
    {
        ArgumentNullException.ThrowIfNull(views);
        return string.Join('\n', views.Select(v => v.Kind is AllocationViewKind.Sites or AllocationViewKind.Types or AllocationViewKind.Methods
            ? Table(v) : $"```text\n{AllocationViewText.Of([v]).TrimEnd()}\n```\n"));
    }

    private static string Table(AllocationView view)
    {
        IReadOnlyList<AllocationRow> all = AllocationRow.Of(view);
        AllocationRow[] rows = [.. all.Take(view.RowLimit)];
        AllocationEstimator total = view.Stacks.Total();
        double largest = rows.Length == 0 ? 0 : rows.Max(r => double.IsNaN(r.Total.Interval95().High) ? r.Total.Bytes : r.Total.Interval95().High);
        StringBuilder text = new(string.Join("\n\n", AllocationHead.Sentences(view).Select(MarkdownText.Escape)) + "\n\n");
        if (rows.Length == 0)
        {
            return text.Append("No samples: too little was allocated to attribute, or nothing fits what was asked for.\n").ToString();
        }

        text.Append($"| {view.Kind.ToString().ToLowerInvariant().TrimEnd('s')} | low to high | {view.Scale.Unit} | 95 % interval | share | samples |\n|---|---|--:|--:|--:|--:|\n");
        foreach (AllocationRow row in rows)
        {
            text.Append($"| {MarkdownText.Escape(AllocationTableText.Name(row))} | {IntervalBar.Of(row.Total, largest, BarColumns)} | {view.Scale.Value(row.Total)} | {view.Scale.Interval(row.Total)} ")
                .Append($"| {Numbers.Percent(total.Bytes > 0 ? row.Total.Bytes / total.Bytes : 0)} | {Numbers.Count(row.Total.Samples)} |\n");
        }

        return text.Append(all.Count > rows.Length ? $"\n{Numbers.Counted(all.Count - rows.Length, "more row")}.\n" : "").ToString();
    }
}
