using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Finds what a plan leaves open, before the first block and for both arms alike: the rate that <c>auto</c> stands for and the seconds
/// of warm-up. Closed-loop pilots find what both arms and the load can do, open-loop pilots whether the load is on time and the target steady.
/// </summary>
internal static class PilotPhase
{
    /// <summary>True while the plan has something open that pilots find.</summary>
    public static bool IsNeeded(RunPlan plan) => PlanEstimate.NeedsRate(plan) || plan.IsWarmupOpen;

    public static async Task RunAsync(RunContext context, CancellationToken ct)
    {
        bool findsRate = PlanEstimate.NeedsRate(context.Plan);
        var budget = new PilotBudget(context);
        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("pilot", budget.SecondsLeft));
        if (context.Plan.Pairs is not null)
        {
            (double rate, string note) = await PairPilots.FindAsync(context, budget.SecondsLeft, ct);
            await SetRateAsync(context, rate, $"{note}{DepthNote(context.Plan, rate)}");
            return;
        }

        FoundRate? knee = findsRate ? await KneePilots.FindAsync(context, budget, ct) : null;
        SteadyFinding found = await SteadyPilots.FindAsync(context, budget, knee, ct);
        if (knee is not null)
        {
            await SetRateAsync(context, found.Rate!.Value, $"{knee.Explanation}{found.RateNote}{DepthNote(context.Plan, found.Rate.Value)}");
        }
        else if (found.RateNote.Length > 0)
        {
            await context.Journal.NoteAsync($"At the rate of the experiment{found.RateNote}.");
        }

        if (context.Plan.IsWarmupOpen)
        {
            await SetWarmupAsync(context, found);
        }
    }

    /// <summary>A rate that was found may need a larger depth than the file names; the depth of an open loop is only a cap.</summary>
    private static string DepthNote(RunPlan plan, double rate)
    {
        LoadSpec load = plan.Experiment.Load;
        int depth = ScenarioLoadRules.AtRate(plan.Experiment.Scenario, load, rate).Depth;
        return depth > load.Depth
            ? $"; depth raised from {load.Depth} to {depth}, so that a pause of {1e3 * ScenarioLoadRules.PauseSecondsMin:0} ms skips nothing"
            : "";
    }

    private static async Task SetRateAsync(RunContext context, double rate, string explanation)
    {
        RateInForce stored = await context.Store.Runs.SetRateAsync(context.Plan.RunId, rate, explanation, CancellationToken.None);
        context.Plan = context.Plan with { RatePerSecond = stored.RatePerSecond };
        context.Journal.Show(stored.Event);
    }

    private static async Task SetWarmupAsync(RunContext context, SteadyFinding found)
    {
        WarmupInForce stored = await context.Store.Runs.SetWarmupAsync(context.Plan.RunId, found.WarmupSeconds, found.WarmupNote, CancellationToken.None);
        context.Plan = context.Plan with { WarmupSeconds = stored.Seconds, IsWarmupOpen = false };
        context.Journal.Show(stored.Event);
    }
}

/// <summary>Counts the pilots down, for the time left.</summary>
internal sealed class PilotBudget(RunContext context)
{
    private int _closed = PlanEstimate.NeedsRate(context.Plan) ? PlanEstimate.Pilots : 0;
    private int _open = PlanEstimate.OpenPilots;

    /// <summary>Seconds to the end of the run if every look is needed.</summary>
    public double SecondsLeft => context.Clock.SecondsLeft(_closed, context.Plan.LaunchesPerBlock() * context.Plan.Looks[^1], ProfilePhase.Left(context.Plan, 0))
        + context.Clock.OpenPilots(_open);

    /// <summary>A closed-loop pilot was made.</summary>
    public void Closed() => _closed = Math.Max(0, _closed - 1);

    /// <summary>An open-loop pilot was made.</summary>
    public void Opened() => _open = Math.Max(0, _open - 1);
}
