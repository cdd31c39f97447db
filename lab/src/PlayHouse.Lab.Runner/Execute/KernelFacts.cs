using System.IO.Compression;
using System.Runtime.InteropServices;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>How processor time of other processes is found.</summary>
internal enum ForeignCpuSource
{
    /// <summary>Others and the network's interrupts cannot be told apart here.</summary>
    NotObservable,

    /// <summary>From the counters of every process but ours.</summary>
    Processes,

    /// <summary>The machine's busy time without ours: right where the kernel accounts interrupts apart.</summary>
    MachineWithoutOurs,
}

/// <summary>What this kernel lets the lab see.</summary>
internal static class KernelFacts
{
    private const string InterruptAccounting = "CONFIG_IRQ_TIME_ACCOUNTING=y";

    // The kernel's own constant for the first namespace of process ids.
    private const string FirstPidNamespace = "pid:[4026531836]";

    private static readonly Lazy<ForeignCpuSource> Source = new(Detect);

    /// <summary>How foreign processor time is found on this machine.</summary>
    public static ForeignCpuSource ForeignCpu => Source.Value;

    /// <summary>The way to find it, from what a machine offers. Pure.</summary>
    /// <param name="seesAllProcesses">True when no process is hidden: neither a container's namespace nor another user's.</param>
    /// <param name="accountsInterrupts">True when interrupt time is charged to no process.</param>
    public static ForeignCpuSource SourceOf(bool seesAllProcesses, bool accountsInterrupts) =>
        seesAllProcesses ? ForeignCpuSource.Processes
        : accountsInterrupts ? ForeignCpuSource.MachineWithoutOurs
        : ForeignCpuSource.NotObservable;

    private static ForeignCpuSource Detect() =>
        OperatingSystem.IsLinux() ? SourceOf(SeesAllProcesses(), AccountsInterrupts()) : ForeignCpuSource.NotObservable;

    private static bool SeesAllProcesses()
    {
        try
        {
            return new FileInfo("/proc/self/ns/pid").LinkTarget == FirstPidNamespace && ProcessTimes.Read(1) is not null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>The option as the kernel was built; false where it does not say.</summary>
    private static bool AccountsInterrupts()
    {
        try
        {
            if (File.Exists("/proc/config.gz"))
            {
                using StreamReader packed = new(new GZipStream(File.OpenRead("/proc/config.gz"), CompressionMode.Decompress));
                return HasOption(packed);
            }

            string plain = $"/boot/config-{Release()}";
            using StreamReader? reader = File.Exists(plain) ? new StreamReader(plain) : null;
            return reader is not null && HasOption(reader);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            return false;
        }
    }

    private static bool HasOption(TextReader reader)
    {
        while (reader.ReadLine() is { } line)
        {
            if (line == InterruptAccounting)
            {
                return true;
            }
        }

        return false;
    }

    private static string Release() => File.Exists("/proc/sys/kernel/osrelease") ? File.ReadAllText("/proc/sys/kernel/osrelease").Trim() : RuntimeInformation.OSDescription;
}
