using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>Proof that the code of every toggled seam ran under this load, in every launch and equally often in both arms.</summary>
internal static class ExecutionProofRule
{
    /// <summary>Largest difference of the arms' median hits, relative to the larger.</summary>
    public const double ArmsApartMax = 0.10;

    public static IReadOnlyList<ExecutionProof> Prove(
        RunPlan plan, IReadOnlyList<LaunchRecord> completed, IReadOnlyDictionary<string, double> minHitsPerMessage) =>
        completed.Count == 0 ? [] : [.. Executed(plan).Select(seam => Prove(plan, completed, seam, minHitsPerMessage))];

    /// <summary>
    /// Presets may differ in seams that the scenario does not execute: validation said so, the verdict is not about them, and they
    /// are not asked for proof.
    /// </summary>
    private static IEnumerable<string> Executed(RunPlan plan)
    {
        if (ScenarioCatalog.Find(plan.Experiment.Scenario) is not { } scenario)
        {
            return plan.ToggledSeams;
        }

        var execution = new ScenarioExecution(scenario, [plan.Baseline.Strategies, plan.Other.Strategies]);
        return plan.ToggledSeams.Where(seam => execution.Objection(seam) is null);
    }

    private static ExecutionProof Prove(
        RunPlan plan, IReadOnlyList<LaunchRecord> completed, string seam, IReadOnlyDictionary<string, double> minHitsPerMessage)
    {
        double baseline = MedianHits(completed, plan.Baseline.Name, seam);
        double other = MedianHits(completed, plan.Other.Name, seam);
        bool isKnown = minHitsPerMessage.TryGetValue(seam, out double required);
        // What the engine does once for a whole room it does a fraction of a time for each push.
        required /= ScenarioCatalog.Find(plan.Experiment.Scenario)?.MessagesPerEvent(plan.Experiment.Load) ?? 1;
        string reason = isKnown
            ? Objection(completed, seam, baseline, other, required)
            : $"The catalogue does not say how many hits per message prove that {seam} ran.";
        return new(seam, baseline, other, required, reason.Length == 0, reason);
    }

    private static string Objection(IReadOnlyList<LaunchRecord> completed, string seam, double baseline, double other, double required)
    {
        if (completed.FirstOrDefault(l => !l.HitsPerMessage.ContainsKey(seam)) is { } silent)
        {
            return $"Launch {silent.Id} ({silent.Arm}) did not report how often {seam} ran.";
        }

        // Written so that a hit count that is not a number is an objection, too.
        if (completed.FirstOrDefault(l => !(l.HitsPerMessage[seam] >= required && l.HitsPerMessage[seam] > 0)) is { } idle)
        {
            return $"{seam} ran {Text(idle.HitsPerMessage[seam])} times per message in launch {idle.Id} ({idle.Arm}); "
                + $"{Text(required)} are needed to call it executed by this load.";
        }

        double apart = Math.Abs(baseline - other) / Math.Max(baseline, other);
        if (!(apart <= ArmsApartMax))
        {
            return $"{seam} ran {Text(baseline)} times per message in the baseline and {Text(other)} times in the other arm: "
                + $"{Text(100 * apart)} % apart, at most 10 % are allowed.";
        }

        return "";
    }

    private static double MedianHits(IReadOnlyList<LaunchRecord> completed, string arm, string seam)
    {
        double median = Resolution.Median(completed.Where(l => l.Arm == arm && l.HitsPerMessage.ContainsKey(seam)).Select(l => l.HitsPerMessage[seam]));
        return double.IsNaN(median) ? 0 : median;
    }

    private static string Text(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);
}
