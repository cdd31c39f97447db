using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Plan;

/// <summary>How long a launch of a capacity design loads, probes and takes.</summary>
internal static class CapacityTimes
{
    /// <summary>Seconds of load on a fresh target before its first probe.</summary>
    public const double WarmupSeconds = 5;

    /// <summary>Seconds of load before a probe is measured: a fresh load compiles, and the target's queues settle at the new rate.</summary>
    public const double SettleSeconds = 1;

    /// <summary>Pilots: the load against an echo that does nothing, then each arm.</summary>
    public const int Pilots = 3;

    // Starting a load, connecting and draining it.
    private const double ProbeOverheadSeconds = 0.6;
    private const double ProbesExpected = 9;
    private const double PilotProbesExpected = 14;

    /// <summary>Expected wall seconds of a timed launch.</summary>
    public static double LaunchSeconds(RunPlan plan) => Seconds(plan, ProbesExpected);

    /// <summary>Expected wall seconds of all pilots; where the file gives a rate, the load alone is calibrated.</summary>
    public static double PilotSeconds(RunPlan plan) => (plan.RatePerSecond is null ? Pilots : 1) * Seconds(plan, PilotProbesExpected);

    private static double Seconds(RunPlan plan, double probes) =>
        PlanEstimate.OverheadSeconds(plan) + plan.WarmupSeconds + (probes * (ProbeOverheadSeconds + SettleSeconds + plan.WindowSeconds));
}
