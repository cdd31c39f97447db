using System.Runtime.InteropServices;

namespace PlayHouse.Sockets.Native;

/// <summary>
/// The system calls of the library, as Linux's C library names them. Every failure is -1 with the error number of the thread.
/// </summary>
internal static unsafe partial class Libc
{
    private const string Library = "libc";

    [LibraryImport(Library, EntryPoint = "epoll_create1", SetLastError = true)]
    public static partial int EpollCreate(int flags);

    [LibraryImport(Library, EntryPoint = "epoll_ctl", SetLastError = true)]
    public static partial int EpollControl(int epoll, int operation, int descriptor, byte* epollEvent);

    [LibraryImport(Library, EntryPoint = "epoll_wait", SetLastError = true)]
    public static partial int EpollWait(int epoll, byte* events, int eventsMax, int timeoutMs);

    [LibraryImport(Library, EntryPoint = "epoll_pwait2", SetLastError = true)]
    public static partial int EpollWaitNs(int epoll, byte* events, int eventsMax, TimeSpec* timeout, nint signals);

    [LibraryImport(Library, EntryPoint = "ppoll", SetLastError = true)]
    public static partial int Poll(PollDescriptor* descriptors, nuint count, TimeSpec* timeout, nint signals);

    [LibraryImport(Library, EntryPoint = "eventfd", SetLastError = true)]
    public static partial int EventDescriptor(uint initial, int flags);

    [LibraryImport(Library, EntryPoint = "read", SetLastError = true)]
    public static partial nint Read(int descriptor, byte* buffer, nuint count);

    [LibraryImport(Library, EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int descriptor, byte* buffer, nuint count);

    [LibraryImport(Library, EntryPoint = "close", SetLastError = true)]
    public static partial int Close(int descriptor);

    [LibraryImport(Library, EntryPoint = "socket", SetLastError = true)]
    public static partial int Socket(int family, int type, int protocol);

    [LibraryImport(Library, EntryPoint = "bind", SetLastError = true)]
    public static partial int Bind(int descriptor, byte* address, uint length);

    [LibraryImport(Library, EntryPoint = "listen", SetLastError = true)]
    public static partial int Listen(int descriptor, int backlog);

    [LibraryImport(Library, EntryPoint = "accept4", SetLastError = true)]
    public static partial int Accept(int descriptor, byte* address, uint* length, int flags);

    [LibraryImport(Library, EntryPoint = "connect", SetLastError = true)]
    public static partial int Connect(int descriptor, byte* address, uint length);

    [LibraryImport(Library, EntryPoint = "recv", SetLastError = true)]
    public static partial nint Receive(int descriptor, byte* buffer, nuint count, int flags);

    [LibraryImport(Library, EntryPoint = "send", SetLastError = true)]
    public static partial nint Send(int descriptor, byte* buffer, nuint count, int flags);

    [LibraryImport(Library, EntryPoint = "sendmsg", SetLastError = true)]
    public static partial nint SendMessage(int descriptor, Message* message, int flags);

    [LibraryImport(Library, EntryPoint = "shutdown", SetLastError = true)]
    public static partial int Shutdown(int descriptor, int how);

    [LibraryImport(Library, EntryPoint = "setsockopt", SetLastError = true)]
    public static partial int SetOption(int descriptor, int level, int name, void* value, uint length);

    [LibraryImport(Library, EntryPoint = "getsockopt", SetLastError = true)]
    public static partial int GetOption(int descriptor, int level, int name, void* value, uint* length);

    [LibraryImport(Library, EntryPoint = "getsockname", SetLastError = true)]
    public static partial int GetLocalName(int descriptor, byte* address, uint* length);

    [LibraryImport(Library, EntryPoint = "getpeername", SetLastError = true)]
    public static partial int GetPeerName(int descriptor, byte* address, uint* length);

    [LibraryImport(Library, EntryPoint = "prctl", SetLastError = true)]
    public static partial int ControlThread(int option, nuint value, nuint unused3, nuint unused4, nuint unused5);

    /// <summary>Seconds and nanoseconds, as the kernel of a 64-bit machine takes them.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct TimeSpec
    {
        public long Seconds;
        public long Nanoseconds;

        public static TimeSpec Of(long durationNs) =>
            new() { Seconds = durationNs / 1_000_000_000, Nanoseconds = durationNs % 1_000_000_000 };
    }

    /// <summary>One descriptor of a poll.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct PollDescriptor
    {
        public int Descriptor;
        public short Events;
        public short Returned;
    }

    /// <summary>One buffer of several.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Vector
    {
        public nint Start;
        public nuint Length;
    }

    /// <summary>Several buffers for one call; the parts that a stream has no use for stay zero.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Message
    {
        public nint Address;
        public nuint AddressLength;
        public Vector* Vectors;
        public nuint VectorCount;
        public nint Control;
        public nuint ControlLength;
        public int Flags;
    }

    /// <summary>Two ints: whether closing waits, and for how many seconds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Linger
    {
        public int IsOn;
        public int Seconds;
    }
}
