using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Doctor;

/// <summary>How a check ended.</summary>
internal enum CheckState
{
    /// <summary>Present, or within limits.</summary>
    Ok,

    /// <summary>Works, with a consequence.</summary>
    Warning,

    /// <summary>An optional part is not there.</summary>
    Missing,

    /// <summary>The demo cannot run.</summary>
    Blocking,
}

/// <summary>One line of the doctor.</summary>
/// <param name="Id">Stable id.</param>
/// <param name="State">Outcome.</param>
/// <param name="Value">What was found.</param>
/// <param name="Consequence">What it disables or costs, and what to do; null when ok.</param>
internal sealed record DoctorCheck(string Id, CheckState State, string Value, string? Consequence);

/// <summary>Judges facts. Pure.</summary>
internal static class DoctorChecks
{
    /// <summary>Free memory below which target, load and runner do not fit.</summary>
    public const long MemoryMinBytes = 512L << 20;

    /// <summary>Free disk below which the store and one trace do not fit.</summary>
    public const long DiskMinBytes = 200L << 20;

    /// <summary>Free disk below which the retention of traces may not fit.</summary>
    public const long DiskComfortBytes = 3L << 30;

    /// <summary>Descriptors for the 100 connections of the shipped experiments, both ends, with room.</summary>
    public const long DescriptorsMin = 1024;

    /// <summary>Descriptors for a load of 10,000 connections.</summary>
    public const long DescriptorsComfort = 11_000;

    /// <summary>Share of stolen time above which a launch counts as disturbed.</summary>
    public const double StealShareMax = 0.02;

    /// <summary>Share of a processor that others may use before a launch counts as disturbed.</summary>
    public const double ForeignCoresMax = 0.15;

    /// <summary>Pause of a running thread above which a load is late at any rate, milliseconds.</summary>
    public const double PauseMsMax = 1;

    private const double PressureMax = 0.10;

    /// <summary>All checks in the order of their weight.</summary>
    public static IReadOnlyList<DoctorCheck> Of(MachineFacts facts) =>
    [
        .. Parts(facts), .. Capacity(facts), .. Noise(facts), .. Tools(facts),
    ];

    private static IEnumerable<DoctorCheck> Parts(MachineFacts facts)
    {
        yield return facts.SdkVersion is { } sdk
            ? Ok("sdk", $".NET SDK {sdk}")
            : new("sdk", CheckState.Warning, "no .NET 10 SDK found", "./plab cannot rebuild after a change; install dotnet-sdk-10.0");
        yield return Ok("runtime", facts.Runtime);
        yield return Present("target", facts.HasTarget, "engine under test", "nothing can be launched; run ./plab build");
        yield return Present("load", facts.HasLoad, "load generator", "nothing can be launched; run ./plab build");
        yield return Present("experiment", facts.HasDemoExperiment, "experiments/001-reply-codec", "plab demo has nothing to run");
        yield return facts.StoreProblems switch
        {
            null => Ok("store", "none yet"),
            [] => Ok("store", "whole"),
            [var first, ..] => new("store", CheckState.Warning, first, "recorded runs may be lost; move .lab/lab.db away and restore a copy"),
        };
        yield return Present("workspace", facts.IsWorkspaceWritable, "workspace is writable", "no run can be stored; make its folder writable");
    }

    private static IEnumerable<DoctorCheck> Capacity(MachineFacts facts)
    {
        string model = facts.ProcessorModel is null ? "" : $", {facts.ProcessorModel}";
        yield return facts.Processors >= 2
            ? Ok("cores", $"{facts.Processors}{model}")
            : new("cores", CheckState.Warning, $"{facts.Processors}{model}", "load and engine share one core: timings mean little, allocation still counts");
        yield return Limit("memory", facts.MemoryAvailableBytes, MemoryMinBytes, MemoryMinBytes,
            $"{Size(facts.MemoryAvailableBytes)} available of {Size(facts.MemoryBytes)}", "target, load and runner do not fit");
        yield return Limit("disk", facts.DiskFreeBytes, DiskMinBytes, DiskComfortBytes,
            $"{Size(facts.DiskFreeBytes)} free", "store and traces may not fit; plab clean makes room");
        yield return Limit("descriptors", facts.DescriptorsMax, DescriptorsMin, DescriptorsComfort,
            facts.DescriptorsMax is { } n ? $"{Numbers.Count(n)} open files per process" : "not known",
            "loads of many connections cannot be made; raise it with ulimit -n");
    }

    private static IEnumerable<DoctorCheck> Noise(MachineFacts facts)
    {
        double free = Math.Max(1, facts.Processors);
        yield return AtMost("load-average", facts.LoadAverage, ForeignCoresMax * free, v => $"{Numbers.Plain(v)} runnable tasks over a minute",
            "other work is running: timing blocks will be repeated, bytes per message still hold");
        yield return AtMost("busy", facts.BusyShare, ForeignCoresMax, v => $"{Numbers.Percent(v)} of the processors in use now",
            "other work is running: timing blocks will be repeated, bytes per message still hold");
        yield return AtMost("steal", facts.StealShare, StealShareMax, v => $"{Numbers.Percent(v)} of processor time stolen by the host",
            "the host takes time away: timing blocks will be repeated");
        yield return AtMost("pauses", facts.LongestPauseMs, PauseMsMax, v => $"a thread that only reads the clock was stopped for at most {Numbers.Plain(v)} ms",
            "the load is late at any rate: latencies are partly the machine's, bytes and CPU per message still hold");
        yield return facts.PressureSome is null
            ? new("pressure", CheckState.Missing, "the kernel has no pressure information (PSI)", "contamination is found by steal and foreign CPU only")
            : AtMost("pressure", facts.PressureSome, PressureMax, v => $"CPU pressure {Numbers.Percent(v)} over ten seconds", "tasks wait for a processor: timings are noisy");
    }

    private static IEnumerable<DoctorCheck> Tools(MachineFacts facts)
    {
        yield return Optional("taskset", facts.Programs.Contains("taskset"), "the split layout (processes pinned to cores); package util-linux");
        yield return Optional("nice", facts.Programs.Contains("nice"), "raises the load in the shared layout, where the system allows it; package coreutils");
        yield return Optional("setsid", facts.Programs.Contains("setsid"), "a session of its own for run --detach (nohup is used instead); package util-linux");
        yield return facts.InstructionsRefusal is not { Length: 0 }
            ? new("instructions", CheckState.Missing, $"not counted: {facts.InstructionsRefusal ?? "not known"}", "user instructions per message are in no result; CPU time decides")
            : Ok("instructions", "user instructions are counted for every message");
        yield return Optional("histogram-oracle", facts.HasHistogramOracle, "one test of the latency histogram; ./plab setup test");
        yield return Optional("libzmq", facts.HasZmq, "messages between servers; ./plab setup mesh");
        yield return Optional("chromium", facts.Programs.Contains("chromium-headless-shell") || facts.Programs.Contains("chromium"), "browser tests of the dashboard; package chromium-headless-shell");
    }

    private static DoctorCheck Ok(string id, string value) => new(id, CheckState.Ok, value, null);

    private static DoctorCheck Present(string id, bool isPresent, string what, string consequence) =>
        isPresent ? Ok(id, what) : new(id, CheckState.Blocking, $"missing: {what}", consequence);

    private static DoctorCheck Optional(string id, bool isPresent, string disables) =>
        isPresent ? Ok(id, "present") : new(id, CheckState.Missing, "not found", $"disables {disables}");

    private static DoctorCheck Limit(string id, long? value, long min, long comfort, string text, string consequence)
    {
        CheckState state = value switch
        {
            null => CheckState.Warning,
            long v when v < min => CheckState.Blocking,
            long v when v < comfort => CheckState.Warning,
            _ => CheckState.Ok,
        };
        return new DoctorCheck(id, state, text, state == CheckState.Ok ? null : value is null ? "the system does not tell" : consequence);
    }

    private static DoctorCheck AtMost(string id, double? value, double max, Func<double, string> text, string consequence) => value switch
    {
        null => new(id, CheckState.Missing, "not known", "the system does not tell"),
        double v when v > max => new(id, CheckState.Warning, text(v), consequence),
        double v => Ok(id, text(v)),
    };

    private static string Size(long? bytes) => bytes is { } b ? Numbers.Size(b) : "unknown";
}
