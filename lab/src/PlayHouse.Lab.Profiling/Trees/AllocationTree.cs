using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Trees;

/// <summary>
/// Estimates added up along call paths. A node's total is what it stands for with everything under it, its self is the part
/// that no child has: total = self + Σ totals of the children, and the total of the root is that of all cells. Nodes are
/// numbers, 0 is the root, a parent is below its children. Immutable, so safe for any number of readers.
/// </summary>
public sealed class AllocationTree
{
    private readonly TreeNode[] _nodes;
    private readonly int[] _children;
    private readonly IReadOnlyList<TreeLabel> _labels;

    internal AllocationTree(TreeNode[] nodes, IReadOnlyList<TreeLabel> labels)
    {
        _nodes = nodes;
        _labels = labels;
        AddUp();
        _children = SortedChildren();
    }

    /// <summary>The root.</summary>
    public const int Root = 0;

    /// <summary>Nodes, the root included.</summary>
    public int Count => _nodes.Length;

    /// <summary>
    /// Cells whose path was cut because the tree had reached its limit of nodes; what they allocated is the self of the last
    /// node of the path that exists. 0 in an ordinary tree.
    /// </summary>
    public int CellsCut { get; internal init; }

    /// <summary>What the node stands for.</summary>
    /// <param name="node">A node.</param>
    public TreeLabel LabelOf(int node) => _labels[_nodes[node].Label];

    /// <summary>
    /// <c>File.cs:12</c> where every stack through this node is on one line of the method, <c>File.cs</c> where they are on several
    /// of a file, null where no PDB tells.
    /// </summary>
    /// <param name="node">A node.</param>
    public string? SourceOf(int node) => _nodes[node].Source;

    /// <summary>The node above, or -1 for the root.</summary>
    /// <param name="node">A node.</param>
    public int ParentOf(int node) => _nodes[node].Parent;

    /// <summary>The node with everything under it.</summary>
    /// <param name="node">A node.</param>
    public AllocationEstimator TotalOf(int node) => _nodes[node].Total;

    /// <summary>What no child has.</summary>
    /// <param name="node">A node.</param>
    public AllocationEstimator SelfOf(int node) => _nodes[node].Self;

    /// <summary>The children, largest total first; equal ones by name.</summary>
    /// <param name="node">A node.</param>
    public ReadOnlySpan<int> ChildrenOf(int node) => _children.AsSpan(_nodes[node].FirstChild, _nodes[node].ChildrenCount);

    private void AddUp()
    {
        foreach (ref TreeNode node in _nodes.AsSpan())
            node.Total = node.Self;
        for (int node = _nodes.Length - 1; node > Root; node--)
        {
            ref TreeNode parent = ref _nodes[_nodes[node].Parent];
            parent.Total.Add(_nodes[node].Total);
            parent.ChildrenCount++;
        }
    }

    private int[] SortedChildren()
    {
        int next = 0;
        foreach (ref TreeNode node in _nodes.AsSpan())
        {
            node.FirstChild = next;
            next += node.ChildrenCount;
            node.ChildrenCount = 0;
        }

        var children = new int[next];
        for (int node = Root + 1; node < _nodes.Length; node++)
        {
            ref TreeNode parent = ref _nodes[_nodes[node].Parent];
            children[parent.FirstChild + parent.ChildrenCount++] = node;
        }

        foreach (ref readonly TreeNode node in _nodes.AsSpan())
            children.AsSpan(node.FirstChild, node.ChildrenCount).Sort(LargestFirst);
        return children;
    }

    private int LargestFirst(int a, int b)
    {
        int byBytes = _nodes[b].Total.Bytes.CompareTo(_nodes[a].Total.Bytes);
        return byBytes != 0 ? byBytes : string.CompareOrdinal(LabelOf(a).Name, LabelOf(b).Name) is var byName and not 0 ? byName : a.CompareTo(b);
    }
}

/// <summary>One node in the arrays of a tree.</summary>
internal struct TreeNode
{
    public int Parent;
    public int Label;
    public int FirstChild;
    public int ChildrenCount;
    public string? Source;
    public AllocationEstimator Self;
    public AllocationEstimator Total;
}
