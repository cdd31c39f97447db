namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>What a frame is to the reader of a profile.</summary>
public enum FrameKind
{
    /// <summary>The program's own code.</summary>
    Program,

    /// <summary>Code of the framework: never a call site, collapsible.</summary>
    Framework,

    /// <summary>Async machinery and thread pool: says nothing about the program, folded by default.</summary>
    Plumbing,

    /// <summary>An address without a name.</summary>
    Unresolved,

    /// <summary>Stands for everything rootward of a completion: those frames are the completed callee, not a caller.</summary>
    Continuation,
}
