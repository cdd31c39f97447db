using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Errors, wrong replies, loss and a rate that is not held. Decisive when the baseline shows none and the other arm shows
/// it in at least two launches, or in three when each saw only a single event.
/// </summary>
internal static class HardFailureRule
{
    /// <summary>Smallest share of the offered rate that counts as held.</summary>
    public const double HeldShareMin = 0.99;

    private const int LaunchesMin = 2;
    private const int SingleEventLaunchesMin = 3;

    public static IReadOnlyList<HardFailure> Find(RunPlan plan, IReadOnlyList<LaunchRecord> timed)
    {
        List<LaunchRecord> completed = [.. timed.Where(l => l.State == LaunchState.Completed)];
        HardFailure[] all =
        [
            Judge(plan, completed, "wrong-replies", "wrong replies", l => l.WrongReplies),
            Judge(plan, completed, "errors", "error replies", l => l.ErrorReplies),
            Judge(plan, completed, "lost", "lost requests or connections", l => l.Lost + l.ConnectionsLost),
            JudgeRate(plan, completed),
            JudgeFaults(plan, timed),
        ];
        return [.. all.Where(f => f.BaselineLaunches + f.OtherLaunches > 0).OrderByDescending(f => f.IsDecisive)];
    }

    private static HardFailure Judge(
        RunPlan plan, IReadOnlyList<LaunchRecord> completed, string kind, string words, Func<LoadResult, long> eventsOf)
    {
        long[] baseline = Events(completed, plan.Baseline.Name, eventsOf);
        long[] other = Events(completed, plan.Other.Name, eventsOf);
        bool isDecisive = baseline.Length == 0
            && (other.Count(e => e > 1) >= LaunchesMin || other.Length >= SingleEventLaunchesMin);
        string sentence = $"{plan.Other.Name} had {words} in {Launches(other.Length)} ({other.Sum()} in all), "
            + $"{plan.Baseline.Name} in {Launches(baseline.Length)} ({baseline.Sum()} in all).";
        return new(kind, baseline.Length, other.Length, isDecisive, sentence);
    }

    /// <summary>A target that dies or hangs: its blocks are repeated, but it is a result all the same.</summary>
    private static HardFailure JudgeFaults(RunPlan plan, IReadOnlyList<LaunchRecord> timed)
    {
        LaunchRecord[] faults = [.. timed.Where(l => l.State == LaunchState.Failed && l.FailedRole == "target")];
        int baseline = faults.Count(l => l.Arm == plan.Baseline.Name);
        int other = faults.Length - baseline;
        string sentence = $"The target of {plan.Other.Name} died or hung in {Launches(other)}, that of {plan.Baseline.Name} in {Launches(baseline)}.";
        return new("target-fault", baseline, other, baseline == 0 && other >= LaunchesMin, sentence);
    }

    // Shortfalls under a saturated client or on a disturbed machine say nothing about the target.
    private static HardFailure JudgeRate(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
    {
        bool isOpen = plan.Experiment.Load.Mode == LoadMode.Open;
        LaunchRecord[] missed = [.. completed.Where(l => isOpen && ContaminationRule.Check(l) is null && IsRateMissed(l, EdgeMessages(plan)))];
        int baseline = missed.Count(l => l.Arm == plan.Baseline.Name);
        int other = missed.Length - baseline;
        string sentence = $"{plan.Other.Name} did not hold 99 % of the offered rate in {Launches(other)} with an unsaturated client, "
            + $"{plan.Baseline.Name} in {Launches(baseline)}.";
        return new("rate-not-held", baseline, other, baseline == 0 && other >= LaunchesMin, sentence);
    }

    private static bool IsRateMissed(LaunchRecord launch, int edgeMessages) =>
        launch.Load is { Offered: > 0 } load && load.AchievedRate * load.WindowSeconds < (HeldShareMin * load.Offered) - edgeMessages;

    /// <summary>A single event at the window's end, due inside and received outside, is no rate that was missed, however many messages it makes.</summary>
    private static int EdgeMessages(RunPlan plan) =>
        ScenarioCatalog.Find(plan.Experiment.Scenario) is { IsFanOut: true } room ? room.MessagesPerEvent(plan.Experiment.Load) : 0;

    private static long[] Events(IReadOnlyList<LaunchRecord> completed, string arm, Func<LoadResult, long> eventsOf) =>
        [.. completed.Where(l => l.Arm == arm && l.Load is not null).Select(l => eventsOf(l.Load!)).Where(e => e > 0)];

    private static string Launches(int count) => Numbers.Counted(count, "launch");
}
