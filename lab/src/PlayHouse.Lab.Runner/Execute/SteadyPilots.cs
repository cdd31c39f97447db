using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>What the open-loop pilots found.</summary>
/// <param name="Rate">Rate for both arms; null in closed loop.</param>
/// <param name="RateNote">What to add to the rate's explanation; empty when there is nothing to say.</param>
/// <param name="WarmupSeconds">Seconds of warm-up for both arms.</param>
/// <param name="WarmupNote">How it was found.</param>
internal sealed record SteadyFinding(double? Rate, string RateNote, double WarmupSeconds, string WarmupNote);

/// <summary>
/// Pilots at the load that the blocks will have: each is watched until its target is steady, then measured. They lower a rate that may
/// be lowered until the load is on time, and give the longest warm-up of both arms.
/// </summary>
internal static class SteadyPilots
{
    // Pilots share the run's numbering of launches: the closed-loop ones have the indices below.
    private const int FirstIndex = PlanEstimate.PilotsPerArm;
    private const string LatenessP99 = "lateness-p99";

    public static async Task<SteadyFinding> FindAsync(RunContext context, PilotBudget budget, FoundRate? knee, CancellationToken ct)
    {
        double? rate = knee?.Rate ?? context.Plan.RatePerSecond;
        var steps = new List<RateStep>();
        Dictionary<string, LaunchRecord> pilots = [];
        for (double? next = rate; ; rate = next)
        {
            pilots = await PilotsAsync(context, budget, rate, steps.Count, ct);
            if (rate is null)
            {
                break;
            }

            steps.Add(Step(rate.Value, pilots.Values));
            next = knee is null ? null : RateSteps.Next(steps, knee.Share);
            if (next is null)
            {
                break;
            }
        }

        RateStep? chosen = steps.Count == 0 ? null : RateSteps.Choose(steps);
        if (chosen is not null && chosen.Rate != rate)
        {
            pilots = await PilotsAsync(context, budget, chosen.Rate, steps.Count, ct);
        }

        (double warmup, string note) = context.Plan.IsWarmupOpen ? Warmup(context.Plan, pilots, chosen?.Rate) : (context.Plan.WarmupSeconds, "");
        return new SteadyFinding(chosen?.Rate, RateNote(steps, chosen), warmup, note);
    }

    /// <summary>One pilot more per arm, at the load and with the warm-up that the plan has by now.</summary>
    public static Task RepeatAsync(RunContext context, IReadOnlyList<LaunchRecord> pilots, CancellationToken ct) =>
        PilotsAsync(context, new PilotBudget(context), context.Plan.RatePerSecond, pilots.Max(p => p.Block) + 1 - FirstIndex, ct);

    /// <summary>The longest warm-up of the pilots in whole seconds, and in words where it comes from; pure.</summary>
    internal static (double Seconds, string Note) Warmup(RunPlan plan, IReadOnlyDictionary<string, LaunchRecord> pilots, double? offered)
    {
        double seconds = 0;
        var notes = new List<string>();
        foreach (ResolvedArm arm in (ResolvedArm[])[plan.Baseline, plan.Other])
        {
            WarmTarget? warm = SteadyTarget.Of(pilots[arm.Name].Warmup, offered);
            seconds = Math.Max(seconds, warm?.Seconds ?? PlanEstimate.WarmupSecondsMax);
            notes.Add(warm is null
                ? $"{arm.Name}: the compiler did not rest within {PlanEstimate.WarmupSecondsMax:0} s"
                : $"{arm.Name} steady after {warm.Seconds:0.0} s{(warm.Missing is null ? "" : $", but {warm.Missing}")}");
        }

        return (Math.Min(PlanEstimate.WarmupSecondsMax, Math.Ceiling(seconds)), string.Join("; ", notes));
    }

    private static RateStep Step(double rate, IReadOnlyCollection<LaunchRecord> pilots)
    {
        double achieved = pilots.Min(p => p.Load!.AchievedRate);
        return pilots
            .Select(p => new RateStep(
                rate, p.Load!.PercentilesUs.GetValueOrDefault(LatenessP99), p.Load.PercentilesUs.GetValueOrDefault(MetricIds.LatencyP99, double.PositiveInfinity), achieved))
            .MaxBy(s => (!s.IsOnTime, s.LatenessUs))!;
    }

    private static string RateNote(List<RateStep> steps, RateStep? chosen) => chosen switch
    {
        null or { IsOnTime: true } when steps.Count <= 1 => "",
        { IsOnTime: true } => $"; lowered from {steps[0].Rate:N0}/s, where {Trouble(steps[0])}",
        { IsSaturated: true } full => $"; at {full.Rate:N0}/s {Trouble(full)}",
        { } late => $"; the load is {late.LatenessUs:N0} us late (p99) where the latency is {late.LatencyUs:N0} us: latencies are partly the load's",
        _ => "",
    };

    private static string Trouble(RateStep step) => step.IsSaturated
        ? $"an arm answered {step.AchievedRate:N0}/s"
        : $"the load was {step.LatenessUs:N0} us late (p99)";

    /// <summary>One pilot per arm at this rate.</summary>
    private static async Task<Dictionary<string, LaunchRecord>> PilotsAsync(RunContext context, PilotBudget budget, double? rate, int step, CancellationToken ct)
    {
        var pilots = new Dictionary<string, LaunchRecord>();
        foreach (ResolvedArm arm in (ResolvedArm[])[context.Plan.Baseline, context.Plan.Other])
        {
            pilots[arm.Name] = await PilotAsync(context, budget, arm, rate, step, ct);
        }

        return pilots;
    }

    private static async Task<LaunchRecord> PilotAsync(RunContext context, PilotBudget budget, ResolvedArm arm, double? rate, int step, CancellationToken ct)
    {
        for (int attempt = 0; ; attempt++)
        {
            LaunchRequest request = context.Request(arm, LaunchKind.Pilot, FirstIndex + step, attempt, 0);
            request = request with
            {
                Load = ScenarioLoadRules.AtRate(request.Scenario, context.Plan.Experiment.Load, rate),
                WarmupSeconds = context.Plan.IsWarmupOpen ? PlanEstimate.FirstWatchedSeconds : context.Plan.WarmupSeconds,
                WatchSecondsMax = context.Plan.IsWarmupOpen ? PlanEstimate.WarmupSecondsMax : null,
                WindowSeconds = PlanEstimate.PilotWindowSeconds,
            };
            LaunchRecord record = (await context.LaunchAsync(request, budget.SecondsLeft, ct)).Record;
            if (record.State == LaunchState.Completed)
            {
                budget.Opened();
                return record;
            }
        }
    }
}
