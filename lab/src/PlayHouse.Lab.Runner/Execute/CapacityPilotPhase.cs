using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Capacity;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Before the first block of a capacity design: what the load itself sustains against an echo that does nothing, which no search may
/// exceed, and the capacity of each arm, between which all searches of the run begin.
/// </summary>
internal static class CapacityPilotPhase
{
    /// <summary>First rate against the echo that does nothing.</summary>
    public const double CalibrationStart = 5_000;

    /// <summary>Highest rate against the echo that does nothing.</summary>
    public const double CalibrationMax = 5_000_000;

    /// <summary>Where the search of an arm's pilot begins, as a share of the load's ceiling.</summary>
    public const double ArmStartShare = 0.3;

    /// <summary>Finds what is not stored yet. Throws <see cref="RunFailedException"/> when the load limits both arms.</summary>
    public static async Task RunAsync(RunContext context, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        int left = CapacityTimes.PilotPairs;
        double SecondsLeft() => context.Clock.SecondsLeft(plan.LaunchesPerBlock() * (left-- + plan.Looks[^1]), ProfilePhase.Left(plan, 0));
        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("pilot", SecondsLeft()));
        CapacityResult ceiling = (await SearchAsync(context, isOfLoad: true, CalibrationStart, CalibrationMax, SecondsLeft(), ct)).MaxBy(c => c.RatePerSecond)!;
        if (ceiling.IsBelowFloor)
        {
            throw new RunFailedException(
                $"The load itself meets the objective at no rate, even against an echo that does nothing: a p99 of {plan.Experiment.Design.Slo!.P99Ms} ms is below what this machine sends on time. Raise design.slo.p99Ms, or use a quieter machine.");
        }

        context.CeilingPerSecond = ceiling.RatePerSecond;
        if (plan.RatePerSecond is not null)
        {
            return;
        }

        IReadOnlyList<CapacityResult> found = await SearchAsync(context, isOfLoad: false, ArmStartShare * ceiling.RatePerSecond, ceiling.RatePerSecond, SecondsLeft(), ct);
        if (found.All(f => f.IsCensored))
        {
            throw new RunFailedException(
                $"Both arms sustain what the load itself reaches, {ceiling.RatePerSecond:N0} messages/s: the load is the limit, so their capacities cannot be compared. "
                + "Use a scenario or payload that costs the server more, layout: split, or a machine with more processors.");
        }

        await StoreAsync(context, found, ceiling);
    }

    private static async Task StoreAsync(RunContext context, IReadOnlyList<CapacityResult> found, CapacityResult ceiling)
    {
        double start = Math.Round(Math.Sqrt(found[0].RatePerSecond * found[1].RatePerSecond));
        string explanation = $"searches begin between the arms' capacities in pilots, {found[0].RatePerSecond:N0}/s and {found[1].RatePerSecond:N0}/s; "
            + $"the load alone sustains {ceiling.RatePerSecond:N0}/s";
        RateInForce stored = await context.Store.Runs.SetRateAsync(context.Plan.RunId, start, explanation, CancellationToken.None);
        context.Plan = context.Plan with { RatePerSecond = stored.RatePerSecond };
        context.Journal.Show(stored.Event);
    }

    /// <summary>What both arms of a pilot pair sustain, or what the load does in their place; from the store where it was found before.</summary>
    private static async Task<IReadOnlyList<CapacityResult>> SearchAsync(
        RunContext context, bool isOfLoad, double start, double ceiling, double secondsLeft, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        IReadOnlyList<LaunchRecord> stored = await context.Store.Launches.ListAsync(plan.RunId, LaunchKind.Pilot, ct);
        LaunchRecord[] found = [.. stored.Where(l => l.State == LaunchState.Completed && l.Capacity?.IsOfLoad == isOfLoad).TakeLast(plan.LaunchesPerBlock()).OrderBy(l => l.Slot)];
        CapacityTask task = new(plan.Experiment.Design.Slo!, start, ceiling);
        for (int attempt = 0; found.Length < plan.LaunchesPerBlock(); attempt++)
        {
            LaunchRequest Of(ResolvedArm arm, int slot) => RunContext.Searching(context.Request(arm, LaunchKind.Pilot, isOfLoad ? 0 : 1, attempt, slot) with { IsCalibration = isOfLoad }, task);
            // Three failures in a row end the run inside LaunchTurnsAsync.
            found = [.. (await context.LaunchTurnsAsync(new TurnsRequest([Of(plan.Baseline, 0), Of(plan.Other, 1)], plan.Pairs!), secondsLeft, ct)).Where(r => r.State == LaunchState.Completed)];
        }

        return [.. found.Select(l => l.Capacity!)];
    }
}
