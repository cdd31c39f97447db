using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Threads;

/// <summary>Looks that found one thread at one place.</summary>
/// <param name="Thread">Thread id of the system.</param>
/// <param name="Stack">Its stack, or <see cref="StackTable.None"/>.</param>
/// <param name="IsManaged">True when it was inside managed code, false when it waited or was in native code.</param>
/// <param name="Samples">How often.</param>
public readonly record struct ThreadCell(long Thread, int Stack, bool IsManaged, int Samples);

/// <summary>One thread.</summary>
/// <param name="Id">Thread id of the system.</param>
/// <param name="Samples">How often it was looked at.</param>
/// <param name="ManagedSamples">How often it was inside managed code.</param>
/// <param name="MsPerSample">
/// Milliseconds that one sample stands for: the mean distance of this thread's samples. A thread that was seen once gets the mean
/// of the others; NaN where nothing was seen twice.
/// </param>
public sealed record SampledThread(long Id, int Samples, int ManagedSamples, double MsPerSample);

/// <summary>
/// Where the threads of one window were. The runtime stops them all for each look, at the next safepoint: places are biased towards
/// safepoints, a thread that waits is seen as often as one that works. Immutable, so safe for any number of readers.
/// </summary>
public sealed record ThreadTimeTrace
{
    /// <summary>The stacks.</summary>
    public required StackTable Table { get; init; }

    /// <summary>Samples by thread, stack and kind.</summary>
    public required IReadOnlyList<ThreadCell> Cells { get; init; }

    /// <summary>The threads that were seen, most managed samples first.</summary>
    public required IReadOnlyList<SampledThread> Threads { get; init; }

    /// <summary>Samples whose innermost frame has no name.</summary>
    public required int UnresolvedSamples { get; init; }

    /// <summary>Samples whose stack reached the runtime's limit of frames.</summary>
    public required int CappedSamples { get; init; }

    /// <summary>Samples whose callers the reader left out to save memory.</summary>
    public required int FoldedSamples { get; init; }

    /// <summary>Events the session lost.</summary>
    public required long EventsLost { get; init; }

    /// <summary>How often the rundown reported its end; 1 in a good file.</summary>
    public required int RundownsComplete { get; init; }

    /// <summary>Tick at which the session began.</summary>
    public required long FirstTicks { get; init; }

    /// <summary>Tick of the last event.</summary>
    public required long LastTicks { get; init; }

    /// <summary>Samples of the window.</summary>
    public int Samples => Threads.Sum(t => t.Samples);
}
