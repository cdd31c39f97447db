using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Trees;

/// <summary>What a node of a tree stands for.</summary>
public enum TreeNodeKind
{
    /// <summary>Everything the tree was made of.</summary>
    Root,

    /// <summary>A method.</summary>
    Method,

    /// <summary>An allocated type.</summary>
    Type,
}

/// <summary>The name of a node.</summary>
/// <param name="Kind">What it stands for.</param>
/// <param name="Name">Normalised method name, or type name as the runtime gives it; empty for the root of a whole tree.</param>
/// <param name="Module">Module of a method; empty otherwise.</param>
/// <param name="FrameKind">What a method is to the reader; <see cref="FrameKind.Program"/> otherwise.</param>
public sealed record TreeLabel(TreeNodeKind Kind, string Name, string Module, FrameKind FrameKind)
{
    internal static TreeLabel Root { get; } = new(TreeNodeKind.Root, "", "", FrameKind.Program);

    internal static TreeLabel Of(StackFrame method) => new(TreeNodeKind.Method, method.Name, method.Module, method.Kind);

    internal static TreeLabel OfType(string type) => new(TreeNodeKind.Type, type, "", FrameKind.Program);
}
