using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>What turns at one rate took.</summary>
/// <param name="Rate">Messages per second.</param>
/// <param name="CpuShare">Processor time of active target and load, of all processors; the dearer arm's.</param>
/// <param name="AnsweredShare">Messages answered of those that the rate asks for; the slower arm's.</param>
internal sealed record PacedStep(double Rate, double CpuShare, double AnsweredShare)
{
    /// <summary>Enough rests, and everything is answered.</summary>
    public bool IsHeld => CpuShare <= PairPilots.CpuShareMax && AnsweredShare >= PairPilots.AnsweredShareMin;
}

/// <summary>
/// Finds the rate that <c>auto</c> stands for in a design of pairs, with both arms alive. A first pilot pair shows what each can do; a
/// second one takes paced turns at falling rates, down to a hundredth of that, and the highest at which half of the processors rest is the
/// rate of the run: a message that comes alone may cost many times what it costs among others. Where none is, a third one continues below.
/// </summary>
internal static class PairPilots
{
    /// <summary>Largest share of the processors that the active target and the load may use: above, each waits for the other.</summary>
    public const double CpuShareMax = 0.5;

    /// <summary>Share of the messages that must be answered while the load sends at a rate.</summary>
    public const double AnsweredShareMin = 0.98;

    private const double FirstShare = 0.7;
    private const double Lowered = 0.75;
    private const int Rates = PlanEstimate.PilotRates;
    private const int PacedPilotsMax = 2;
    private const int TurnsPerRate = PlanEstimate.TurnsPerPilotRate;
    private const double MessagesPerConnection = 10;

    /// <summary>The rate and where it comes from, in words.</summary>
    public static async Task<(double Rate, string Note)> FindAsync(RunContext context, double secondsLeft, CancellationToken ct)
    {
        PairSpec spec = context.Plan.Pairs!;
        double slow = MessagesPerConnection * context.Plan.Experiment.Load.Connections;
        IReadOnlyList<LaunchRecord> saturated = await MakeAsync(context, 0, slow, Saturated(spec), secondsLeft, ct);
        double lower = saturated.Min(r => r.Metrics[MetricIds.MessagesPerSecond]);
        PacedStep chosen = new(RoundDown(FirstShare * lower), double.MaxValue, 0);
        for (int pilot = 1; pilot <= PacedPilotsMax && !chosen.IsHeld; pilot++)
        {
            double highest = chosen.Rate;
            IReadOnlyList<LaunchRecord> paced = await MakeAsync(context, pilot, highest, Falling(spec), secondsLeft, ct);
            chosen = Choose([.. Enumerable.Range(0, Rates).Select(i => Step(spec, i, highest, paced))]);
        }

        string rests = chosen.IsHeld ? "" : ", the lowest that was tried";
        return (chosen.Rate, string.Create(
            CultureInfo.InvariantCulture,
            $"{chosen.Rate / lower:P0} of the slower arm's {lower:N0}/s; target and load use {chosen.CpuShare:P0} of {Environment.ProcessorCount} processors{rests}"));
    }

    /// <summary>The highest rate at which enough rests and everything is answered; the lowest where there is none. Pure.</summary>
    internal static PacedStep Choose(IReadOnlyList<PacedStep> steps) =>
        steps.FirstOrDefault(s => s.IsHeld) ?? steps[^1];

    private static PacedStep Step(PairSpec spec, int index, double highest, IReadOnlyList<LaunchRecord> pair)
    {
        double rate = highest * SpeedOf(index);
        SliceRecord[][] arms = [.. pair.Select(r => r.Slices.Skip(index * TurnsPerRate).Take(TurnsPerRate).ToArray())];
        double whole = TurnsPerRate * spec.PacedSeconds * 1e6 * Environment.ProcessorCount;
        return new PacedStep(
            RoundDown(rate),
            arms.Max(slices => slices.Sum(s => (s.CpuUs ?? 0) + (s.LoadCpuUs ?? 0)) / whole),
            arms.Min(slices => slices.Sum(s => s.Arrived) / (rate * slices.Sum(s => s.Seconds))));
    }

    /// <summary>Three significant digits: a rate is a setting, not a measurement.</summary>
    private static double RoundDown(double rate)
    {
        double unit = Math.Pow(10, Math.Floor(Math.Log10(rate)) - 2);
        return Math.Floor(rate / unit) * unit;
    }

    private static double SpeedOf(int index) => Math.Pow(Lowered, index);

    /// <summary>Turns of a pilot that shows what each arm completes.</summary>
    internal static SlicePlan[] Saturated(PairSpec spec) =>
        [.. Enumerable.Range(0, (int)(PlanEstimate.SaturatedPilotSeconds / 2 / spec.SaturatedSeconds)).SelectMany(_ => DrawnTurns.Round(spec, 2, SliceKind.Saturated))];

    private static SlicePlan[] Falling(PairSpec spec) =>
    [
        .. Enumerable.Range(0, Rates * TurnsPerRate).SelectMany(
            turn => DrawnTurns.Round(spec, 2, SliceKind.Paced).Select(s => s with { Speed = SpeedOf(turn / TurnsPerRate) })),
    ];

    private static async Task<IReadOnlyList<LaunchRecord>> MakeAsync(
        RunContext context, int pilot, double rate, SlicePlan[] slices, double secondsLeft, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        LoadSpec load = ScenarioLoadRules.AtRate(plan.Experiment.Scenario, plan.Experiment.Load, rate);
        for (int attempt = 0; ; attempt++)
        {
            LaunchRequest Of(ResolvedArm arm, int slot) => context.Request(arm, LaunchKind.Pilot, pilot, attempt, slot) with { Load = load, WarmupSeconds = PlanEstimate.PilotWarmupSeconds(plan) };
            IReadOnlyList<LaunchRecord> pair = await context.LaunchTurnsAsync(
                new TurnsRequest([Of(plan.Baseline, 0), Of(plan.Other, 1)], plan.Pairs!) { Slices = slices }, secondsLeft, ct);
            if (pair.All(r => r.State == LaunchState.Completed))
            {
                return pair;
            }

            // Three failures in a row end the run inside LaunchTurnsAsync.
        }
    }
}
