using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Folding;

/// <summary>What becomes of each frame of a table, decided once per frame and not per stack.</summary>
internal sealed class FrameActions
{
    private readonly FrameAction[] _actions;

    public FrameActions(StackFolding folding, IReadOnlyList<StackFrame> frames)
        => _actions = [.. frames.Select(f => Decide(folding, f))];

    public FrameAction this[int frame] => _actions[frame];

    private static FrameAction Decide(StackFolding folding, StackFrame frame)
    {
        if (folding.Focus?.IsMatch(frame) == true)
            return new FrameAction(frame, IsMerged: false, IsFocus: true);
        if (folding.Keep?.IsMatch(frame) == true)
            return new FrameAction(frame, IsMerged: false, IsFocus: false);
        if (folding.Groups.FirstOrDefault(g => g.Pattern.IsMatch(frame)) is { } group)
            return new FrameAction(new StackFrame(group.Name, "", FrameKind.Program), IsMerged: true, IsFocus: false);
        bool isFolded = folding.Fold.Any(p => p.IsMatch(frame)) || (folding.Framework, frame.Kind) is
            (not FrameworkFrames.Show, FrameKind.Plumbing) or (FrameworkFrames.Fold, FrameKind.Framework);
        if (isFolded)
            return default;
        return folding.Framework == FrameworkFrames.One && frame.Kind == FrameKind.Framework
            ? new FrameAction(new StackFrame(StackFolding.FrameworkName, "", FrameKind.Framework), IsMerged: true, IsFocus: false)
            : new FrameAction(frame, IsMerged: false, IsFocus: false);
    }
}

/// <summary>What becomes of a frame.</summary>
/// <param name="Frame">What it is shown as; null when it goes.</param>
/// <param name="IsMerged">Whether equal neighbours become one.</param>
/// <param name="IsFocus">Whether stacks begin here.</param>
internal readonly record struct FrameAction(StackFrame? Frame, bool IsMerged, bool IsFocus);
