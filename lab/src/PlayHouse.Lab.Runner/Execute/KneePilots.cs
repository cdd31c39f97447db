using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>A rate to begin with, and where it comes from.</summary>
/// <param name="Rate">Messages per second.</param>
/// <param name="Share">Share of what the slower arm can do that the layout allows.</param>
/// <param name="Explanation">Where the rate comes from, in words.</param>
internal sealed record FoundRate(double Rate, double Share, string Explanation);

/// <summary>
/// Closed-loop pilots: a share of the lower arm's rate, capped at half of what the load itself reaches against an echo that does nothing.
/// </summary>
internal static class KneePilots
{
    private const double CapacityShareSplit = 0.5;
    private const double CapacityShareShared = 0.4;
    private const double CeilingShare = 0.5;

    public static async Task<FoundRate> FindAsync(RunContext context, PilotBudget budget, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        double ceiling = await RateAsync(context, plan.Baseline, isCalibration: true, 0, budget, ct);
        var rates = new Dictionary<string, double>();
        for (int pilot = 0; pilot < PlanEstimate.PilotsPerArm; pilot++)
        {
            foreach (ResolvedArm arm in (ResolvedArm[])[plan.Baseline, plan.Other])
            {
                double rate = await RateAsync(context, arm, isCalibration: false, pilot, budget, ct);
                rates[arm.Name] = rates.GetValueOrDefault(arm.Name) + (rate / PlanEstimate.PilotsPerArm);
            }
        }

        return Choose(plan, rates.Values.Min(), ceiling);
    }

    /// <summary>The rate to begin with; pure.</summary>
    internal static FoundRate Choose(RunPlan plan, double lower, double ceiling)
    {
        double share = plan.Experiment.Design.Layout == CpuLayout.Shared ? CapacityShareShared : CapacityShareSplit;
        double chosen = Math.Min(share * lower, CeilingShare * ceiling);
        string explanation = share * lower <= CeilingShare * ceiling
            ? $"{share:P0} of the lower arm's closed-loop rate of {lower:N0}/s; the load alone reaches {ceiling:N0}/s"
            : $"capped at {CeilingShare:P0} of what the load alone reaches, {ceiling:N0}/s; the lower arm's closed-loop rate is {lower:N0}/s";
        return new FoundRate(RateSteps.RoundDown(chosen), share, explanation);
    }

    private static async Task<double> RateAsync(
        RunContext context, ResolvedArm arm, bool isCalibration, int pilot, PilotBudget budget, CancellationToken ct)
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
            LaunchOutcome outcome = await context.LaunchAsync(request, budget.SecondsLeft, ct);
            if (outcome.Record.Load is { AchievedRate: > 0 } load && outcome.Record.State == LaunchState.Completed)
            {
                budget.Closed();
                return load.AchievedRate;
            }

            // Three failures in a row end the run inside LaunchAsync; a load that achieves nothing is no failure of a launch.
            if (outcome.Record.State == LaunchState.Completed)
            {
                throw new RunFailedException($"A closed-loop pilot of arm {arm.Name} got no reply at all; see 'plab show {context.Plan.RunId} --json'.");
            }
        }
    }
}
