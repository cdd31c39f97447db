using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Plan;

/// <summary>How long a pair of a capacity design probes and takes.</summary>
internal static class CapacityTimes
{
    /// <summary>Seconds at the rate of a probe before it is measured: queues settle.</summary>
    public const double SettleSeconds = 1;

    /// <summary>Pilot pairs: the load against echoes that do nothing, then both arms.</summary>
    public const int PilotPairs = 2;

    // Waiting for what is outstanding, above all at rates that are too high.
    private const double DrainSeconds = 0.2;
    private const double ProbesExpected = 9;

    /// <summary>Expected seconds of the probes of one launch.</summary>
    public static double SearchSeconds(double windowSeconds) => ProbesExpected * (SettleSeconds + windowSeconds + DrainSeconds);

    /// <summary>Expected wall seconds of all pilots; where the file gives a rate, the load alone is calibrated.</summary>
    public static double PilotSeconds(RunPlan plan) => (plan.RatePerSecond is null ? PilotPairs : 1) * plan.LaunchesPerBlock() * PlanEstimate.LaunchSecondsOf(plan);
}
