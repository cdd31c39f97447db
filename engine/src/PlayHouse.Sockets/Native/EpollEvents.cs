using System.Runtime.InteropServices;

namespace PlayHouse.Sockets.Native;

/// <summary>
/// Memory for the events of one wait, outside the collector's heap. An event is 32 bits of readiness and 64 bits of the caller's
/// own; on x64 they follow each other without a gap, elsewhere the second part is aligned.
/// </summary>
internal sealed unsafe class EpollEvents(int count) : IDisposable
{
    public const int EventBytesMax = 16;

    private static readonly bool IsPacked = RuntimeInformation.ProcessArchitecture == Architecture.X64;
    private static readonly int EventBytes = IsPacked ? 12 : EventBytesMax;
    private static readonly int TokenOffset = IsPacked ? 4 : 8;

    private byte* _events = (byte*)NativeMemory.Alloc((nuint)(count * EventBytesMax));

    /// <summary>Where the kernel writes.</summary>
    public byte* Start => _events;

    public int Capacity { get; } = count;

    /// <summary>Readiness and token of an event that the last wait returned.</summary>
    public (uint Ready, ulong Token) this[int index]
    {
        get
        {
            byte* place = _events + (index * EventBytes);
            return (*(uint*)place, *(ulong*)(place + TokenOffset));
        }
    }

    /// <summary>One event for <c>epoll_ctl</c>.</summary>
    public static void Write(Span<byte> destination, uint interest, ulong token)
    {
        destination.Clear();
        MemoryMarshal.Write(destination, in interest);
        MemoryMarshal.Write(destination[TokenOffset..], in token);
    }

    public void Dispose()
    {
        NativeMemory.Free(_events);
        _events = null;
    }
}
