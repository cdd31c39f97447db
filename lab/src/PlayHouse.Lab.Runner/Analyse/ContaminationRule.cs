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

    /// <summary>The load process itself may have been the limit.</summary>
    public const string ClientSaturated = "client-saturated";
}

/// <summary>
/// The rule, fixed before any run, for repeating a block. It sees machine and client, never which arm ran: errors, loss
/// and a rate that is not held are results.
/// </summary>
public static class ContaminationRule
{
    /// <summary>Largest share of one-second windows with more than 2 % steal or 15 % of a core of foreign CPU.</summary>
    public const double DisturbedWindowsShareMax = 0.10;

    /// <summary>Steal in a window that disturbs it; the machine watch uses it.</summary>
    public const double StealShareMax = 0.02;

    /// <summary>Foreign CPU in a window that disturbs it, in cores; the machine watch uses it.</summary>
    public const double ForeignCpuCoresMax = 0.15;

    /// <summary>Fewest block attempts before "more than half were contaminated" is a finding about the machine.</summary>
    public const int AttemptsMin = 6;

    /// <summary>
    /// Start of the load's flag for achieved over offered below 99 %. A slow target raises it too, so alone it neither
    /// excuses a block nor calls the client saturated.
    /// </summary>
    public const string AchievedFlag = "achieved";

    /// <summary>The cause from outside both arms that spoils this launch, see <see cref="ContaminationCauses"/>; null for none.</summary>
    public static string? Check(LaunchRecord launch)
    {
        ArgumentNullException.ThrowIfNull(launch);
        if (launch.State != LaunchState.Completed)
        {
            return null;
        }

        if (launch.Noise is { } noise && noise.DisturbedWindowsShare > DisturbedWindowsShareMax)
        {
            bool isSteal = noise.StealShare / StealShareMax >= noise.ForeignCpuCores / ForeignCpuCoresMax;
            return isSteal ? ContaminationCauses.Steal : ContaminationCauses.ForeignCpu;
        }

        return IsClientSaturated(launch) ? ContaminationCauses.ClientSaturated : null;
    }

    /// <summary>
    /// The cause for which a block of this plan is repeated; null for none. In a provisional plan only exact counters can
    /// decide, and those do not notice a neighbour: disturbances are counted and said there, but repeat nothing.
    /// </summary>
    public static string? CauseToRepeat(RunPlan plan, LaunchRecord launch)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return plan.IsProvisional ? null : Check(launch);
    }

    /// <summary>True when a flag of the load points at the load itself.</summary>
    public static bool IsClientSaturated(LaunchRecord launch)
    {
        ArgumentNullException.ThrowIfNull(launch);
        return launch.Load is { } load
            && load.SaturationFlags.Any(f => !f.StartsWith(AchievedFlag, StringComparison.OrdinalIgnoreCase));
    }
}
