namespace PlayHouse.Lab.Model.Reasons;

/// <summary>Crashes, errors, wrong replies, loss or a rate that was not held, compared between the arms.</summary>
/// <param name="Kind">Kebab-case kind: crash, errors, wrong-replies, lost, rate-not-held.</param>
/// <param name="Other">Launches of the other arm that show it.</param>
/// <param name="Baseline">Launches of the baseline that show it.</param>
/// <param name="P">One-sided p of Fisher's exact test.</param>
/// <param name="OtherEvents">Events in all launches of the other arm; null where launches alone are counted.</param>
/// <param name="BaselineEvents">The same of the baseline.</param>
public sealed record ArmFailed(string Kind, ArmCount Other, ArmCount Baseline, double P, long? OtherEvents = null, long? BaselineEvents = null) : Reason;

/// <summary>The other arm's target died or hung in its pilots, the baseline's in none.</summary>
/// <param name="Other">Name of the other arm.</param>
/// <param name="Pilots">Its pilots that died.</param>
/// <param name="Baseline">Name of the baseline.</param>
public sealed record PilotsDied(string Other, int Pilots, string Baseline) : Reason;

/// <summary>A flag that leans to one arm beyond chance.</summary>
/// <param name="Flag">What is flagged.</param>
/// <param name="Other">Launches of the other arm that carry it.</param>
/// <param name="Baseline">Launches of the baseline that carry it.</param>
/// <param name="P">Two-sided p of Fisher's exact test.</param>
public sealed record FlagLeans(LaunchFlag Flag, ArmCount Other, ArmCount Baseline, double P) : Reason;

/// <summary>A flag of a launch.</summary>
public enum LaunchFlag
{
    /// <summary>The load was late or busy.</summary>
    LoadLate,

    /// <summary>The machine was disturbed from outside both arms.</summary>
    MachineDisturbed,

    /// <summary>The launch failed.</summary>
    LaunchFailed,
}

/// <summary>The load could not offer its rate in either arm and was itself the limit.</summary>
/// <param name="Baseline">Launches of the baseline in which it could not.</param>
/// <param name="Other">The same of the other arm.</param>
public sealed record LoadBelowRate(ArmCount Baseline, ArmCount Other) : Reason;

/// <summary>Both arms reached the load's own ceiling, so that their capacities cannot be compared.</summary>
/// <param name="CeilingPerSecond">The ceiling, messages per second.</param>
/// <param name="Baseline">Launches of the baseline that reached it.</param>
/// <param name="Other">The same of the other arm.</param>
public sealed record LoadLimitsBoth(double CeilingPerSecond, ArmCount Baseline, ArmCount Other) : Reason;

/// <summary>An arm that reached the load's own ceiling: its capacity is that or more.</summary>
/// <param name="CeilingPerSecond">The ceiling, messages per second.</param>
/// <param name="Arm">Launches that reached it.</param>
public sealed record CapacityAtCeiling(double CeilingPerSecond, ArmCount Arm) : Reason;

/// <summary>An arm that met the objective at no rate that was tried: its capacity is below what is shown.</summary>
/// <param name="Arm">Launches that met it at none.</param>
public sealed record CapacityBelowFloor(ArmCount Arm) : Reason;

/// <summary>Launches in which the load was late or busy.</summary>
/// <param name="Launches">How many.</param>
/// <param name="Of">Completed launches.</param>
public sealed record LoadWasLate(int Launches, int Of) : Reason;

/// <summary>Blocks that count although a cause outside both arms disturbed them.</summary>
/// <param name="Blocks">How many.</param>
public sealed record BlocksDisturbed(int Blocks) : Reason;

/// <summary>Windows that drifted; they are kept.</summary>
/// <param name="Launches">How many.</param>
/// <param name="Of">Completed launches.</param>
/// <param name="First">Id of the first of them.</param>
/// <param name="Drift">What drifted in it.</param>
public sealed record WindowsNotSteady(int Launches, int Of, string First, WindowDrift Drift) : Reason;

/// <summary>A trend or a step inside a measured window; one of the two is set.</summary>
/// <param name="Series">What drifted, in words: replies per second, median latency.</param>
/// <param name="Trend">Change over the window, relative to its median; null for a step.</param>
/// <param name="Step">The step; null for a trend.</param>
public sealed record WindowDrift(string Series, double? Trend, WindowStep? Step);

/// <summary>A level that changes once.</summary>
/// <param name="Before">Level before.</param>
/// <param name="After">Level from there on.</param>
/// <param name="Second">First second of the new level, counted from 1.</param>
public sealed record WindowStep(double Before, double After, int Second);

/// <summary>The compiler worked inside measured windows.</summary>
/// <param name="Launches">Launches in whose window it did.</param>
/// <param name="Of">Timed launches.</param>
/// <param name="MethodsMost">Methods compiled in the window that has most.</param>
/// <param name="ShareMost">Largest share of a window's processor time that the compiler took; null where it is not recorded.</param>
/// <param name="IsUnfinished">True when so many are flagged that CPU and latency decide nothing.</param>
public sealed record CompilerWorked(int Launches, int Of, double MethodsMost, double? ShareMost, bool IsUnfinished) : Reason;

/// <summary>Launches in which the engine's count of messages and the load's replies differ by more than can be under way.</summary>
/// <param name="Launches">How many.</param>
/// <param name="Of">Completed launches.</param>
/// <param name="Worst">Id of the launch with the largest difference.</param>
/// <param name="Counted">Messages that its engine counted.</param>
/// <param name="Expected">Messages by the load's replies.</param>
public sealed record MessagesMiscounted(int Launches, int Of, string Worst, double Counted, double Expected) : Reason;

/// <summary>Launches that did not run the arm that the plan drew for their place.</summary>
/// <param name="Launches">How many.</param>
/// <param name="First">Id of the first.</param>
public sealed record LaunchesMisplaced(int Launches, string First) : Reason;

/// <summary>Launches that differ in what must be equal.</summary>
/// <param name="Key">Key of the fingerprint.</param>
/// <param name="Values">The values; null stands for a launch that does not report it.</param>
public sealed record LaunchesDiffer(string Key, IReadOnlyList<string?> Values) : Reason;

/// <summary>Launches that do not report what must be equal.</summary>
/// <param name="Key">Key of the fingerprint.</param>
public sealed record LaunchesSilent(string Key) : Reason;

/// <summary>Another build than Release was measured.</summary>
/// <param name="Build">Its configuration.</param>
public sealed record BuildNotRelease(string Build) : Reason;

/// <summary>Launches of one arm that were built with different strategies for a seam.</summary>
/// <param name="Seam">Seam id.</param>
public sealed record StrategiesMixed(string Seam) : Reason;

/// <summary>Both arms were built with the same strategy for a toggled seam.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Strategy">Strategy id.</param>
public sealed record ToggleNotTaken(string Seam, string Strategy) : Reason;

/// <summary>The arms differ in a seam that the experiment does not toggle.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Baseline">Strategy of the baseline.</param>
/// <param name="Other">Strategy of the other arm.</param>
public sealed record ArmsDifferUnasked(string Seam, string Baseline, string Other) : Reason;
