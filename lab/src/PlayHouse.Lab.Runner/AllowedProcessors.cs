using System.Globalization;

namespace PlayHouse.Lab.Runner;

/// <summary>The processors that this process may use, and how a launch divides them. A list has the kernel's form, such as <c>0,2-3</c>.</summary>
internal static class AllowedProcessors
{
    private const string AllowedLine = "Cpus_allowed_list:";

    /// <summary>Allowed processors, ascending; what a container or taskset took away is not in it.</summary>
    public static IReadOnlyList<int> Read()
    {
        try
        {
            string? line = OperatingSystem.IsLinux()
                ? File.ReadLines("/proc/self/status").FirstOrDefault(l => l.StartsWith(AllowedLine, StringComparison.Ordinal))
                : null;
            return line is null ? All() : Parse(line[AllowedLine.Length..]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return All();
        }
    }

    /// <summary>
    /// One processor for the target and the rest for the others. The others keep off the target's core where they can: a second
    /// thread of one core takes from the first. Null with fewer than two processors.
    /// </summary>
    /// <param name="allowed">Allowed processors, ascending.</param>
    /// <param name="siblingsOf">Processors that share a core with one, itself included.</param>
    public static (int Target, IReadOnlyList<int> Others)? Divide(IReadOnlyList<int> allowed, Func<int, IReadOnlyList<int>> siblingsOf)
    {
        if (allowed.Count < 2)
        {
            return null;
        }

        int target = allowed[0];
        int[] rest = [.. allowed.Skip(1)];
        int[] apart = [.. rest.Except(siblingsOf(target))];
        return (target, apart.Length > 0 ? apart : rest);
    }

    /// <summary>Processors that share a core with this one, itself included.</summary>
    public static IReadOnlyList<int> SiblingsOf(int processor)
    {
        string path = $"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list";
        try
        {
            return File.Exists(path) ? Parse(File.ReadAllText(path)) : [processor];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [processor];
        }
    }

    /// <summary>Processors of a list in the kernel's form; parts that are none are left out.</summary>
    public static IReadOnlyList<int> Parse(string list) => [.. list.Split(',', StringSplitOptions.TrimEntries).SelectMany(Range)];

    /// <summary>A list in the kernel's form.</summary>
    public static string Text(IReadOnlyList<int> processors) =>
        string.Join(',', processors.Select(p => p.ToString(CultureInfo.InvariantCulture)));

    private static IEnumerable<int> Range(string part)
    {
        string[] ends = part.Split('-');
        return ends.Length is 1 or 2
            && int.TryParse(ends[0], NumberStyles.None, CultureInfo.InvariantCulture, out int first)
            && int.TryParse(ends[^1], NumberStyles.None, CultureInfo.InvariantCulture, out int last) && last >= first
                ? Enumerable.Range(first, last - first + 1)
                : [];
    }

    private static IReadOnlyList<int> All() => [.. Enumerable.Range(0, Environment.ProcessorCount)];
}
