using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Differences;

/// <summary>The call tree of a difference: the largest changes with their callers. Pure.</summary>
internal static class TreeText
{
    private const int PathFramesMax = 4;

    public static IEnumerable<string> Lines(ArmsDifference difference, int top, int width)
    {
        if (difference.Tree is not { } tree)
        {
            return PlainText.Wrap($"No tree: {difference.NoTreeReason}", width);
        }

        List<string> lines = ["Tree (change in bytes per message of a method with all it calls, and its own)", .. PlainText.Wrap(DifferenceWords.Legend, width)];
        int[] depths = Depths(tree);
        int[] shown = Shown(tree, top);
        TextTable table = new TextTable(width).Text("method", 24).Number("total").Number("interval").Number("own");
        foreach (int i in InOrder(tree, shown))
        {
            StackChange node = tree.Nodes[i];
            table.Row(
                $"{DifferenceWords.Mark(node.Total.Mark)} {new string(' ', depths[i])}{Name(node)}",
                Numbers.Signed(node.Total.Difference),
                node.Total.Mark == ChangeMark.Insufficient ? "" : Numbers.Interval(node.Total.Low, node.Total.High),
                Numbers.Signed(node.Self.Difference));
        }

        lines.AddRange(table.Lines());
        int hidden = tree.Nodes.Count - shown.Length + tree.NodesLeftOut;
        if (hidden > 0)
        {
            lines.Add($"  {Numbers.Counted(hidden, "smaller method is", "smaller methods are")} not shown");
        }

        lines.AddRange(Only(tree, ChangeMark.Gone, "Gone", top, width));
        lines.AddRange(Only(tree, ChangeMark.New, "New", top, width));
        lines.AddRange(tree.LeftOut.SelectMany(l => PlainText.Wrap(l, width, "left out: ")));
        return lines;
    }

    /// <summary>Real names where both arms have the same or one has none, else both.</summary>
    internal static string Name(StackChange node) => SiteName.Both(node.BaselineName, node.OtherName, node.Name);

    /// <summary>Stacks that only one arm has, from their first method on.</summary>
    internal static IEnumerable<StackChange> Tops(StackComparison tree, ChangeMark mark) =>
        tree.Nodes.Where(n => n.Total.Mark == mark && (n.Parent < 0 || tree.Nodes[n.Parent].Total.Mark != mark))
            .OrderByDescending(n => Math.Abs(n.Total.Difference));

    /// <summary>The end of the way to a node: its nearest callers and itself.</summary>
    internal static string Path(StackComparison tree, StackChange node)
    {
        List<string> names = [Name(node)];
        StackChange at = node;
        while (at.Parent > 0 && names.Count < PathFramesMax)
        {
            at = tree.Nodes[at.Parent];
            names.Add(Name(at));
        }

        names.Reverse();
        return (at.Parent > 0 ? "… > " : "") + string.Join(" > ", names);
    }

    private static IEnumerable<string> Only(StackComparison tree, ChangeMark mark, string word, int top, int width)
    {
        StackChange[] nodes = [.. Tops(tree, mark)];
        if (nodes.Length == 0)
        {
            return [];
        }

        return
        [
            "",
            $"{word} stacks",
            .. nodes.Take(top).SelectMany(n => PlainText.Wrap(
                $"{Numbers.Signed(n.Total.Difference)} {Numbers.Interval(n.Total.Low, n.Total.High)}  {Path(tree, n)}", width, "  ")),
        ];
    }

    private static int[] Depths(StackComparison tree)
    {
        int[] depths = new int[tree.Nodes.Count];
        for (int i = 1; i < depths.Length; i++)
        {
            depths[i] = depths[tree.Nodes[i].Parent] + 1;
        }

        return depths;
    }

    /// <summary>The clearest and largest nodes with all their callers, at most so many as fit.</summary>
    private static int[] Shown(StackComparison tree, int top)
    {
        HashSet<int> shown = [0];
        IEnumerable<int> wanted = Enumerable.Range(0, tree.Nodes.Count)
            .OrderBy(i => tree.Nodes[i].Total.Mark is ChangeMark.Open or ChangeMark.Insufficient)
            .ThenByDescending(i => Math.Abs(tree.Nodes[i].Total.Difference))
            .ThenBy(i => i);
        foreach (int node in wanted)
        {
            List<int> way = [];
            for (int at = node; at >= 0 && !shown.Contains(at); at = tree.Nodes[at].Parent)
            {
                way.Add(at);
            }

            if (shown.Count + way.Count <= Math.Max(top, 1))
            {
                shown.UnionWith(way);
            }
        }

        return [.. shown.Order()];
    }

    /// <summary>Callers before callees, each caller's callees by size.</summary>
    private static IEnumerable<int> InOrder(StackComparison tree, int[] shown)
    {
        ILookup<int, int> children = shown.Where(i => i > 0).OrderBy(i => Math.Abs(tree.Nodes[i].Total.Difference)).ThenByDescending(i => i).ToLookup(i => tree.Nodes[i].Parent);
        Stack<int> open = new([0]);
        while (open.TryPop(out int node))
        {
            yield return node;
            foreach (int child in children[node])
            {
                open.Push(child);
            }
        }
    }
}
