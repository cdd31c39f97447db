using System.Globalization;
using System.Text;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Processor time of one process, as the kernel counts it for the whole process.</summary>
/// <param name="StartTicks">When it started; tells a process from a later one with the same id.</param>
/// <param name="SelfTicks">User and system time of all its threads, in hundredths of a second.</param>
/// <param name="ChildrenTicks">The same of its children that have ended and were waited for, and of theirs.</param>
/// <param name="IsKernelThread">True for a thread of the kernel, which works for whichever process caused it.</param>
internal readonly record struct ProcessTimes(long StartTicks, long SelfTicks, long ChildrenTicks, bool IsKernelThread)
{
    private const int BufferBytes = 1024;
    private const long KernelThreadFlag = 0x0020_0000;

    // Places after the name, which may hold anything: state is 0.
    private const int Flags = 6, UserTime = 11, SystemTime = 12, ChildrenUserTime = 13, ChildrenSystemTime = 14, StartTime = 19;

    /// <summary>Every process that this one may see. A process that ends while it is read is left out.</summary>
    public static Dictionary<int, ProcessTimes> ReadAll()
    {
        Dictionary<int, ProcessTimes> all = new(512);
        foreach (string folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder.AsSpan()), NumberStyles.None, CultureInfo.InvariantCulture, out int pid) && Read(pid) is { } times)
            {
                all[pid] = times;
            }
        }

        return all;
    }

    /// <summary>The times of one process; null when there is none with this id, or none that may be read.</summary>
    public static ProcessTimes? Read(int pid)
    {
        try
        {
            using Microsoft.Win32.SafeHandles.SafeFileHandle file = File.OpenHandle($"/proc/{pid}/stat");
            Span<byte> buffer = stackalloc byte[BufferBytes];
            return Parse(buffer[..RandomAccess.Read(file, buffer, 0)]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads the one line of <c>/proc/PID/stat</c>; null when it is none.</summary>
    internal static ProcessTimes? Parse(ReadOnlySpan<byte> line)
    {
        int name = line.LastIndexOf((byte)')');
        if (name < 0 || name + 2 > line.Length)
        {
            return null;
        }

        string[] fields = Encoding.ASCII.GetString(line[(name + 2)..]).Split(' ');
        return fields.Length <= StartTime
            ? null
            : new ProcessTimes(
                Number(fields[StartTime]),
                Number(fields[UserTime]) + Number(fields[SystemTime]),
                Number(fields[ChildrenUserTime]) + Number(fields[ChildrenSystemTime]),
                (Number(fields[Flags]) & KernelThreadFlag) != 0);
    }

    private static long Number(string field) => long.TryParse(field, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long n) ? n : 0;
}
