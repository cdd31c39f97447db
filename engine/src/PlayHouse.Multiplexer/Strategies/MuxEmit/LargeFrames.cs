using System.Buffers;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>
/// Buffers for frames that are copied whole and do not fit an emitter's own: one of each power of two, 32 MiB in all, for the process. Any
/// thread.
/// </summary>
internal static class LargeFrames
{
    private const int LargestBytes = 16 * 1024 * 1024;

    /// <summary>The pool; what it does not keep goes to the garbage collector.</summary>
    public static ArrayPool<byte> Pool { get; } = ArrayPool<byte>.Create(LargestBytes, maxArraysPerBucket: 1);
}
