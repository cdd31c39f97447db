using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Trees;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Model.Hotspots;

/// <summary>A row of a table of hot spots.</summary>
/// <param name="Name">Short name.</param>
/// <param name="Full">Whole name.</param>
/// <param name="Note">Where it is, or what it is; null for nothing.</param>
/// <param name="Look">Whose code it is.</param>
/// <param name="Total">With everything it calls.</param>
/// <param name="Self">A method's own; null otherwise.</param>
/// <param name="Focus">The method that a reader looks at next, or null.</param>
public sealed record HotspotRow(string Name, string Full, string? Note, FlameLook Look, HotspotFigures Total, HotspotFigures? Self, string? Focus);

/// <summary>Tables of a view. Pure.</summary>
internal static class HotspotRows
{
    /// <summary>The types, each with the method that allocates most of it.</summary>
    public static IReadOnlyList<HotspotRow> Types(AllocationView view)
    {
        IReadOnlyList<TypeRow> types = AllocationTables.Types(view.Stacks);
        Dictionary<string, string> largest = Allocators(view.Stacks);
        double scale = Largest(types.Select(t => t.Total));
        return
        [
            .. types.Select(t => new HotspotRow(
                PlainText.Clean(SiteName.Type(t.Type)), t.Type, $"in {Numbers.Counted(t.Methods, "method")}", FlameLook.Type,
                Figures(view, t.Total, scale), null, largest.GetValueOrDefault(t.Type))),
        ];
    }

    /// <summary>The methods, by what they allocate with everything they call.</summary>
    public static IReadOnlyList<HotspotRow> Methods(AllocationView view)
    {
        IReadOnlyList<MethodRow> methods = AllocationTables.Methods(view.Stacks);
        double scale = Largest(methods.Select(m => m.Total));
        return
        [
            .. methods.Select(m => new HotspotRow(
                PlainText.Clean(SiteName.Method(m.Method.Name)), m.Method.Name, m.Source, AllocationFlame.LookOf(Label(m.Method)),
                Figures(view, m.Total, scale), Figures(view, m.Self, scale), m.Method.Name)),
        ];
    }

    /// <summary>The rows whose name holds a text.</summary>
    public static IReadOnlyList<HotspotRow> Find(IReadOnlyList<HotspotRow> rows, string text) => text.Length == 0
        ? rows
        : [.. rows.Where(r => r.Full.Contains(text, StringComparison.OrdinalIgnoreCase) || r.Name.Contains(text, StringComparison.OrdinalIgnoreCase))];

    /// <summary>The nodes right below the root of a tree.</summary>
    public static IReadOnlyList<HotspotRow> Below(AllocationView view, AllocationTree tree)
    {
        double scale = tree.TotalOf(AllocationTree.Root).Bytes;
        List<HotspotRow> rows = [];
        foreach (int child in tree.ChildrenOf(AllocationTree.Root))
        {
            TreeLabel label = tree.LabelOf(child);
            bool isType = label.Kind == TreeNodeKind.Type;
            rows.Add(new HotspotRow(
                PlainText.Clean(isType ? SiteName.Type(label.Name) : SiteName.Method(label.Name)), label.Name, isType ? "allocated here" : tree.SourceOf(child),
                AllocationFlame.LookOf(label), Figures(view, tree.TotalOf(child), scale), null, isType ? null : label.Name));
        }

        return rows;
    }

    internal static HotspotFigures Figures(AllocationView view, in AllocationEstimator estimate, double largest) =>
        HotspotFigures.Of(view.Scale, estimate, view.Stacks.Total().Bytes, largest);

    private static double Largest(IEnumerable<AllocationEstimator> estimates)
    {
        double largest = 0;
        foreach (AllocationEstimator estimate in estimates)
        {
            double high = estimate.Interval95().High;
            largest = Math.Max(largest, double.IsNaN(high) ? estimate.Bytes : high);
        }

        return largest;
    }

    private static Dictionary<string, string> Allocators(AllocationStacks stacks)
    {
        var bytes = new Dictionary<(int Type, string Method), double>();
        foreach (StackCell cell in stacks.Cells.Where(c => c.Stack != StackTable.None))
        {
            (int, string) key = (cell.Type, stacks.Table.FrameOf(cell.Stack).Name);
            bytes[key] = bytes.GetValueOrDefault(key) + cell.Estimate.Bytes;
        }

        return bytes.GroupBy(b => b.Key.Type).ToDictionary(
            g => stacks.Types[g.Key], g => g.OrderByDescending(b => b.Value).ThenBy(b => b.Key.Method, StringComparer.Ordinal).First().Key.Method, StringComparer.Ordinal);
    }

    private static TreeLabel Label(StackFrame method) => new(TreeNodeKind.Method, method.Name, method.Module, method.Kind);
}
