using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Statistics.Binomials;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Crashes, errors, wrong replies, loss and a rate that is not held. Decisive when the other arm shows it in significantly more of its
/// launches than the baseline (Fisher's exact test, one-sided, at most <see cref="Level"/>), so that a single fluke of either arm
/// neither makes a rollback nor disarms the rule. Launches of repeated blocks count, too: these are results whatever the machine did.
/// </summary>
internal static class HardFailureRule
{
    /// <summary>Largest one-sided p that makes a finding decisive.</summary>
    public const double Level = 1.0 / 64;

    /// <summary>Crashes of the other arm, without one of the baseline, that stop the run between two looks.</summary>
    public const int CrashesMax = 3;

    /// <summary>Kind of the finding that a target died, hung or completed nothing.</summary>
    public const string CrashKind = "crash";

    /// <summary>Role of a failed launch whose target died, hung or completed nothing.</summary>
    public const string TargetRole = "target";

    /// <summary>Code of the failure of an arm whose partner in a pair failed: it did not die itself.</summary>
    public const string PartnerCode = "partner-failed";

    /// <summary>What the launches so far show, decisive findings first. Also for a run that ends without a single whole block.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="timed">Every timed launch, failed ones and those of repeated blocks included.</param>
    public static IReadOnlyList<HardFailure> Find(RunPlan plan, IReadOnlyList<LaunchRecord> timed)
    {
        LaunchRecord[] completed = [.. timed.Where(l => l.State == LaunchState.Completed)];
        LaunchRecord[] ended = [.. timed.Where(l => l.State == LaunchState.Completed || IsCrash(l) || l.FailureCode == PartnerCode)];
        HardFailure[] all =
        [
            Crashes(plan, ended),
            Events(plan, completed, "wrong-replies", l => l.WrongReplies),
            Events(plan, completed, "errors", l => l.ErrorReplies),
            Events(plan, completed, "lost", l => l.Lost + l.ConnectionsLost),
            MissedRate(plan, completed),
        ];
        return [.. all.Where(f => f.BaselineLaunches + f.OtherLaunches > 0).OrderByDescending(f => f.IsDecisive)];
    }

    /// <summary>One-sided p that the other arm shows something in more of its launches than chance explains.</summary>
    public static double Compare(RunPlan plan, IReadOnlyList<LaunchRecord> of, Func<LaunchRecord, bool> isHit) => FisherTest.OneSided(
        of.Count(l => l.Arm == plan.Other.Name && isHit(l)), of.Count(l => l.Arm == plan.Other.Name),
        of.Count(l => l.Arm == plan.Baseline.Name && isHit(l)), of.Count(l => l.Arm == plan.Baseline.Name));

    /// <summary>True when this launch offered less than its rate.</summary>
    public static bool IsRateMissed(RunPlan plan, LaunchRecord launch) =>
        plan.Experiment.Load.Mode == LoadMode.Open && launch.Load is { Offered: > 0 } load
        && load.AchievedRate * load.WindowSeconds < (OfferedRate.ShareMin * load.Offered) - EdgeMessages(plan);

    private static HardFailure Crashes(RunPlan plan, LaunchRecord[] ended)
    {
        HardFailure finding = Judge(plan, ended, CrashKind, IsCrash);
        bool stops = finding.BaselineLaunches == 0 && finding.OtherLaunches >= CrashesMax;
        return finding with { IsDecisive = finding.IsDecisive || stops, StopsTheRun = stops };
    }

    private static HardFailure Events(RunPlan plan, LaunchRecord[] completed, string kind, Func<LoadResult, long> eventsOf)
    {
        long Of(LaunchRecord l) => (l.Load is { } load ? eventsOf(load) : 0) + (l.Saturated is { } saturated ? eventsOf(saturated) : 0);
        long Sum(string arm) => completed.Where(l => l.Arm == arm).Sum(Of);
        return Judge(plan, completed, kind, l => Of(l) > 0, Sum);
    }

    /// <summary>
    /// A shortfall under a saturated load says nothing about the target, unless the target made it so: an arm that takes the processor from
    /// the load makes it late. So it is excused only where neither the flag nor what is missed under it favours an arm. Exchanging the arms
    /// changes nothing in that.
    /// </summary>
    private static HardFailure MissedRate(RunPlan plan, LaunchRecord[] completed)
    {
        bool IsMissedByLoad(LaunchRecord launch) => DisturbanceRule.IsClientSaturated(launch) && IsRateMissed(plan, launch);
        bool isExcused = ((string[])[plan.Baseline.Name, plan.Other.Name]).All(arm => completed.Any(l => l.Arm == arm && IsMissedByLoad(l)))
            && !LeanRule.Leans(plan, completed, DisturbanceRule.IsClientSaturated)
            && !LeanRule.Leans(plan, completed, IsMissedByLoad);
        return Judge(plan, completed, "rate-not-held", l => IsRateMissed(plan, l) && !(isExcused && IsMissedByLoad(l)));
    }

    private static HardFailure Judge(RunPlan plan, LaunchRecord[] of, string kind, Func<LaunchRecord, bool> isHit, Func<string, long>? eventsOf = null)
    {
        ArmCount other = ArmCounts.Of(of, plan.Other.Name, isHit);
        ArmCount baseline = ArmCounts.Of(of, plan.Baseline.Name, isHit);
        double p = Compare(plan, of, isHit);
        var finding = new ArmFailed(kind, other, baseline, p, eventsOf?.Invoke(other.Arm), eventsOf?.Invoke(baseline.Arm));
        return new(kind, baseline.Launches, other.Launches, p <= Level, finding);
    }

    private static bool IsCrash(LaunchRecord launch) => launch.State == LaunchState.Failed && launch.FailedRole == TargetRole;

    /// <summary>A single event at the window's end, due inside and received outside, is no rate that was missed, however many messages it makes.</summary>
    private static int EdgeMessages(RunPlan plan) =>
        ScenarioCatalog.Find(plan.Experiment.Scenario) is { IsFanOut: true } room ? room.MessagesPerEvent(plan.Experiment.Load) : 0;
}
