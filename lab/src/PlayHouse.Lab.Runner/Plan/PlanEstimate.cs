using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Plan;

/// <summary>Predicted seconds of one phase.</summary>
/// <param name="Phase">pilot, execute or profile.</param>
/// <param name="Launches">Launches of the phase.</param>
/// <param name="Seconds">Wall seconds.</param>
public sealed record PhaseEstimate(string Phase, int Launches, double Seconds);

/// <summary>How long a run will take, for progress and for people who decide whether to start it.</summary>
public sealed record PlanEstimate
{
    /// <summary>Launches of a block.</summary>
    public const int LaunchesPerBlock = 4;

    /// <summary>Pilots of each arm that find the rate.</summary>
    public const int PilotsPerArm = 2;

    /// <summary>All pilots: those of both arms and one of the load against an echo below the engine.</summary>
    public const int Pilots = (2 * PilotsPerArm) + 1;

    /// <summary>Seconds of load before a pilot is measured.</summary>
    public const double PilotWarmupSeconds = 1.5;

    /// <summary>Measured seconds of a pilot.</summary>
    public const double PilotWindowSeconds = 3;

    // A short window makes wide intervals: a traced one is at least this long.
    private const double TracedWindowSecondsMin = 5;
    private const double StartSeconds = 1.1;
    private const double SecondsPerConnection = 0.001;
    private const double DrainSeconds = 0.3;
    private const double TraceSeconds = 1.5;

    /// <summary>Wall seconds of one timed launch.</summary>
    public required double LaunchSeconds { get; init; }

    /// <summary>The phases that launch something, in order.</summary>
    public required IReadOnlyList<PhaseEstimate> Phases { get; init; }

    /// <summary>Wall seconds when the run goes on to its last look and no block is repeated.</summary>
    public double TotalSeconds => Phases.Sum(p => p.Seconds);

    /// <summary>Wall seconds when the first look decides.</summary>
    public required double FirstLookSeconds { get; init; }

    /// <summary>The estimate of a plan.</summary>
    public static PlanEstimate Of(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        double overhead = OverheadSeconds(plan);
        double launch = overhead + plan.WarmupSeconds + plan.WindowSeconds;
        double traced = overhead + plan.WarmupSeconds + TracedWindowSeconds(plan) + TraceSeconds;
        bool hasPilots = plan.RatePerSecond is null && plan.Experiment.Load.Mode == LoadMode.Open;
        double pilots = hasPilots ? Pilots * (overhead + PilotWarmupSeconds + PilotWindowSeconds) : 0;
        int first = plan.Looks[0], last = plan.Looks[^1];
        return new PlanEstimate
        {
            LaunchSeconds = launch,
            FirstLookSeconds = pilots + (first * LaunchesPerBlock * launch) + (DiagnosticLaunches(plan, first) * traced),
            Phases =
            [
                new PhaseEstimate("pilot", hasPilots ? Pilots : 0, pilots),
                new PhaseEstimate("execute", last * LaunchesPerBlock, last * LaunchesPerBlock * launch),
                new PhaseEstimate("profile", DiagnosticLaunches(plan, last), DiagnosticLaunches(plan, last) * traced),
            ],
        };
    }

    /// <summary>Expected seconds of a launch besides warm-up and window: start, idle marks, connecting, drain.</summary>
    public static double OverheadSeconds(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return StartSeconds + (plan.Experiment.Load.Connections * SecondsPerConnection) + DrainSeconds;
    }

    /// <summary>Seconds between the marks of a traced launch.</summary>
    public static double TracedWindowSeconds(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return Math.Max(TracedWindowSecondsMin, plan.WindowSeconds);
    }

    /// <summary>Fewest diagnostic launches of an arm where any are wanted: of one, nothing says how far launches lie apart, and no site can be called different.</summary>
    public const int DiagnosticRoundsMin = 2;

    /// <summary>Diagnostic launches after so many blocks: one per arm for every full group of blocks, and at least <see cref="DiagnosticRoundsMin"/> when any are wanted.</summary>
    public static int DiagnosticLaunches(RunPlan plan, int blocks)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return plan.ProfileEveryBlocks == 0 ? 0 : 2 * Math.Max(DiagnosticRoundsMin, blocks / plan.ProfileEveryBlocks);
    }
}
