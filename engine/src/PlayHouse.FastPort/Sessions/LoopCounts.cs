using System.Runtime.InteropServices;

namespace PlayHouse.FastPort.Sessions;

/// <summary>
/// What one loop counts: plain numbers with one writer, alone on their cache lines. Read by any thread, possibly a little late.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 192)]
internal struct LoopCounts
{
    [FieldOffset(64)]
    public long Messages;

    [FieldOffset(72)]
    public long Bytes;

    /// <summary>Calls of the socket that moved bytes.</summary>
    [FieldOffset(80)]
    public long SocketCalls;

    /// <summary>Waits by the wake-up seam.</summary>
    [FieldOffset(88)]
    public long Waits;

    /// <summary>Waits for room in what comes next.</summary>
    [FieldOffset(96)]
    public long Pauses;

    /// <summary>Messages that were dealt with to the end.</summary>
    [FieldOffset(104)]
    public long Completed;
}
