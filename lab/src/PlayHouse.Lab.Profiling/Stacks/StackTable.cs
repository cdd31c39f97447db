using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>
/// Call stacks as a tree that grows at its leaves: a stack is its innermost frame and the stack of that frame's caller. Equal
/// stacks are one entry, a caller's index is always below its callees', and <see cref="None"/> is the caller of a root.
/// Reading is safe from any thread once nothing is added any more.
/// </summary>
public sealed class StackTable
{
    /// <summary>No stack: the caller of an outermost frame.</summary>
    public const int None = -1;

    private readonly List<StackFrame> _frames = [];
    private readonly Dictionary<StackFrame, int> _frameIds = [];
    private readonly List<(int Caller, int Frame)> _stacks = [];
    private readonly Dictionary<(int Caller, int Frame), int> _stackIds = [];

    /// <summary>Distinct stacks.</summary>
    public int Count => _stacks.Count;

    /// <summary>Distinct frames.</summary>
    public IReadOnlyList<StackFrame> Frames => _frames;

    /// <summary>The id of a frame, its index in <see cref="Frames"/>; a new one for a frame not seen before.</summary>
    /// <param name="frame">The frame.</param>
    public int Intern(StackFrame frame)
    {
        ArgumentNullException.ThrowIfNull(frame);
        if (!_frameIds.TryGetValue(frame, out int id))
        {
            _frameIds.Add(frame, id = _frames.Count);
            _frames.Add(frame);
        }
        return id;
    }

    /// <summary>The stack of a frame called from another stack; a new one when not seen before.</summary>
    /// <param name="caller">Stack of the caller, or <see cref="None"/>.</param>
    /// <param name="frame">Id of the frame.</param>
    /// <exception cref="ArgumentOutOfRangeException">No such stack or frame.</exception>
    public int Call(int caller, int frame)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(caller, None);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(caller, _stacks.Count);
        ArgumentOutOfRangeException.ThrowIfNegative(frame);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(frame, _frames.Count);
        if (!_stackIds.TryGetValue((caller, frame), out int id))
        {
            _stackIds.Add((caller, frame), id = _stacks.Count);
            _stacks.Add((caller, frame));
        }
        return id;
    }

    /// <summary>The stack of these frames; a new one when not seen before.</summary>
    /// <param name="innermostFirst">Frames from the allocating one outward; may be empty.</param>
    /// <returns>The stack, or <see cref="None"/> without frames.</returns>
    public int Add(ReadOnlySpan<StackFrame> innermostFirst)
    {
        int stack = None;
        for (int i = innermostFirst.Length - 1; i >= 0; i--)
            stack = Call(stack, Intern(innermostFirst[i]));
        return stack;
    }

    /// <summary>The stack of these frames when it is there already, else null.</summary>
    /// <param name="innermostFirst">Frames from the allocating one outward; may be empty.</param>
    public int? Find(ReadOnlySpan<StackFrame> innermostFirst)
    {
        int stack = None;
        for (int i = innermostFirst.Length - 1; i >= 0; i--)
        {
            if (!_frameIds.TryGetValue(innermostFirst[i], out int frame) || !_stackIds.TryGetValue((stack, frame), out stack))
                return null;
        }
        return stack;
    }

    /// <summary>Stack of the caller, or <see cref="None"/>.</summary>
    /// <param name="stack">A stack.</param>
    public int CallerOf(int stack) => _stacks[stack].Caller;

    /// <summary>Id of the innermost frame.</summary>
    /// <param name="stack">A stack.</param>
    public int FrameIdOf(int stack) => _stacks[stack].Frame;

    /// <summary>The innermost frame.</summary>
    /// <param name="stack">A stack.</param>
    public StackFrame FrameOf(int stack) => _frames[_stacks[stack].Frame];

    /// <summary>The frames of a stack, innermost first.</summary>
    /// <param name="stack">A stack, or <see cref="None"/> for no frames.</param>
    public IEnumerable<StackFrame> Walk(int stack)
    {
        for (int at = stack; at != None; at = CallerOf(at))
            yield return FrameOf(at);
    }
}
