using System.Diagnostics;
using System.Globalization;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner;

/// <summary>
/// Where a child runs. Pinning and priority are set by the program that then becomes the child (taskset and nice exec it,
/// the pid stays): setting affinity after the start leaves threads of the runtime unpinned.
/// </summary>
internal static class ProcessPlacement
{
    /// <summary>Priority of the load in layout shared, where the system lets it be raised: above the target, so that it is on time.</summary>
    public const int RaisedNiceness = -5;

    private static readonly TimeSpan NiceDeadline = TimeSpan.FromSeconds(5);
    private static readonly bool HasTaskset = ExistsOnPath("taskset");
    private static readonly Lazy<bool> Raises = new(() => ExistsOnPath("nice") && CanRaise());
    private static readonly (int Target, IReadOnlyList<int> Others)? Division =
        AllowedProcessors.Divide(AllowedProcessors.Read(), AllowedProcessors.SiblingsOf);

    /// <summary>True when this machine can place processes for the split layout.</summary>
    public static bool CanSplit => HasTaskset && Division is not null;

    /// <summary>The load's priority against the target's, as a launch's fingerprint names it.</summary>
    public static string LoadPriority(CpuLayout layout) =>
        layout == CpuLayout.Shared && Raises.Value ? string.Create(CultureInfo.InvariantCulture, $"nice {RaisedNiceness}") : "equal";

    public static ControlProcessStart Target(string executable, CpuLayout layout, IReadOnlyDictionary<string, string?> environment) =>
        layout == CpuLayout.Split && Division is { } division
            ? Pinned("target", [division.Target], executable, environment)
            : new ControlProcessStart("target", executable, [], environment);

    /// <summary>The load never runs below the target: a load that waits for its turn measures its own lateness.</summary>
    public static ControlProcessStart Load(string executable, CpuLayout layout, IReadOnlyDictionary<string, string?> environment) =>
        layout == CpuLayout.Shared && Raises.Value
            ? new ControlProcessStart("load", "nice", ["-n", RaisedNiceness.ToString(CultureInfo.InvariantCulture), executable], environment)
            : Apart("load", executable, layout, environment);

    /// <summary>The other server of a scenario that has two: it shares the load's processors, the target keeps its own.</summary>
    public static ControlProcessStart Peer(string executable, CpuLayout layout, IReadOnlyDictionary<string, string?> environment) =>
        Apart("peer", executable, layout, environment);

    private static ControlProcessStart Apart(string role, string executable, CpuLayout layout, IReadOnlyDictionary<string, string?> environment) =>
        layout == CpuLayout.Split && Division is { } division
            ? Pinned(role, division.Others, executable, environment)
            : new ControlProcessStart(role, executable, [], environment);

    private static ControlProcessStart Pinned(
        string role, IReadOnlyList<int> processors, string executable, IReadOnlyDictionary<string, string?> environment) =>
        new(role, "taskset", ["-c", AllowedProcessors.Text(processors), executable], environment);

    /// <summary>Asks the system itself: nice prints the priority it was really given, and runs its program even where it was refused.</summary>
    private static bool CanRaise()
    {
        try
        {
            return Niceness([]) is { } own && Niceness(["-n", RaisedNiceness.ToString(CultureInfo.InvariantCulture), "nice"]) == own + RaisedNiceness;
        }
        catch (Exception e) when (e is System.ComponentModel.Win32Exception or InvalidOperationException)
        {
            return false;
        }
    }

    private static int? Niceness(string[] arguments)
    {
        using Process nice = Process.Start(new ProcessStartInfo("nice", arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        if (!nice.WaitForExit(NiceDeadline))
        {
            nice.Kill();
            return null;
        }

        return int.TryParse(nice.StandardOutput.ReadToEnd().Trim(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int value) ? value : null;
    }

    private static bool ExistsOnPath(string program) =>
        !OperatingSystem.IsWindows()
        && (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(d => d.Length > 0 && File.Exists(Path.Combine(d, program)));
}
