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
    /// <summary>Pilot pairs of a design of pairs: what each arm can do, and at which rate half of the processors rest.</summary>
    public const int PilotPairs = 2;

    /// <summary>Seconds of turns of the pilot pair that shows what each arm can do, about.</summary>
    public const double SaturatedPilotSeconds = 6;

    /// <summary>Rates that a pilot pair tries.</summary>
    public const int PilotRates = 16;

    /// <summary>Turns of each arm at each of them.</summary>
    public const int TurnsPerPilotRate = 8;

    private const double PilotWarmupSecondsMax = 8;

    // A short window makes wide intervals: a traced one is at least this long.
    private const double TracedWindowSecondsMin = 5;

    /// <summary>Wall seconds of starting the processes of a launch and of its idle marks.</summary>
    public const double StartSeconds = 1.1;

    // What compiling everything at once adds to a start.
    private const double CompileSeconds = 1;
    private const double SecondsPerConnection = 0.001;
    private const double DrainSeconds = 0.3;
    private const double TraceSeconds = 1.5;

    /// <summary>Wall seconds of one timed launch.</summary>
    public required double LaunchSeconds { get; init; }

    /// <summary>The phases that launch something, in order.</summary>
    public required IReadOnlyList<PhaseEstimate> Phases { get; init; }

    /// <summary>Wall seconds when the run continues to its last look and no block is repeated.</summary>
    public double TotalSeconds => Phases.Sum(p => p.Seconds);

    /// <summary>Wall seconds when the first look decides.</summary>
    public required double FirstLookSeconds { get; init; }

    /// <summary>Warm-up of a pilot pair: a rate is a setting, and code that is half compiled makes it a little lower, for both arms alike.</summary>
    public static double PilotWarmupSeconds(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return Math.Min(plan.WarmupSeconds, PilotWarmupSecondsMax);
    }

    /// <summary>The estimate of a plan.</summary>
    public static PlanEstimate Of(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        double launch = LaunchSecondsOf(plan);
        (int pilotLaunches, double pilots) = PilotsOf(plan);
        int last = plan.Looks[^1];
        return new PlanEstimate
        {
            LaunchSeconds = launch,
            FirstLookSeconds = SecondsUntil(plan, plan.Looks[0]),
            Phases =
            [
                new PhaseEstimate("pilot", pilotLaunches, pilots),
                new PhaseEstimate("execute", last * plan.LaunchesPerBlock(), last * plan.LaunchesPerBlock() * launch),
                new PhaseEstimate("profile", DiagnosticLaunches(plan, last), DiagnosticLaunches(plan, last) * TracedSeconds(plan)),
            ],
        };
    }

    /// <summary>True while the rate <c>auto</c> is not found.</summary>
    public static bool NeedsRate(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return plan.RatePerSecond is null && plan.Experiment.Load.Mode == LoadMode.Open;
    }

    /// <summary>Wall seconds until so many blocks are done and traced, pilots included.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="blocks">Blocks that count; none is repeated.</param>
    public static double SecondsUntil(RunPlan plan, int blocks)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return PilotsOf(plan).Seconds + (blocks * plan.LaunchesPerBlock() * LaunchSecondsOf(plan)) + (DiagnosticLaunches(plan, blocks) * TracedSeconds(plan));
    }

    /// <summary>Expected seconds of a launch besides warm-up and window: start, idle marks, connecting, drain.</summary>
    public static double OverheadSeconds(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        double compile = plan.Experiment.Environment.Compilation == CompilationMode.AtOnce ? CompileSeconds : 0;
        return StartSeconds + compile + (plan.Experiment.Load.Connections * SecondsPerConnection) + DrainSeconds;
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

    /// <summary>Expected wall seconds of a timed launch; of a pair, half of both.</summary>
    internal static double LaunchSecondsOf(RunPlan plan) => plan.Pairs is { } pairs ? PairSeconds(plan, plan.WarmupSeconds, TurnSeconds(plan, pairs)) / 2
        : OverheadSeconds(plan) + plan.WarmupSeconds + plan.WindowSeconds;

    /// <summary>Wall seconds of a pair with so many seconds of turns: its two processes start and compile at once, on the same processors.</summary>
    private static double PairSeconds(RunPlan plan, double warmup, double seconds) => (2 * OverheadSeconds(plan)) + warmup + seconds;

    /// <summary>Seconds of the turns of both arms of a pair that count.</summary>
    internal static double TurnSeconds(RunPlan plan, PairSpec pairs) =>
        plan.Experiment.Design.Kind == DesignKind.Capacity ? plan.LaunchesPerBlock() * CapacityTimes.SearchSeconds(plan.WindowSeconds) : pairs.Seconds;

    private static double TracedSeconds(RunPlan plan) => OverheadSeconds(plan) + plan.WarmupSeconds + TracedWindowSeconds(plan) + TraceSeconds;

    private static (int Launches, double Seconds) PilotsOf(RunPlan plan)
    {
        if (plan.Experiment.Design.Kind == DesignKind.Capacity)
        {
            return (plan.LaunchesPerBlock() * CapacityTimes.PilotPairs, CapacityTimes.PilotSeconds(plan));
        }

        double paced = 2 * PilotRates * TurnsPerPilotRate * (plan.Pairs?.PacedSeconds ?? 0);
        return NeedsRate(plan) ? (2 * PilotPairs, PairSeconds(plan, PilotWarmupSeconds(plan), SaturatedPilotSeconds) + PairSeconds(plan, PilotWarmupSeconds(plan), paced)) : (0, 0);
    }
}
