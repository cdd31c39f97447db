using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>
/// The tree as rows of boxes, outermost row first: a box is as wide as its bytes, and stands under its caller. A box too narrow
/// for a name is dots; one without an interval carries a question mark. Pure.
/// </summary>
internal static class AllocationFlameText
{
    private const int RowsMax = 60;

    public static IEnumerable<string> Lines(AllocationView view, int width)
    {
        ViewTree tree = ViewTree.Of(view);
        double all = tree.Tree.TotalOf(AllocationTree.Root).Bytes;
        if (all <= 0)
        {
            yield return "No samples: too little was allocated to attribute, or nothing fits what was asked for.";
            yield break;
        }

        List<Box> row = [new Box(AllocationTree.Root, 0, width)];
        for (int rows = 0; row.Count > 0 && rows < RowsMax; rows++)
        {
            yield return Line(tree, row, width);
            row = [.. row.SelectMany(box => Under(tree.Tree, box, all, width))];
        }

        yield return "";
        string legend = $"A column is {Numbers.Plain(all / width / view.Scale.Divisor)} {view.Scale.Unit}. Dots are boxes too narrow for a name; "
            + "? marks one below five samples. Intervals: --by tree.";
        foreach (string line in PlainText.Wrap(legend, width))
        {
            yield return line;
        }
    }

    private readonly record struct Box(int Node, int Start, int End);

    /// <summary>The children from the left on; their edges are rounded together, so that no rounding error adds up.</summary>
    private static List<Box> Under(AllocationTree tree, Box box, double all, int width)
    {
        var under = new List<Box>();
        double bytes = 0;
        foreach (int child in tree.ChildrenOf(box.Node))
        {
            int start = box.Start + (int)Math.Round(bytes / all * width);
            bytes += tree.TotalOf(child).Bytes;
            int end = Math.Min(box.End, box.Start + (int)Math.Round(bytes / all * width));
            if (end > start)
            {
                under.Add(new Box(child, start, end));
            }
        }

        return under;
    }

    private static string Line(ViewTree tree, List<Box> row, int width)
    {
        string line = "";
        foreach (Box box in row)
        {
            line = PlainText.PadEnd(line, box.Start) + Inside(tree, box);
        }

        return PlainText.CutEnd(line.TrimEnd(), width);
    }

    private static string Inside(ViewTree tree, Box box)
    {
        const int nameColumnsMin = 5;
        int columns = box.End - box.Start;
        if (columns < nameColumnsMin)
        {
            return new string('·', columns - 1) + (columns == 1 ? "·" : "│");
        }

        string mark = tree.Tree.TotalOf(box.Node).IsInsufficient ? "?" : "";
        string name = PlainText.CutStart(PlainText.Clean(tree.NameOf(box.Node)) + mark, columns - 1);
        return name + new string('─', Math.Max(0, columns - 1 - PlainText.Columns(name))) + "│";
    }
}
