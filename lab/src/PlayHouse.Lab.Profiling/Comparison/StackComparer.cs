using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>Compares the call trees of two arms, node by node, per message. Static, safe from any thread.</summary>
/// <remarks>
/// Intervals are made as those of sites are. They are not corrected for the number of nodes: a tree shows where a change sits,
/// sites decide what has changed. Plumbing never is a node, framework methods only on request: what they allocate then belongs
/// to the method that called them.
/// </remarks>
public static class StackComparer
{
    /// <summary>Most nodes of a result, largest first; what smaller ones allocate is in their callers' totals.</summary>
    public const int NodesMax = 4_000;

    /// <summary>Compares.</summary>
    /// <param name="baseline">Stacks of the baseline, one per diagnostic launch.</param>
    /// <param name="other">Stacks of the other arm.</param>
    /// <param name="roles">Names that both arms share; none when null.</param>
    /// <param name="keepsFramework">True for nodes of framework methods too.</param>
    public static StackComparison Compare(
        IReadOnlyList<AllocationStacks> baseline, IReadOnlyList<AllocationStacks> other, RoleMap? roles = null, bool keepsFramework = false)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(other);
        AllocationStacks[] first = UsableStacks.Of(baseline);
        AllocationStacks[] second = UsableStacks.Of(other);
        string[] leftOut = [.. UsableStacks.LeftOut(baseline), .. UsableStacks.LeftOut(other)];
        if (first.Length == 0 || second.Length == 0)
            return new StackComparison { Nodes = [], LeftOut = leftOut };

        var nodes = new StackNodes(first.Length + second.Length, roles ?? RoleMap.None, keepsFramework);
        for (int i = 0; i < first.Length; i++)
            nodes.Add(i, 0, first[i]);
        for (int i = 0; i < second.Length; i++)
            nodes.Add(first.Length + i, 1, second[i]);

        var cells = new TreeCells(nodes, first, second);
        int[] shown = Largest(cells);
        return new StackComparison
        {
            Nodes = Records(nodes, cells, shown),
            NodesLeftOut = nodes.Count - shown.Length,
            HasLaunchSpread = Math.Min(first.Length, second.Length) > 1,
            LeftOut = leftOut,
        };
    }

    /// <summary>The largest nodes in the order of their indices. A caller is never smaller than its callee, so none loses its caller.</summary>
    private static int[] Largest(TreeCells cells) =>
    [
        .. Enumerable.Range(0, cells.Total.Length)
            .OrderByDescending(n => Math.Max(cells.Total[n].Baseline.Mean, cells.Total[n].Other.Mean)).ThenBy(n => n)
            .Take(NodesMax).Order(),
    ];

    private static StackChange[] Records(StackNodes nodes, TreeCells cells, int[] shown)
    {
        var places = new Dictionary<int, int>(shown.Length) { [-1] = -1 };
        var records = new StackChange[shown.Length];
        for (int i = 0; i < shown.Length; i++)
        {
            int node = shown[i];
            places.Add(node, i);
            records[i] = new StackChange(
                places[nodes.ParentOf(node)], nodes.NameOf(node), nodes.RealNameOf(node, 0), nodes.RealNameOf(node, 1),
                cells.Difference(cells.Total[node]).ToRecord(), cells.Difference(cells.Self[node]).ToRecord());
        }
        return records;
    }

    /// <summary>The cells of every node.</summary>
    private sealed class TreeCells
    {
        private readonly LaunchSpread _spread;

        public TreeCells(StackNodes nodes, AllocationStacks[] baseline, AllocationStacks[] other)
        {
            ArmLaunches first = Launches(baseline);
            ArmLaunches second = Launches(other);
            Self = [.. Enumerable.Range(0, nodes.Count).Select(_ => (new ArmCell(first), new ArmCell(second)))];
            Total = [.. Enumerable.Range(0, nodes.Count).Select(_ => (new ArmCell(first), new ArmCell(second)))];
            for (int launch = 0; launch < first.Count + second.Count; launch++)
            {
                Fill(Self, nodes.SelfOf(launch), launch, first.Count);
                Fill(Total, nodes.TotalOf(launch), launch, first.Count);
            }
            _spread = LaunchSpread.Pool(Self);
        }

        public (ArmCell Baseline, ArmCell Other)[] Self { get; }

        public (ArmCell Baseline, ArmCell Other)[] Total { get; }

        public CellDifference Difference((ArmCell Baseline, ArmCell Other) cell) => new(cell.Baseline, cell.Other, _spread);

        private static ArmLaunches Launches(AllocationStacks[] arm) => new(
            arm.Select(s => s.Messages),
            arm.Select(s => s.IsCalibrated ? s.EstimatedVariance / (s.Messages * s.Messages) : double.PositiveInfinity));

        private static void Fill((ArmCell Baseline, ArmCell Other)[] cells, AllocationEstimator[] windows, int launch, int ofBaseline)
        {
            for (int node = 0; node < cells.Length; node++)
            {
                if (windows[node].Samples == 0)
                    continue;
                if (launch < ofBaseline)
                    cells[node].Baseline.Add(launch, windows[node]);
                else
                    cells[node].Other.Add(launch - ofBaseline, windows[node]);
            }
        }
    }
}
