using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Where a child runs. Pinning and priority are set by the program that then becomes the child (taskset and nice exec it,
/// the pid stays): setting affinity after the start leaves threads of the runtime unpinned.
/// </summary>
internal static class ProcessPlacement
{
    private const string LoadNiceness = "5";

    private static readonly bool HasTaskset = ExistsOnPath("taskset");
    private static readonly bool HasNice = ExistsOnPath("nice");

    /// <summary>True when this machine can place processes for the split layout.</summary>
    public static bool CanSplit => HasTaskset && Environment.ProcessorCount >= 2;

    public static ControlProcessStart Target(string executable, CpuLayout layout, IReadOnlyDictionary<string, string?> environment) =>
        layout == CpuLayout.Split
            ? new ControlProcessStart("target", "taskset", ["-c", "0", executable], environment)
            : new ControlProcessStart("target", executable, [], environment);

    public static ControlProcessStart Load(string executable, CpuLayout layout, IReadOnlyDictionary<string, string?> environment) =>
        Beside("load", executable, layout, environment);

    /// <summary>The other server of a scenario that has two: it shares what the load has, the target keeps its own.</summary>
    public static ControlProcessStart Peer(string executable, CpuLayout layout, IReadOnlyDictionary<string, string?> environment) =>
        Beside("peer", executable, layout, environment);

    private static ControlProcessStart Beside(string role, string executable, CpuLayout layout, IReadOnlyDictionary<string, string?> environment)
    {
        if (layout == CpuLayout.Split)
        {
            string others = Environment.ProcessorCount == 2 ? "1" : $"1-{Environment.ProcessorCount - 1}";
            return new ControlProcessStart(role, "taskset", ["-c", others, executable], environment);
        }

        return HasNice
            ? new ControlProcessStart(role, "nice", ["-n", LoadNiceness, executable], environment)
            : new ControlProcessStart(role, executable, [], environment);
    }

    private static bool ExistsOnPath(string program) =>
        !OperatingSystem.IsWindows()
        && (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(d => d.Length > 0 && File.Exists(Path.Combine(d, program)));
}
