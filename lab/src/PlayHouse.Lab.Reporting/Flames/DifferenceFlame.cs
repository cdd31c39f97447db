using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Reporting.Differences;

namespace PlayHouse.Lab.Reporting.Flames;

/// <summary>
/// The picture of a change: as wide as the candidate, coloured by what changed. Paths that only the baseline has are as wide as
/// they were there, when they are asked for. Pure.
/// </summary>
public static class DifferenceFlame
{
    /// <summary>Makes the picture.</summary>
    /// <param name="tree">The call trees, one from the other.</param>
    /// <param name="unit">Unit of their figures.</param>
    public static FlamePayload Of(StackComparison tree, string unit = "B/msg")
    {
        ArgumentNullException.ThrowIfNull(tree);
        if (tree.Nodes.Count == 0)
        {
            return new FlamePayload([], unit) { IsDifference = true };
        }

        double[] wide = Widths(tree.Nodes);
        int[] order = FlameOrder.Of([.. tree.Nodes.Select(n => n.Parent)], wide);
        int[] places = FlameOrder.Places(order);
        StackChange strongest = tree.Nodes.MaxBy(n => Math.Abs(n.Total.Difference))!;
        var frames = new FlameFrame[order.Length];
        for (int i = 0; i < order.Length; i++)
        {
            StackChange node = tree.Nodes[order[i]];
            int parent = node.Parent < 0 ? -1 : places[node.Parent];
            frames[i] = Frame(node, Math.Abs(strongest.Total.Difference), wide[order[i]]) with
            {
                Parent = parent,
                Depth = parent < 0 ? 0 : frames[parent].Depth + 1,
            };
        }

        return new FlamePayload(frames, unit)
        {
            IsDifference = true,
            FramesLeftOut = tree.NodesLeftOut,
            Strongest = Numbers.Plain(Math.Abs(strongest.Total.Difference)),
        };
    }

    /// <summary>What a change looks like.</summary>
    public static FlameLook LookOf(ChangeMark mark) => mark switch
    {
        ChangeMark.More or ChangeMark.New => FlameLook.More,
        ChangeMark.Less or ChangeMark.Gone => FlameLook.Less,
        _ => FlameLook.Same,
    };

    /// <summary>Widths with vanished paths: what a node has without its callees, plus those callees. So no callee is wider than its caller.</summary>
    private static double[] Widths(IReadOnlyList<StackChange> nodes)
    {
        var below = new double[nodes.Count];
        var wide = new double[nodes.Count];
        for (int i = nodes.Count - 1; i >= 0; i--)
        {
            StackChange node = nodes[i];
            wide[i] += Math.Max(0, Side(nodes, node, i) - below[i]);
            if (node.Parent >= 0)
            {
                wide[node.Parent] += wide[i];
                below[node.Parent] += Side(nodes, node, node.Parent);
            }
        }

        return wide;
    }

    // Below a caller that vanished only the baseline counts, below one that is there only the candidate.
    private static double Side(IReadOnlyList<StackChange> nodes, StackChange node, int judge) =>
        IsVanished(nodes[judge].Total) ? node.Total.Baseline : node.Total.Other;

    private static bool IsVanished(BytesChange change) => change is { Other: <= 0, Baseline: > 0 };

    private static FlameFrame Frame(StackChange node, double strongest, double wide)
    {
        BytesChange change = node.Total;
        bool isInsufficient = change.Mark == ChangeMark.Insufficient;
        return new FlameFrame
        {
            Parent = -1,
            Depth = 0,
            Name = PlainText.Clean(Full(node)),
            Short = PlainText.Clean(TreeText.Name(node)),
            Look = LookOf(change.Mark),
            Width = Math.Max(0, change.Other),
            WidthWithVanished = wide,
            IsInsufficient = isInsufficient,
            Edge = change.Mark switch { ChangeMark.New => FlameEdge.New, ChangeMark.Gone => FlameEdge.Gone, _ => FlameEdge.None },
            Strength = strongest > 0 ? Math.Min(1, Math.Abs(change.Difference) / strongest) : 0,
            Value = Numbers.Signed(change.Difference),
            Interval = isInsufficient ? "too few samples" : Numbers.Interval(change.Low, change.High),
            Share = $"{Numbers.Plain(change.Baseline)} → {Numbers.Plain(change.Other)}",
            Samples = $"{Numbers.Count(change.BaselineSamples)} → {Numbers.Count(change.OtherSamples)}",
        };
    }

    private static string Full(StackChange node) => (node.BaselineName, node.OtherName) switch
    {
        ({ } a, { } b) when a != b => $"{node.Name}: {a} → {b}",
        var (a, b) => a ?? b ?? node.Name,
    };
}
