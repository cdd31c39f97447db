using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Finds the rate that <c>auto</c> stands for in a design of pairs, before the first pair and for all arms alike.</summary>
internal static class PilotPhase
{
    public static async Task RunAsync(RunContext context, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        if (!PlanEstimate.NeedsRate(plan))
        {
            return;
        }

        if (plan.Pairs is null)
        {
            throw new RunFailedException($"Run {plan.RunId} has no rate: an older version planned it, in which pilots of blocks of launches found one. Start a new one with --rate R.");
        }

        double secondsLeft = PlanEstimate.Of(plan).Phases[0].Seconds + context.Clock.SecondsLeft(plan.LaunchesPerBlock() * plan.Looks[^1], ProfilePhase.Left(plan, 0));
        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("pilot", secondsLeft));
        (double rate, string note) = await PairPilots.FindAsync(context, secondsLeft, ct);
        RateInForce stored = await context.Store.Runs.SetRateAsync(plan.RunId, rate, $"{note}{DepthNote(plan, rate)}", CancellationToken.None);
        context.Plan = plan with { RatePerSecond = stored.RatePerSecond };
        context.Journal.Show(stored.Event);
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
}
