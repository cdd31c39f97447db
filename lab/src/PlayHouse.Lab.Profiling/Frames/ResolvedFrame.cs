
namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>One code address as people see it.</summary>
/// <param name="Frame">Normalised frame.</param>
/// <param name="IsCompletion">True for code that runs continuations: what lies rootward is the completed callee.</param>
internal sealed record ResolvedFrame(StackFrame Frame, bool IsCompletion)
{
    /// <summary>Name of code without a name.</summary>
    public const string NoName = "(unresolved)";

    /// <summary>Makes the frame of a method.</summary>
    /// <param name="fullName">Name as the trace gives it; empty for code without one.</param>
    /// <param name="module">File name of the module without folder and extension; empty where there is none.</param>
    /// <param name="source">Asked for program code only.</param>
    public static ResolvedFrame Of(string? fullName, string module, Func<string?> source)
    {
        if (string.IsNullOrEmpty(fullName))
            return new ResolvedFrame(new StackFrame(NoName, module, FrameKind.Unresolved), false);
        FrameKind kind = FrameNames.IsPlumbing(fullName) ? FrameKind.Plumbing
            : FrameNames.IsFramework(module) ? FrameKind.Framework
            : FrameKind.Program;
        string? line = kind == FrameKind.Program ? source() : null;
        return new ResolvedFrame(new StackFrame(FrameNames.Normalise(fullName), module, kind, line), FrameNames.IsCompletion(fullName));
    }
}
