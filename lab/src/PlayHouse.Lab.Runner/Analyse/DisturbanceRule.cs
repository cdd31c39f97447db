using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// What disturbed a launch from outside both arms. It is a finding and repeats nothing: the random order makes a contrast symmetric when the toggle
/// does nothing, whatever the noise, so a disturbed block counts and the intervals tell (decision 0035).
/// </summary>
public static class DisturbanceRule
{
    /// <summary>Largest share of one-second windows that a cause from outside disturbed.</summary>
    public const double DisturbedWindowsShareMax = 0.10;

    /// <summary>Steal in a window that disturbs it; the machine watch uses it.</summary>
    public const double StealShareMax = 0.02;

    /// <summary>Foreign CPU in a window that disturbs it, in cores; the machine watch uses it.</summary>
    public const double ForeignCpuCoresMax = 0.15;

    /// <summary>Largest change of the wall clock against the monotonic one inside a second, milliseconds; clocks that are kept in step stay far below.</summary>
    public const double ClockJumpMsMax = 20;

    /// <summary>
    /// Start of the load's flag for achieved over offered below 99 %. A slow target raises it too, so alone it does not call the
    /// load saturated.
    /// </summary>
    public const string AchievedFlag = "achieved";

    /// <summary>True when something outside both arms disturbed this launch.</summary>
    public static bool IsDisturbed(LaunchRecord launch)
    {
        ArgumentNullException.ThrowIfNull(launch);
        // One jump is one second of many, and spoils each time that was taken across it.
        return launch is { State: LaunchState.Completed, Noise: { } noise }
            && (noise.ClockJumpMs > ClockJumpMsMax || noise.DisturbedWindowsShare > DisturbedWindowsShareMax);
    }

    /// <summary>True when a flag of the load points at the load itself. It is reported and decides nothing.</summary>
    public static bool IsClientSaturated(LaunchRecord launch)
    {
        ArgumentNullException.ThrowIfNull(launch);
        return launch.Load is { } load
            && load.SaturationFlags.Any(f => !f.StartsWith(AchievedFlag, StringComparison.OrdinalIgnoreCase));
    }

    /// <summary>True when the machine or the load flagged this launch: the intervals are also given without its block.</summary>
    public static bool IsFlagged(LaunchRecord launch) => IsClientSaturated(launch) || IsDisturbed(launch);
}
