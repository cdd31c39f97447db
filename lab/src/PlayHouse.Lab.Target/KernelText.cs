using System.Globalization;

namespace PlayHouse.Lab.Target;

/// <summary>Facts of the kernel that change timings, as text; empty where the machine does not say.</summary>
internal static class KernelText
{
    private const string Unlimited = "max";

    /// <summary>Release of the kernel.</summary>
    public static string Release => First("/proc/sys/kernel/osrelease") ?? Environment.OSVersion.VersionString;

    /// <summary>How the first processor chooses its frequency.</summary>
    public static string Governor => First("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") ?? "";

    /// <summary>Whether two threads share a core.</summary>
    public static string Smt => First("/sys/devices/system/cpu/smt/active") switch { "1" => "true", "0" => "false", _ => "" };

    /// <summary>Limits of this process's control group on processors and memory, of either version; empty for none.</summary>
    public static string CgroupLimits
    {
        get
        {
            string[] groups = Lines("/proc/self/cgroup");
            return string.Join(' ', new[] { Processors(groups), Memory(groups) }.Where(t => t.Length > 0));
        }
    }

    private static string Processors(string[] groups)
    {
        string? both = OfVersion2(groups, "cpu.max");
        string? quota = both?.Split(' ')[0] ?? OfVersion1(groups, "cpu", "cpu.cfs_quota_us");
        string? period = both?.Split(' ')[^1] ?? OfVersion1(groups, "cpu", "cpu.cfs_period_us");
        return long.TryParse(quota, CultureInfo.InvariantCulture, out long used) && used > 0
            && long.TryParse(period, CultureInfo.InvariantCulture, out long of) && of > 0
                ? string.Create(CultureInfo.InvariantCulture, $"cpu={(double)used / of:0.###}")
                : "";
    }

    private static string Memory(string[] groups)
    {
        string? limit = OfVersion2(groups, "memory.max") ?? OfVersion1(groups, "memory", "memory.limit_in_bytes");
        // The first version has no word for "no limit": it gives the largest multiple of a page.
        return limit is null or Unlimited || !long.TryParse(limit, CultureInfo.InvariantCulture, out long bytes) || bytes > 1L << 60
            ? ""
            : string.Create(CultureInfo.InvariantCulture, $"memory={bytes}");
    }

    private static string? OfVersion2(string[] groups, string file) =>
        groups.FirstOrDefault(g => g.StartsWith("0::", StringComparison.Ordinal)) is { } group ? First($"/sys/fs/cgroup{group[3..]}/{file}") : null;

    private static string? OfVersion1(string[] groups, string controller, string file) =>
        groups.Select(g => g.Split(':', 3)).FirstOrDefault(g => g.Length == 3 && g[1].Split(',').Contains(controller)) is { } group
            ? First($"/sys/fs/cgroup/{group[1]}{group[2]}/{file}")
            : null;

    private static string? First(string path) => Lines(path) is [var line, ..] ? line.Trim() : null;

    private static string[] Lines(string path)
    {
        try
        {
            return File.Exists(path) ? File.ReadAllLines(path) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
