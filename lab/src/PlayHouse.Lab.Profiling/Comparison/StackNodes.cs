using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>
/// One call tree for the launches of two arms, keyed by names that both share. Callers have lower indices than their callees.
/// Built by one thread.
/// </summary>
internal sealed class StackNodes
{
    private const int Root = 0;

    private readonly RoleMap _roles;
    private readonly bool _keepsFramework;
    private readonly List<(int Parent, string Name)> _nodes = [(-1, "(all)")];
    private readonly Dictionary<(int Parent, string Name), int> _ids = [];
    private readonly List<string?[]> _realNames = [[null, null]];
    private readonly List<AllocationEstimator>[] _self;

    public StackNodes(int launches, RoleMap roles, bool keepsFramework)
    {
        _roles = roles;
        _keepsFramework = keepsFramework;
        _self = [.. Enumerable.Range(0, launches).Select(_ => new List<AllocationEstimator>())];
    }

    public int Count => _nodes.Count;

    public int ParentOf(int node) => _nodes[node].Parent;

    public string NameOf(int node) => _nodes[node].Name;

    /// <summary>Name of the node's method in one of the arms, or null.</summary>
    public string? RealNameOf(int node, int arm) => _realNames[node][arm];

    /// <summary>Adds the stacks of one launch.</summary>
    /// <param name="launch">Index of the launch over both arms.</param>
    /// <param name="arm">0 baseline, 1 other.</param>
    /// <param name="stacks">The stacks.</param>
    public void Add(int launch, int arm, AllocationStacks stacks)
    {
        string[] names = [.. stacks.Table.Frames.Select(f => _roles.Method(f.Name))];
        int[] nodes = new int[stacks.Table.Count];
        for (int stack = 0; stack < nodes.Length; stack++)
        {
            int caller = stacks.Table.CallerOf(stack);
            int under = caller == StackTable.None ? Root : nodes[caller];
            nodes[stack] = IsFolded(stacks.Table.FrameOf(stack).Kind) ? under : Child(under, names, stacks.Table, stack, arm);
        }
        foreach (StackCell cell in stacks.Cells)
        {
            int node = cell.Stack == StackTable.None ? Child(Root, "(no stack)", null, arm) : nodes[cell.Stack];
            if (node == Root)
                node = Outside(names, stacks.Table, cell.Stack, arm);
            List<AllocationEstimator> self = _self[launch];
            while (self.Count < Count)
                self.Add(default);
            System.Runtime.InteropServices.CollectionsMarshal.AsSpan(self)[node].Add(cell.Estimate);
        }
    }

    /// <summary>What each node allocated itself in one launch.</summary>
    public AllocationEstimator[] SelfOf(int launch)
    {
        var self = new AllocationEstimator[Count];
        _self[launch].CopyTo(self);
        return self;
    }

    /// <summary>What each node and everything below it allocated in one launch.</summary>
    public AllocationEstimator[] TotalOf(int launch)
    {
        AllocationEstimator[] total = SelfOf(launch);
        for (int node = total.Length - 1; node > Root; node--)
            total[ParentOf(node)].Add(total[node]);
        return total;
    }

    private bool IsFolded(FrameKind kind) => kind == FrameKind.Plumbing || (kind == FrameKind.Framework && !_keepsFramework);

    /// <summary>A stack without a frame of the program is shown by its innermost method that is no plumbing.</summary>
    private int Outside(string[] names, StackTable table, int stack, int arm)
    {
        int at = stack;
        while (table.CallerOf(at) != StackTable.None && table.FrameOf(at).Kind == FrameKind.Plumbing)
            at = table.CallerOf(at);
        return Child(Root, names, table, at, arm);
    }

    private int Child(int under, string[] names, StackTable table, int stack, int arm) =>
        Child(under, names[table.FrameIdOf(stack)], table.FrameOf(stack).Name, arm);

    private int Child(int under, string name, string? realName, int arm)
    {
        // A method that calls itself, or two methods of one role in a row, are one step for the reader.
        if (under != Root && NameOf(under) == name)
            return under;
        if (!_ids.TryGetValue((under, name), out int id))
        {
            _ids.Add((under, name), id = _nodes.Count);
            _nodes.Add((under, name));
            _realNames.Add([null, null]);
        }
        _realNames[id][arm] ??= realName;
        return id;
    }
}
