using System.Runtime.InteropServices;
using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Trees;

/// <summary>Grows a tree path by path. One thread, one result.</summary>
internal sealed class AllocationTreeBuilder
{
    private readonly int _nodesMax;
    private readonly IReadOnlyList<TreeLabel> _labels;
    private readonly List<TreeNode> _nodes = [];
    private readonly Dictionary<(int Parent, int Label), int> _ids = [];
    private int _cellsCut;

    /// <summary>An empty tree.</summary>
    /// <param name="labels">Labels by number.</param>
    /// <param name="root">Number of the root's label.</param>
    /// <param name="nodesMax">Nodes after which paths are cut.</param>
    public AllocationTreeBuilder(IReadOnlyList<TreeLabel> labels, int root, int nodesMax)
    {
        _labels = labels;
        _nodesMax = nodesMax;
        _nodes.Add(new TreeNode { Parent = -1, Label = root });
    }

    /// <summary>Adds an estimate at the end of a path under the root.</summary>
    /// <param name="path">Labels with lines, from below the root on.</param>
    /// <param name="estimate">The estimate.</param>
    public void Add(ReadOnlySpan<PathStep> path, in AllocationEstimator estimate)
    {
        int at = AllocationTree.Root;
        foreach (PathStep step in path)
        {
            int next = Child(at, step);
            if (next < 0)
            {
                _cellsCut++;
                break;
            }
            at = next;
        }
        CollectionsMarshal.AsSpan(_nodes)[at].Self.Add(estimate);
    }

    public AllocationTree Build() => new([.. _nodes], _labels) { CellsCut = _cellsCut };

    private int Child(int parent, PathStep step)
    {
        if (_ids.TryGetValue((parent, step.Label), out int id))
        {
            ref string? source = ref CollectionsMarshal.AsSpan(_nodes)[id].Source;
            source = Common(source, step.Source);
            return id;
        }
        if (_nodes.Count >= _nodesMax)
            return -1;
        _ids.Add((parent, step.Label), id = _nodes.Count);
        _nodes.Add(new TreeNode { Parent = parent, Label = step.Label, Source = step.Source });
        return id;
    }

    /// <summary>What two places have in common: the line, the file, or nothing.</summary>
    internal static string? Common(string? a, string? b)
    {
        if (ReferenceEquals(a, b) || a == b)
            return a;
        if (a is null || b is null)
            return null;
        ReadOnlySpan<char> file = File(a);
        return file.SequenceEqual(File(b)) ? file.ToString() : null;
    }

    private static ReadOnlySpan<char> File(string source)
    {
        int colon = source.LastIndexOf(':');
        return colon < 0 ? source : source.AsSpan(0, colon);
    }
}

/// <summary>One step of a path: a label's number and the line, where one is known.</summary>
internal readonly record struct PathStep(int Label, string? Source);
