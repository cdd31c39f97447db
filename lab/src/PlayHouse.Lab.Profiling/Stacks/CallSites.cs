using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>
/// Finds the call site of a stack. The only place that decides it: tables of sites, trees and comparisons that ask here cannot
/// disagree. Pure.
/// </summary>
public static class CallSites
{
    /// <summary>Site of an object without any frame.</summary>
    public const string NoStack = "(no stack)";

    /// <summary>
    /// The call site of a cell: the innermost frame outside the framework. A stack of framework code only gives its innermost
    /// frame that is not machinery. What lies rootward of a continuation never is a site.
    /// </summary>
    /// <param name="stacks">The stacks.</param>
    /// <param name="cell">One of their cells.</param>
    public static CallSite Of(AllocationStacks stacks, StackCell cell)
    {
        ArgumentNullException.ThrowIfNull(stacks);
        return Of(stacks.Table.Walk(cell.Stack));
    }

    /// <summary>True for a frame that can be a call site: code of the program, or code without a name outside the framework.</summary>
    /// <param name="frame">A frame.</param>
    public static bool IsSite(StackFrame frame)
    {
        ArgumentNullException.ThrowIfNull(frame);
        return frame.Kind == FrameKind.Program || (frame.Kind == FrameKind.Unresolved && !FrameNames.IsFramework(frame.Module));
    }

    internal static CallSite Of(IEnumerable<StackFrame> innermostFirst)
    {
        StackFrame? innermost = null;
        StackFrame? framework = null;
        StackFrame? site = null;
        foreach (StackFrame frame in innermostFirst)
        {
            innermost ??= frame;
            if (frame.Kind == FrameKind.Continuation)
                break;
            if (!IsSite(frame))
                framework ??= frame.Kind == FrameKind.Plumbing ? null : frame;
            else if (site is not null && frame.Source is not null)
                return new CallSite(site.Name, null, $"{frame.Name} ({frame.Source})");
            else if (site is null && frame.Source is not null)
                return new CallSite(frame.Name, frame.Source, null);
            else
                site ??= frame;
        }
        return new CallSite((site ?? framework ?? innermost)?.Name ?? NoStack, null, null);
    }
}
