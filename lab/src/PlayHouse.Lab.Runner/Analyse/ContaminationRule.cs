using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>Causes of contamination, as results and stores name them.</summary>
public static class ContaminationCauses
{
    /// <summary>The hypervisor took processor time.</summary>
    public const string Steal = "steal";

    /// <summary>Processes that are not ours took processor time.</summary>
    public const string ForeignCpu = "foreign-cpu";

    /// <summary>Tasks waited for a processor longer than in any pilot, while processes that are not ours ran.</summary>
    public const string Pressure = "cpu-pressure";

    /// <summary>The wall clock was set, or the machine stood still.</summary>
    public const string ClockJump = "clock-jump";
}

/// <summary>
/// The rule, fixed before any run, for repeating a block. A block is valid whatever happened in it: the random order makes its
/// contrast symmetric when the toggle does nothing. Repeating buys power only, so the rule looks at nothing that an arm can
/// influence: not at the load (its lateness and processor time follow the target's), not at errors, loss or rate.
/// </summary>
public static class ContaminationRule
{
    /// <summary>Largest share of one-second windows that a cause from outside disturbed.</summary>
    public const double DisturbedWindowsShareMax = 0.10;

    /// <summary>Steal in a window that disturbs it, where the pilots of the run met no more; the machine watch uses it.</summary>
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

    /// <summary>The cause from outside both arms that disturbed this launch, see <see cref="ContaminationCauses"/>; null for none.</summary>
    public static string? Check(LaunchRecord launch)
    {
        ArgumentNullException.ThrowIfNull(launch);
        if (launch.State != LaunchState.Completed || launch.Noise is not { } noise)
        {
            return null;
        }

        // One jump is one second of many, and spoils each time that was taken across it.
        return noise.ClockJumpMs > ClockJumpMsMax ? ContaminationCauses.ClockJump
            : noise.DisturbedWindowsShare <= DisturbedWindowsShareMax ? null
            : Strongest(noise);
    }

    // Foreign time that is not observable is no cause: the others are left.
    private static string Strongest(MachineNoise noise)
    {
        (string Cause, double Times)[] causes =
        [
            (ContaminationCauses.Steal, noise.StealShare / (noise.StealLimit ?? StealShareMax)),
            (ContaminationCauses.ForeignCpu, (noise.ForeignCpuCores ?? 0) / ForeignCpuCoresMax),
            (ContaminationCauses.Pressure, noise is { PressureByOthers: { } waited, PressureByOthersLimit: { } limit } && waited > limit && noise.ForeignWindowsShare is 0 ? waited / limit : 0),
        ];
        return causes.MaxBy(c => c.Times).Cause;
    }

    /// <summary>
    /// Most attempts that may be repeated up to this block: half as many as there are blocks at the next look, none where the design repeats
    /// nothing, and none of pairs, which meet a disturbance alike. What is disturbed beyond that counts, so that a noisy machine ends in wide intervals and not in an endless run.
    /// </summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="block">Index of the block that is about to be repeated.</param>
    public static int RepeatsMax(RunPlan plan, int block)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return plan.Experiment.Design.Repeats && plan.Pairs is null ? plan.Looks.FirstOrDefault(look => look > block, plan.Looks[^1]) / 2 : 0;
    }

    /// <summary>The cause for which the block of this launch is repeated; null when it counts.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="launch">A launch of the attempt.</param>
    /// <param name="repeated">Attempts of this run that were repeated for such a cause before.</param>
    public static string? CauseToRepeat(RunPlan plan, LaunchRecord launch, int repeated)
    {
        ArgumentNullException.ThrowIfNull(launch);
        return repeated < RepeatsMax(plan, launch.Block) ? Check(launch) : null;
    }

    /// <summary>True when a flag of the load points at the load itself. It is reported and never repeats a block.</summary>
    public static bool IsClientSaturated(LaunchRecord launch)
    {
        ArgumentNullException.ThrowIfNull(launch);
        return launch.Load is { } load
            && load.SaturationFlags.Any(f => !f.StartsWith(AchievedFlag, StringComparison.OrdinalIgnoreCase));
    }

    /// <summary>True when the machine or the load flagged this launch: the intervals are also given without its block.</summary>
    public static bool IsFlagged(LaunchRecord launch) => IsClientSaturated(launch) || Check(launch) is not null;
}
