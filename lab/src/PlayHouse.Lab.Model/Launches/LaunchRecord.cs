namespace PlayHouse.Lab.Model.Launches;

/// <summary>Why a launch was made.</summary>
public enum LaunchKind
{
    /// <summary>Closed loop, finds the rate that <c>auto</c> stands for.</summary>
    Pilot,

    /// <summary>One of the four launches of a block.</summary>
    Timed,

    /// <summary>Traced launch for attribution; never feeds a timing.</summary>
    Diagnostic,
}

/// <summary>How a launch ended.</summary>
public enum LaunchState
{
    /// <summary>Complete record.</summary>
    Completed,

    /// <summary>A process died, hung, printed garbage, or a mark was too wide; <see cref="LaunchRecord.Failure"/> says which.</summary>
    Failed,
}

/// <summary>Everything known about one launch: one target process, one load process, one window.</summary>
public sealed record LaunchRecord
{
    /// <summary>Id, <c>l-…</c>, unique in a store.</summary>
    public required string Id { get; init; }

    /// <summary>Run it belongs to.</summary>
    public required string RunId { get; init; }

    /// <summary>Arm name.</summary>
    public required string Arm { get; init; }

    /// <summary>Purpose.</summary>
    public required LaunchKind Kind { get; init; }

    /// <summary>Block index from 0; for pilots and diagnostics the index they belong to.</summary>
    public int Block { get; init; }

    /// <summary>Attempt at that block from 0.</summary>
    public int Attempt { get; init; }

    /// <summary>Place in the block, 0 … 3.</summary>
    public int Slot { get; init; }

    /// <summary>Start, UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Wall seconds from process start to the last line of the launch.</summary>
    public double DurationSeconds { get; init; }

    /// <summary>Outcome.</summary>
    public LaunchState State { get; init; }

    /// <summary>One line that says what failed; null when completed.</summary>
    public string? Failure { get; init; }

    /// <summary>Role of the process that the failure points at: target, peer or load; null when completed or when it points at none.</summary>
    public string? FailedRole { get; init; }

    /// <summary>Short kebab-case code of the failure: died, timeout, wide-mark and others; null when completed, and in records of older builds.</summary>
    public string? FailureCode { get; init; }

    /// <summary>Machine, runtime, build and configuration facts as the target reported them.</summary>
    public IReadOnlyDictionary<string, string> Fingerprint { get; init; } = new Dictionary<string, string>();

    /// <summary>Seam id to <c>strategy{knob=value,…}</c> as built by the target.</summary>
    public IReadOnlyDictionary<string, string> Strategies { get; init; } = new Dictionary<string, string>();

    /// <summary>Planted effect, printed on every output; null for none.</summary>
    public Experiments.InjectSpec? Inject { get; init; }

    /// <summary>Counters of the target at the first mark.</summary>
    public MarkRecord? Begin { get; init; }

    /// <summary>Counters of the target at the second mark.</summary>
    public MarkRecord? End { get; init; }

    /// <summary>Counters of the second server at the first mark; null where the scenario has one server.</summary>
    public MarkRecord? PeerBegin { get; init; }

    /// <summary>Counters of the second server at the second mark; null where the scenario has one server.</summary>
    public MarkRecord? PeerEnd { get; init; }

    /// <summary>True for a pilot against the echo that does nothing: it measures the load, not the arm.</summary>
    public bool IsCalibration { get; init; }

    /// <summary>Start-up of the target; null in records made before it was taken.</summary>
    public StartUpRecord? StartUp { get; init; }

    /// <summary>Metric id to value.</summary>
    public IReadOnlyDictionary<string, double> Metrics { get; init; } = new Dictionary<string, double>();

    /// <summary>Seam id to messages that passed through the seam, per message between the marks.</summary>
    public IReadOnlyDictionary<string, double> HitsPerMessage { get; init; } = new Dictionary<string, double>();

    /// <summary>
    /// Events per message between the marks that strategies counted in their own code, by counter name
    /// (<c>strategy.mailbox.concurrent-queue.taken</c>). Empty in launches of targets that had no such counters.
    /// </summary>
    public IReadOnlyDictionary<string, double> StrategyHits { get; init; } = new Dictionary<string, double>();

    /// <summary>Hops of the messages between the marks, in the order of the path; empty unless the load asks for them.</summary>
    public IReadOnlyList<HopRecord> Hops { get; init; } = [];

    /// <summary>What the load saw.</summary>
    public LoadResult? Load { get; init; }

    /// <summary>What the load saw in saturated turns; null in launches without turns, where <see cref="Load"/> is everything.</summary>
    public LoadResult? Saturated { get; init; }

    /// <summary>The turns of a launch that shared its load with another arm; empty for one that had a load of its own.</summary>
    public IReadOnlyList<SliceRecord> Slices { get; init; } = [];

    /// <summary>The search for the highest sustained rate; null in a design that does not search it. <see cref="Load"/> is then of the best window.</summary>
    public CapacityResult? Capacity { get; init; }

    /// <summary>Machine disturbance during the window: steal, foreign CPU, pressure.</summary>
    public MachineNoise? Noise { get; init; }

    /// <summary>Bytes the idle target allocated per second before the load came; reported, never subtracted.</summary>
    public double IdleBytesPerSecond { get; init; }

    /// <summary>Last output of the target on stderr, at most 64 KiB.</summary>
    public string TargetStderr { get; init; } = "";

    /// <summary>Last output of the load on stderr, at most 64 KiB.</summary>
    public string LoadStderr { get; init; } = "";
}

/// <summary>Counters of the target at one mark.</summary>
/// <param name="Name">Mark name.</param>
/// <param name="TicksBefore">Monotonic ticks (nanoseconds) before the counters were read.</param>
/// <param name="TicksAfter">Monotonic ticks after they were read.</param>
/// <param name="Counters">Counter name to cumulative value.</param>
public sealed record MarkRecord(string Name, long TicksBefore, long TicksAfter, IReadOnlyDictionary<string, double> Counters)
{
    /// <summary>Width of the mark in milliseconds.</summary>
    public double WidthMs => (TicksAfter - TicksBefore) / 1e6;
}

/// <summary>Disturbance of the machine during a window, from outside both arms. What the machine cannot tell is null, never 0.</summary>
/// <param name="StealShare">Share of processor time taken by the hypervisor, 0 … 1.</param>
/// <param name="ForeignCpuCores">Processor time of processes that are not ours, in cores; null where it is not observable.</param>
/// <param name="DisturbedWindowsShare">Share of one-second windows above a limit.</param>
/// <param name="PressureSome">CPU pressure "some" over the window, 0 … 1; null where the kernel has none.</param>
public sealed record MachineNoise(double StealShare, double? ForeignCpuCores, double DisturbedWindowsShare, double? PressureSome)
{
    /// <summary>Share of one-second windows with too much processor time of others; null where it is not observable, and in records of older builds.</summary>
    public double? ForeignWindowsShare { get; init; }

    /// <summary>Largest change of the wall clock against the monotonic one inside a second, milliseconds; null in records of older builds.</summary>
    public double? ClockJumpMs { get; init; }
}
