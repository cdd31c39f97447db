using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Proof that the code of every toggled seam ran under this load, in every launch and equally often in both arms. Two counts are
/// asked: messages through the seam, which mean the same in both arms and are compared, and what the strategy that an arm names
/// counts in its own code, which differs between strategies and is asked of each (<see cref="OwnCodeRule"/>). A launch of a time
/// without the second is judged by the first alone.
/// </summary>
internal static class ExecutionProofRule
{
    /// <summary>Largest difference of the arms' median hits, relative to the larger.</summary>
    public const double ArmsApartMax = 0.10;

    public static IReadOnlyList<ExecutionProof> Prove(
        RunPlan plan, IReadOnlyList<LaunchRecord> completed, IReadOnlyDictionary<string, double> minHitsPerMessage)
    {
        if (completed.Count == 0)
        {
            return [];
        }

        ExecutionProof[] all = [.. plan.ToggledSeams.Select(seam => Prove(plan, completed, seam, minHitsPerMessage))];
        ExecutionProof[] asked = [.. all.Where(p => p.IsProved || IsAsked(plan, completed, p.Seam))];
        return asked.Length == 0 ? all : asked;
    }

    /// <summary>
    /// True when a launch that counts speaks against the proof of a seam: every launch is asked, so no later block mends it. Arms
    /// that are apart are judged by their medians and may come together again.
    /// </summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="completed">The launches that count.</param>
    /// <param name="proofs">What <see cref="Prove(RunPlan, IReadOnlyList{LaunchRecord}, IReadOnlyDictionary{string, double})"/> said of them.</param>
    public static bool IsLost(RunPlan plan, IReadOnlyList<LaunchRecord> completed, IEnumerable<ExecutionProof> proofs) => proofs.Any(p =>
        !p.IsProved && (SilentOrIdle(completed, p.Seam, p.Required) ?? OwnCodeObjection(plan, completed, p.Seam)) is not null);

    /// <summary>
    /// What a preset brings along and this load does not execute is not judged, and the verdict says so in its first line. A seam
    /// that an arm sets by name is always asked.
    /// </summary>
    private static bool IsAsked(RunPlan plan, IReadOnlyList<LaunchRecord> completed, string seam)
    {
        if (IsWritten(plan, seam) || ScenarioCatalog.Find(plan.Experiment.Scenario) is not { } scenario)
        {
            return true;
        }

        var execution = new ScenarioExecution(scenario, [plan.Baseline.Strategies, plan.Other.Strategies]);
        return execution.Objection(seam) is null && !((ResolvedArm[])[plan.Baseline, plan.Other]).Any(arm =>
            Strategy(plan, arm, seam) is { } strategy && OwnCodeRule.IsIdle([.. completed.Where(l => l.Arm == arm.Name)], strategy));
    }

    /// <summary>True for a seam that an arm sets by name.</summary>
    private static bool IsWritten(RunPlan plan, string seam) => plan.Experiment.Arms.Values.Any(a => a.Set.ContainsKey(seam));

    private static ExecutionProof Prove(
        RunPlan plan, IReadOnlyList<LaunchRecord> completed, string seam, IReadOnlyDictionary<string, double> minHitsPerMessage)
    {
        double baseline = MedianHits(completed, plan.Baseline.Name, seam);
        double other = MedianHits(completed, plan.Other.Name, seam);
        bool isKnown = minHitsPerMessage.TryGetValue(seam, out double required);
        // What the engine does once for a whole room it does a fraction of a time for each push.
        double messagesPerEvent = MessagesPerEvent(plan);
        required /= messagesPerEvent;
        bool isCounted = completed.Any(OwnCodeRule.IsCounted);
        Reason? objection = isKnown
            ? OwnCodeObjection(plan, completed, seam) ?? SilentOrIdle(completed, seam, required) ?? ApartObjection(seam, baseline, other)
            : new ProofUnknown(seam);
        return new(seam, baseline, other, required, objection is null, objection)
        {
            OwnCode = isCounted ? [.. Counts(plan.Baseline), .. Counts(plan.Other)] : [],
        };

        IEnumerable<OwnCodeCount> Counts(ResolvedArm arm) => (Strategy(plan, arm, seam)?.Counters ?? []).Select(counter => new OwnCodeCount(
            arm.Name,
            counter.Name,
            Resolution.Median(completed.Where(l => l.Arm == arm.Name).Select(l => l.StrategyHits.GetValueOrDefault(counter.Name))),
            OwnCodeRule.Required(counter, messagesPerEvent)));
    }

    private static double MessagesPerEvent(RunPlan plan) => ScenarioCatalog.Find(plan.Experiment.Scenario)?.MessagesPerEvent(plan.Experiment.Load) ?? 1;

    private static Reason? OwnCodeObjection(RunPlan plan, IReadOnlyList<LaunchRecord> completed, string seam)
    {
        if (!completed.Any(OwnCodeRule.IsCounted))
        {
            return null;
        }

        double messagesPerEvent = MessagesPerEvent(plan);
        foreach (ResolvedArm arm in (ResolvedArm[])[plan.Baseline, plan.Other])
        {
            if (Strategy(plan, arm, seam) is not { } strategy)
            {
                return new ProofUnknown(seam, arm.Name);
            }

            if (completed.Where(l => l.Arm == arm.Name).Select(l => OwnCodeRule.Objection(l, strategy, messagesPerEvent)).FirstOrDefault(o => o is not null) is { } objection)
            {
                return objection;
            }
        }

        return null;
    }

    private static StrategyDescriptor? Strategy(RunPlan plan, ResolvedArm arm, string seam) =>
        arm.Strategies.TryGetValue(seam, out StrategySetting? setting) ? EngineCatalog.Of(plan.Experiment.Scenario).Seam(seam)?.Find(setting.Use) : null;

    private static Reason? SilentOrIdle(IReadOnlyList<LaunchRecord> completed, string seam, double required)
    {
        if (completed.FirstOrDefault(l => !l.HitsPerMessage.ContainsKey(seam)) is { } silent)
        {
            return new HitsNotReported(seam, silent.Id, silent.Arm);
        }

        // Written so that a hit count that is not a number is an objection, too.
        return completed.FirstOrDefault(l => !(l.HitsPerMessage[seam] >= required && l.HitsPerMessage[seam] > 0)) is { } idle
            ? new HitsTooFew(seam, idle.Id, idle.Arm, idle.HitsPerMessage[seam], required)
            : null;
    }

    private static HitsApart? ApartObjection(string seam, double baseline, double other)
    {
        double apart = Math.Abs(baseline - other) / Math.Max(baseline, other);
        return apart <= ArmsApartMax ? null : new(seam, baseline, other);
    }

    private static double MedianHits(IReadOnlyList<LaunchRecord> completed, string arm, string seam)
    {
        double median = Resolution.Median(completed.Where(l => l.Arm == arm && l.HitsPerMessage.ContainsKey(seam)).Select(l => l.HitsPerMessage[seam]));
        return double.IsNaN(median) ? 0 : median;
    }
}
