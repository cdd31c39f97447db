using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Folding;

/// <summary>
/// The folded counterpart of every stack. A stack of which nothing would be left, or only that it continues something, keeps
/// its innermost frame that is not plumbing: allocations never lose their place altogether. One thread, one result.
/// </summary>
internal sealed class FoldedTable
{
    private readonly AllocationStacksBuilder _folded = new();
    private readonly StackTable _original;
    private readonly int[] _stacks;

    public FoldedTable(StackTable original, FrameActions actions)
    {
        _original = original;
        _stacks = new int[original.Count];
        var isInFocus = new bool[original.Count];
        for (int stack = 0; stack < _stacks.Length; stack++)
        {
            int caller = original.CallerOf(stack);
            FrameAction action = actions[original.FrameIdOf(stack)];
            bool wasInFocus = caller != StackTable.None && isInFocus[caller];
            isInFocus[stack] = wasInFocus || action.IsFocus;
            // What is rootward of the focus goes; stacks without it are not asked for.
            bool begins = action.IsFocus && !wasInFocus;
            _stacks[stack] = Fold(caller == StackTable.None || begins ? StackTable.None : _stacks[caller], action);
        }
    }

    public void Add(StackCell cell, IReadOnlyList<string> types)
    {
        AllocationEstimator estimate = cell.Estimate;
        _folded.Add(StackOf(cell.Stack), _folded.Type(types[cell.Type]), estimate);
    }

    public AllocationStacks Build() => _folded.Build();

    private int Fold(int caller, FrameAction action)
    {
        if (action.Frame is not { } frame)
            return caller;
        int id = _folded.Table.Intern(frame);
        bool isNeighbour = action.IsMerged && caller != StackTable.None && _folded.Table.FrameIdOf(caller) == id;
        return isNeighbour ? caller : _folded.Table.Call(caller, id);
    }

    private int StackOf(int original)
    {
        if (original == StackTable.None)
            return StackTable.None;
        int folded = _stacks[original];
        if (folded != StackTable.None && _folded.Table.FrameOf(folded).Kind != FrameKind.Continuation)
            return folded;
        return _stacks[original] = _folded.Table.Call(folded, _folded.Table.Intern(Innermost(original)));
    }

    private StackFrame Innermost(int original)
    {
        for (int at = original; at != StackTable.None; at = _original.CallerOf(at))
        {
            if (_original.FrameOf(at).Kind is not (FrameKind.Plumbing or FrameKind.Continuation))
                return _original.FrameOf(at);
        }
        return _original.FrameOf(original);
    }
}
