using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Trees;

/// <summary>Turns the stacks of a window into paths of labels; labels are the methods, then the types, then one for the root. One thread.</summary>
internal sealed class PathReader
{
    private readonly AllocationStacks _stacks;
    private readonly MethodIndex _methods;
    private readonly List<PathStep> _path = [];
    private readonly List<int> _walk = [];

    public PathReader(AllocationStacks stacks)
    {
        ArgumentNullException.ThrowIfNull(stacks);
        _stacks = stacks;
        _methods = new MethodIndex(stacks.Table);
    }

    public IReadOnlyList<StackFrame> Methods => _methods.Methods;

    public AllocationTreeBuilder Builder(TreeLabel root, int nodesMax)
    {
        TreeLabel[] labels = [.. _methods.Methods.Select(TreeLabel.Of), .. _stacks.Types.Select(TreeLabel.OfType), root];
        return new AllocationTreeBuilder(labels, labels.Length - 1, nodesMax);
    }

    /// <summary>The methods of a stack; the list is used again by the next call.</summary>
    public List<PathStep> InnermostFirst(int stack)
    {
        _path.Clear();
        StackWalk.InnermostFirst(_stacks.Table, stack, _walk);
        foreach (int at in _walk)
        {
            int frame = _stacks.Table.FrameIdOf(at);
            _path.Add(new PathStep(_methods.Of(frame), _stacks.Table.Frames[frame].Source));
        }
        return _path;
    }

    public PathStep Type(int type) => new(_methods.Methods.Count + type, null);
}
