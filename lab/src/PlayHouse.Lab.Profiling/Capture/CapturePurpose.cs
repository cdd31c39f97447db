namespace PlayHouse.Lab.Profiling.Capture;

/// <summary>What a capture is for. One session serves allocations and runtime events together; thread time needs its own.</summary>
[Flags]
public enum CapturePurpose
{
    /// <summary>Nothing; refused.</summary>
    None = 0,

    /// <summary>One in so many allocated bytes, with its stack.</summary>
    Allocations = 1,

    /// <summary>Collections, contended locks, thread pool, exceptions, background compilation.</summary>
    Runtime = 2,

    /// <summary>Where threads are, some hundred times a second. Stops every thread for each look, so nothing else may be measured meanwhile.</summary>
    ThreadTime = 4,
}
