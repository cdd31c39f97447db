using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Finds the rate that <c>auto</c> stands for: a share of the lower arm's closed-loop rate, capped at half of what the load
/// itself reaches against an echo that does nothing. Both arms then get the same rate.
/// </summary>
internal static class PilotPhase
{
    private const double CapacityShareSplit = 0.5;
    private const double CapacityShareShared = 0.4;
    private const double CeilingShare = 0.5;

    public static async Task RunAsync(RunContext context, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        int left = PlanEstimate.Pilots;
        double SecondsLeft() => context.Clock.SecondsLeft(left, BlockTable.SlotsPerBlock * plan.Looks[^1], ProfilePhase.Left(plan, 0));
        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("pilot", SecondsLeft()));

        double ceiling = await RateAsync(context, plan.Baseline, isCalibration: true, 0, SecondsLeft(), ct);
        left--;
        var rates = new Dictionary<string, double>();
        for (int pilot = 0; pilot < PlanEstimate.PilotsPerArm; pilot++)
        {
            foreach (ResolvedArm arm in (ResolvedArm[])[plan.Baseline, plan.Other])
            {
                double rate = await RateAsync(context, arm, isCalibration: false, pilot, SecondsLeft(), ct);
                rates[arm.Name] = rates.GetValueOrDefault(arm.Name) + (rate / PlanEstimate.PilotsPerArm);
                left--;
            }
        }

        double share = plan.Experiment.Design.Layout == CpuLayout.Shared ? CapacityShareShared : CapacityShareSplit;
        double lower = rates.Values.Min();
        double chosen = RoundDown(Math.Min(share * lower, CeilingShare * ceiling));
        string explanation = share * lower <= CeilingShare * ceiling
            ? $"{share:P0} of the lower arm's closed-loop rate of {lower:N0}/s; the load alone reaches {ceiling:N0}/s"
            : $"capped at {CeilingShare:P0} of what the load alone reaches, {ceiling:N0}/s; the lower arm's closed-loop rate is {lower:N0}/s";
        LoadSpec load = plan.Experiment.Load;
        int depth = ScenarioLoadRules.AtRate(plan.Experiment.Scenario, load, chosen).Depth;
        if (depth > load.Depth)
        {
            explanation += $"; depth raised from {load.Depth} to {depth}, so that a pause of {1e3 * ScenarioLoadRules.PauseSecondsMin:0} ms skips nothing";
        }

        RateInForce stored = await context.Store.Runs.SetRateAsync(plan.RunId, chosen, explanation, CancellationToken.None);
        context.Plan = plan with { RatePerSecond = stored.RatePerSecond };
        context.Journal.Show(stored.Event);
    }

    private static async Task<double> RateAsync(
        RunContext context, ResolvedArm arm, bool isCalibration, int pilot, double secondsLeft, CancellationToken ct)
    {
        for (int attempt = 0; ; attempt++)
        {
            LaunchRequest request = context.Request(arm, LaunchKind.Pilot, pilot, attempt, 0);
            request = request with
            {
                IsCalibration = isCalibration,
                Load = request.Load with { Mode = LoadMode.Closed, RatePerSecond = null },
                WarmupSeconds = PlanEstimate.PilotWarmupSeconds,
                WindowSeconds = PlanEstimate.PilotWindowSeconds,
            };
            LaunchOutcome outcome = await context.LaunchAsync(request, secondsLeft, ct);
            if (outcome.Record.Load is { AchievedRate: > 0 } load && outcome.Record.State == LaunchState.Completed)
            {
                return load.AchievedRate;
            }

            // Three failures in a row end the run inside LaunchAsync; a load that achieves nothing is no failure of a launch.
            if (outcome.Record.State == LaunchState.Completed)
            {
                throw new RunFailedException($"A closed-loop pilot of arm {arm.Name} got no reply at all; see 'plab show {context.Plan.RunId} --json'.");
            }
        }
    }

    /// <summary>Three significant digits: a rate is a setting, not a measurement.</summary>
    private static double RoundDown(double rate)
    {
        double unit = Math.Pow(10, Math.Floor(Math.Log10(rate)) - 2);
        return Math.Floor(rate / unit) * unit;
    }
}
