using System.Globalization;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>How many files a process may open. The runtime raises the soft limit of its processes to the hard one; the client in C does, too.</summary>
internal static class DescriptorLimit
{
    private const string File = "/proc/self/limits";
    private const string Row = "Max open files";

    /// <summary>The hard limit; the largest number where the system does not tell.</summary>
    public static long Hard() => System.IO.File.Exists(File) ? Parse(System.IO.File.ReadAllLines(File)) : long.MaxValue;

    /// <summary>The hard limit in the lines of the kernel's table.</summary>
    public static long Parse(IEnumerable<string> lines)
    {
        string[] words = lines.FirstOrDefault(l => l.StartsWith(Row, StringComparison.Ordinal))?[Row.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        return words.Length >= 2 && long.TryParse(words[1], NumberStyles.None, CultureInfo.InvariantCulture, out long hard) ? hard : long.MaxValue;
    }
}
