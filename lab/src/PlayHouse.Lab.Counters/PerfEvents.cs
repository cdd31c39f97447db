using System.Runtime.InteropServices;

namespace PlayHouse.Lab.Counters;

/// <summary>The system calls of the kernel's event counters, as linux/perf_event.h lays them out.</summary>
internal static partial class PerfEvents
{
    /// <summary>Values of one read: the count, nanoseconds enabled, nanoseconds counting.</summary>
    public const int ReadLength = 3;

    public const int ValueAt = 0;
    public const int EnabledAt = 1;
    public const int RunningAt = 2;

    /// <summary>ESRCH: the thread has ended since its number was read.</summary>
    public const int NoSuchThread = 3;

    private const int NotPermitted = 1;
    private const int NoEntry = 2;
    private const int AccessDenied = 13;
    private const int NoDevice = 19;
    private const int TooManyFiles = 24;
    private const int NoSystemCall = 38;
    private const int NotSupported = 95;

    private const uint Hardware = 0;
    private const uint Software = 1;
    private const ulong Instructions = 1;
    private const ulong TaskClock = 1;
    private const ulong PageFaults = 2;
    private const ulong TimeEnabledAndRunning = 1 | 2;
    private const ulong Inherit = 1 << 1;
    private const ulong ExcludeKernel = 1 << 5;
    private const ulong ExcludeHypervisor = 1 << 6;
    private const long AnyProcessor = -1;
    private const long NoGroup = -1;
    private const long CloseOnExec = 8;

    public static bool IsSupported => OperatingSystem.IsLinux() && OpenNumber > 0;

    private static long OpenNumber => RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 298,
        Architecture.Arm64 => 241,
        _ => 0,
    };

    /// <summary>Opens a running counter of one thread and its future children; negative with the error number.</summary>
    public static unsafe int Open(CountedEvent counted, int thread, out int error)
    {
        (uint type, ulong config) = counted switch
        {
            CountedEvent.UserInstructions => (Hardware, Instructions),
            CountedEvent.PageFaults => (Software, PageFaults),
            _ => (Software, TaskClock),
        };
        var attributes = new Attributes
        {
            Type = type,
            Size = (uint)sizeof(Attributes),
            Config = config,
            ReadFormat = TimeEnabledAndRunning,
            Flags = Inherit | ExcludeKernel | ExcludeHypervisor,
        };
        long descriptor = SystemCall(OpenNumber, &attributes, thread, AnyProcessor, NoGroup, CloseOnExec);
        error = descriptor < 0 ? Marshal.GetLastPInvokeError() : 0;
        return (int)descriptor;
    }

    public static unsafe bool TryRead(int descriptor, Span<long> values)
    {
        fixed (long* start = values)
        {
            return Read(descriptor, start, (nuint)(ReadLength * sizeof(long))) == ReadLength * sizeof(long);
        }
    }

    [LibraryImport("libc", EntryPoint = "close")]
    public static partial int Close(int descriptor);

    /// <summary>Why a counter could not be opened, and what to do.</summary>
    public static string Explain(int error) => error switch
    {
        NoEntry or NoDevice or NotSupported => "the processor offers no counter of this event; a virtual machine often has none",
        NotPermitted or AccessDenied => "the kernel does not let this user count; set kernel.perf_event_paranoid to 2 or lower",
        TooManyFiles => "the process may open no more files; raise the limit with ulimit -n",
        NoSystemCall => "the kernel, or the container's filter, has no perf_event_open",
        _ => $"perf_event_open failed with error {error}",
    };

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static unsafe partial long SystemCall(long number, Attributes* attributes, long thread, long processor, long group, long flags);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static unsafe partial nint Read(int descriptor, long* buffer, nuint bytes);

    /// <summary>The first published form of perf_event_attr, 64 bytes; the kernel takes what is missing as zero.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Attributes
    {
        public uint Type;
        public uint Size;
        public ulong Config;
        public ulong SamplePeriod;
        public ulong SampleType;
        public ulong ReadFormat;
        public ulong Flags;
        public uint WakeupEvents;
        public uint BreakpointType;
        public ulong BreakpointAddress;
    }
}
