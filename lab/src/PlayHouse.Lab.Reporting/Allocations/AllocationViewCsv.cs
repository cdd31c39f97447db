using System.Text;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Export;
using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>Views of allocations as comma-separated values: a row per site, type, method or node. Pure.</summary>
public static class AllocationViewCsv
{
    /// <summary>The document, head line included.</summary>
    /// <param name="views">At least one view.</param>
    public static string Of(IReadOnlyList<AllocationView> views)
    {
        ArgumentNullException.ThrowIfNull(views);
        var text = new StringBuilder(CsvText.Line(
            "arm", "node", "parent", "name", "type", "source", "samples", "bytes", "low95", "high95", "selfSamples", "selfBytes", "messages", "seconds", "invalid"));
        foreach (AllocationView view in views)
        {
            foreach (string row in view.Kind is AllocationViewKind.Sites or AllocationViewKind.Types or AllocationViewKind.Methods ? Rows(view) : Nodes(view))
            {
                text.Append(row);
            }
        }

        return text.ToString();
    }

    private static IEnumerable<string> Rows(AllocationView view)
        => AllocationRow.Of(view).Take(view.RowLimit).Select(r => Line(view, "", "", r.Name, r.Type, r.Source ?? r.CalledFrom, r.Total, r.Self));

    private static IEnumerable<string> Nodes(AllocationView view)
    {
        AllocationTree tree = ViewTree.Of(view).Tree;
        return Enumerable.Range(0, tree.Count).OrderByDescending(n => tree.TotalOf(n).Bytes).ThenBy(n => n).Take(view.RowLimit).Select(n =>
        {
            TreeLabel label = tree.LabelOf(n);
            bool isType = label.Kind == TreeNodeKind.Type;
            string parent = n == AllocationTree.Root ? "" : CsvText.Cell(tree.ParentOf(n));
            return Line(view, CsvText.Cell(n), parent, isType ? "" : label.Name, isType ? label.Name : null, tree.SourceOf(n), tree.TotalOf(n), tree.SelfOf(n));
        });
    }

    private static string Line(
        AllocationView view, string node, string parent, string name, string? type, string? source, AllocationEstimator total, AllocationEstimator? self)
    {
        (double low, double high) = total.Interval95();
        return CsvText.Line(
            CsvText.Cell(view.Arm), node, parent, CsvText.Cell(name), CsvText.Cell(type), CsvText.Cell(source),
            CsvText.Cell(total.Samples), CsvText.Cell(total.Bytes), CsvText.Cell(low), CsvText.Cell(high),
            self is { } s ? CsvText.Cell(s.Samples) : "", self is { } b ? CsvText.Cell(b.Bytes) : "",
            CsvText.Cell(view.Stacks.Messages), CsvText.Cell(view.Seconds), CsvText.Cell(string.Join("; ", view.Stacks.Invalid)));
    }
}
