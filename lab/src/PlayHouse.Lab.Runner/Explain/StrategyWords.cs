using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Explain;

/// <summary>The words about strategies, the same on every surface. Pure.</summary>
internal static class StrategyWords
{
    /// <summary>A knob with its range.</summary>
    public static string Knob(KnobDescriptor knob) =>
        $"{knob.Name} ({knob.Unit}): {Numbers.Count(knob.Min)} .. {Numbers.Count(knob.Max)}, default {Numbers.Count(knob.Default)}. {knob.Summary}";

    /// <summary>What evidence says so far.</summary>
    public static string Status(StrategyStatus status) => status switch
    {
        StrategyStatus.Kept => "kept by a decision",
        StrategyStatus.RolledBack => "rolled back by a decision; still runnable",
        StrategyStatus.HistoricalDefect => "historical defect, runnable on purpose; never a default",
        _ => "candidate: no decision yet",
    };

    /// <summary>Scenarios that run the seam, with the other strategy that some of them need.</summary>
    public static string Scenarios(string seam)
    {
        IEnumerable<string> always = ScenarioCatalog.All.Where(s => s.Seams.Contains(seam)).Select(s => s.Id);
        IEnumerable<string> sometimes = ScenarioCatalog.All
            .SelectMany(s => s.ConditionalSeams.Where(c => c.Seam == seam).Select(c => (c.NeedsSeam, c.NeedsStrategy, s.Id)))
            .GroupBy(c => $"{c.NeedsSeam}: {c.NeedsStrategy}")
            .Select(g => $"with {g.Key}: {string.Join(", ", g.Select(c => c.Id))}");
        string text = string.Join("; ", new[] { string.Join(", ", always) }.Concat(sometimes).Where(t => t.Length > 0));
        return text.Length > 0 ? text : "no scenario of this release";
    }

    /// <summary>What its operations allocate, one line each; one line when none allocates.</summary>
    public static IEnumerable<string> Costs(StrategyDescriptor strategy) => strategy.Bytes.Select(Cost).DefaultIfEmpty("no bytes by itself, once it is warm");

    private static string Cost(ExpectedBytes cost) =>
        $"{Numbers.Plain(cost.PerOperation)} B{(cost.Tolerance > 0 ? $" ± {Numbers.Plain(cost.Tolerance)}" : "")} to {cost.Operation}";

    /// <summary>What one run said.</summary>
    public static string Sentence(SeamEvidence evidence)
    {
        string bytes = evidence.BytesChange is { } change ? $", {Numbers.Signed(change.Change)} B per message {Numbers.Interval(change.Low, change.High)}" : "";
        string together = evidence.SeamsToggled > 1 ? $" together with {evidence.SeamsToggled - 1} more" : "";
        string origin = evidence.IsCommitted ? "in the repository" : "in this store";
        return $"{VerdictWords.Of(evidence.Verdict)}: {evidence.Baseline} → {evidence.Other}{together} in {evidence.Scenario}{bytes} ({evidence.Experiment}, {evidence.RunId}, {origin})";
    }
}
