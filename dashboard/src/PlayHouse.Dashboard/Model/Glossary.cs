namespace PlayHouse.Dashboard.Model;

/// <summary>A word of the lab.</summary>
/// <param name="Word">The word.</param>
/// <param name="Meaning">What it means, in plain sentences.</param>
public sealed record GlossaryEntry(string Word, string Meaning);

/// <summary>The words a reader meets on these pages.</summary>
public static class Glossary
{
    /// <summary>In the order in which they build on each other.</summary>
    public static IReadOnlyList<GlossaryEntry> All { get; } =
    [
        new("Seam", "A place in the engine that can be built in more than one way, for example how messages wait for a stage."),
        new("Strategy", "One way to build a seam. Every seam has exactly one default."),
        new("Experiment", "A question with two arms, a load and a policy, written down in a file before anything is measured."),
        new("Arm", "One side of an experiment: the baseline, or the candidate that carries the change. The twin is the baseline measured against itself."),
        new("Launch", "One fresh process of the engine and one of the load, measured between two marks."),
        new("Block", "Four launches in random order, baseline-candidate-candidate-baseline or the reverse. Drift of the machine falls on both arms alike."),
        new("Disturbed", "A launch during which something else used the machine. Its block counts: noise that favours no arm only widens the intervals."),
        new("Change", "How far the candidate is from the baseline: a percentage, or a difference in the unit of the metric."),
        new("Interval", "The range in which the true change lies at the level in the head of the column. If it excludes zero, the direction is settled."),
        new("What matters", "The threshold of the policy. BETTER and WORSE in capitals mean that the whole interval is beyond it."),
        new("Significant", "There is no such word here on purpose: a change is judged by its interval against what matters, with the risk of a false alarm fixed before the run."),
        new("Primary, guard, explore", "A primary metric can earn a KEEP, and what is explored never decides. A KEEP needs every other primary metric and every guard shown to be no worse. Next to a gain a guard counts as worse when its interval lies beyond what matters, or when its estimate reaches what matters and stays clear of zero after Holm's correction over the guards; short of that it is open, and the run continues."),
        new("Execution proof", "How often the toggled code ran per message. Without it a run cannot say anything about the change."),
        new("A/A", "The baseline against itself. It shows how large a difference this machine reports where there is none."),
        new("Provisional", "A KEEP or ROLLBACK, however many blocks it has, that waits for the next run of the same question, declared before it starts with plab run --confirms. That run alone confirms or withdraws it."),
        new("Decision", "What a person does about a verdict: keep, roll back or run again. It is recorded with its evidence, never edited, and taken back only by another one."),
        new("Strategies in use", "Where this workspace differs from what is shipped. Experiments that name the preset default mean it; the file strategies.json holds it."),
        new("Step", "A place in a history where the level of a metric changed. The largest difference over all places is compared with what random orders of the same runs give."),
        new("Call site", "The method in which memory is allocated, found by traced launches that are never timed."),
    ];
}
