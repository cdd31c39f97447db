using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Trees;
using PlayHouse.Lab.Reporting.Allocations;

namespace PlayHouse.Lab.Reporting.Flames;

/// <summary>The picture of one arm, from the tree that the command line prints. Pure.</summary>
public static class AllocationFlame
{
    private const string EngineModules = "PlayHouse.";
    private const string LabModules = "PlayHouse.Lab.";

    /// <summary>Makes the picture.</summary>
    /// <param name="view">A view of the tree.</param>
    /// <param name="isCollapsed">True shows a method that calls itself once.</param>
    /// <param name="framesMax">Most frames.</param>
    public static FlamePayload Of(AllocationView view, bool isCollapsed = false, int framesMax = FlamePayload.FramesMax)
    {
        ArgumentNullException.ThrowIfNull(view);
        ViewTree tree = ViewTree.Of(view);
        List<Node> nodes = Nodes(tree.Tree, isCollapsed, Largest(tree.Tree, framesMax));
        int[] order = FlameOrder.Of([.. nodes.Select(n => n.Parent)], [.. nodes.Select(n => n.Total.Bytes)]);
        int[] places = FlameOrder.Places(order);
        double all = nodes[0].Total.Bytes;
        var frames = new FlameFrame[order.Length];
        for (int i = 0; i < order.Length; i++)
        {
            Node node = nodes[order[i]];
            int parent = node.Parent < 0 ? -1 : places[node.Parent];
            frames[i] = Frame(tree, node, parent, parent < 0 ? 0 : frames[parent].Depth + 1, view.Scale, all);
        }

        return new FlamePayload(frames, view.Scale.Unit) { FramesLeftOut = Math.Max(0, tree.Tree.Count - framesMax) };
    }

    /// <summary>Whose code a node is.</summary>
    public static FlameLook LookOf(TreeLabel label) => label switch
    {
        { Kind: TreeNodeKind.Root } => FlameLook.All,
        { Kind: TreeNodeKind.Type } => FlameLook.Type,
        { FrameKind: FrameKind.Framework or FrameKind.Plumbing } => FlameLook.Framework,
        { FrameKind: FrameKind.Unresolved or FrameKind.Continuation } => FlameLook.Other,
        _ when label.Module.StartsWith(EngineModules, StringComparison.Ordinal) && !label.Module.StartsWith(LabModules, StringComparison.Ordinal) => FlameLook.Engine,
        _ => FlameLook.Game,
    };

    /// <summary>A node of the picture: one of the tree, or several that are one method calling itself.</summary>
    private sealed class Node(int parent, int first)
    {
        public int Parent { get; } = parent;

        public List<int> Sources { get; } = [first];

        public AllocationEstimator Total;
    }

    // A parent has at least what its child has, so the largest nodes are a tree.
    private static bool[] Largest(AllocationTree tree, int framesMax)
    {
        var isShown = new bool[tree.Count];
        if (tree.Count <= framesMax)
        {
            Array.Fill(isShown, true);
            return isShown;
        }

        foreach (int node in Enumerable.Range(0, tree.Count).OrderByDescending(n => tree.TotalOf(n).Bytes).ThenBy(n => n).Take(framesMax))
        {
            isShown[node] = true;
        }

        return isShown;
    }

    private static List<Node> Nodes(AllocationTree tree, bool isCollapsed, bool[] isShown)
    {
        var root = new Node(-1, AllocationTree.Root) { Total = tree.TotalOf(AllocationTree.Root) };
        List<Node> nodes = [root];
        for (int at = 0; at < nodes.Count; at++)
        {
            var children = new Dictionary<TreeLabel, Node>();
            // Grows while it is walked: calls of the method by itself are looked through.
            for (int s = 0; s < nodes[at].Sources.Count; s++)
            {
                int source = nodes[at].Sources[s];
                foreach (int child in tree.ChildrenOf(source))
                {
                    if (isShown[child])
                    {
                        Add(tree, isCollapsed, nodes, children, at, child);
                    }
                }
            }
        }

        return nodes;
    }

    private static void Add(AllocationTree tree, bool isCollapsed, List<Node> nodes, Dictionary<TreeLabel, Node> children, int at, int child)
    {
        TreeLabel label = tree.LabelOf(child);
        if (isCollapsed && label == tree.LabelOf(nodes[at].Sources[0]))
        {
            nodes[at].Sources.Add(child);
            return;
        }

        if (!children.TryGetValue(label, out Node? node))
        {
            children.Add(label, node = new Node(at, child));
            nodes.Add(node);
        }
        else
        {
            node.Sources.Add(child);
        }

        node.Total.Add(tree.TotalOf(child));
    }

    private static FlameFrame Frame(ViewTree tree, Node node, int parent, int depth, AllocationScale scale, double all)
    {
        int first = node.Sources[0];
        TreeLabel label = tree.Tree.LabelOf(first);
        string shortName = PlainText.Clean(tree.NameOf(first));
        return new FlameFrame
        {
            Parent = parent,
            Depth = depth,
            Name = label.Name.Length == 0 ? shortName : PlainText.Clean(label.Name),
            Short = shortName,
            Place = tree.Tree.SourceOf(first) is { } place ? PlainText.Clean(place) : null,
            Look = parent < 0 ? FlameLook.All : LookOf(label),
            Width = node.Total.Bytes / scale.Divisor,
            IsInsufficient = node.Total.IsInsufficient,
            Value = scale.Value(node.Total),
            Interval = scale.Interval(node.Total),
            Share = Numbers.Percent(all > 0 ? node.Total.Bytes / all : 0),
            Samples = Numbers.Count(node.Total.Samples),
            Total = node.Total,
        };
    }
}
