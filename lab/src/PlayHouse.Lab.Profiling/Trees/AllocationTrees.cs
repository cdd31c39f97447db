using System.Runtime.InteropServices;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Trees;

/// <summary>Where a tree shows types.</summary>
public enum TypePlacement
{
    /// <summary>Not at all: a node's self is what its method allocates.</summary>
    None,

    /// <summary>As leaves under the allocating method, whose own bytes are then those leaves.</summary>
    Leaves,
}

/// <summary>Makes the trees of a window. Pure: what it is given is not changed.</summary>
public static class AllocationTrees
{
    /// <summary>
    /// Largest tree. A bottom-up tree of stacks that rarely repeat has a node for nearly each of their frames; beyond this the
    /// paths of further cells are cut where they leave the tree, which <see cref="AllocationTree.CellsCut"/> counts.
    /// </summary>
    public const int NodesMax = 1_000_000;

    /// <summary>From the outermost frame to the allocating one.</summary>
    /// <param name="stacks">The window.</param>
    /// <param name="types">Whether types are leaves.</param>
    public static AllocationTree TopDown(AllocationStacks stacks, TypePlacement types = TypePlacement.None)
        => TopDown(stacks, types, NodesMax);

    /// <summary>From the allocating frame to its callers; a node's self is what was called by no frame further out.</summary>
    /// <param name="stacks">The window.</param>
    public static AllocationTree BottomUp(AllocationStacks stacks) => BottomUp(stacks, NodesMax);

    internal static AllocationTree TopDown(AllocationStacks stacks, TypePlacement types, int nodesMax)
    {
        var paths = new PathReader(stacks);
        AllocationTreeBuilder builder = paths.Builder(TreeLabel.Root, nodesMax);
        foreach (StackCell cell in stacks.Cells)
        {
            List<PathStep> path = paths.InnermostFirst(cell.Stack);
            path.Reverse();
            if (types == TypePlacement.Leaves)
                path.Add(paths.Type(cell.Type));
            builder.Add(CollectionsMarshal.AsSpan(path), cell.Estimate);
        }
        return builder.Build();
    }

    internal static AllocationTree BottomUp(AllocationStacks stacks, int nodesMax)
    {
        var paths = new PathReader(stacks);
        AllocationTreeBuilder builder = paths.Builder(TreeLabel.Root, nodesMax);
        foreach (StackCell cell in stacks.Cells)
            builder.Add(CollectionsMarshal.AsSpan(paths.InnermostFirst(cell.Stack)), cell.Estimate);
        return builder.Build();
    }
}
