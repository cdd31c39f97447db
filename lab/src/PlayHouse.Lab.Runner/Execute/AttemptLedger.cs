using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Counts the attempts at blocks that do not count: a reader must see how often a block was drawn again, and for which arm. Pure.</summary>
internal static class AttemptLedger
{
    /// <summary>By kind, the most frequent first; empty when each block counted at once.</summary>
    public static IReadOnlyList<UncountedAttempts> Uncounted(RunPlan plan, IReadOnlyList<LaunchRecord> launches, IReadOnlyList<BlockResult> blocks)
    {
        Dictionary<(int, int), BlockOutcome> outcomes = blocks.ToDictionary(b => (b.Block, b.Attempt), b => b.Outcome);
        return
        [
            .. launches.Where(l => l.Kind == LaunchKind.Timed)
                .GroupBy(l => (l.Block, l.Attempt))
                .Select(g => (Kind: KindOf(outcomes.TryGetValue(g.Key, out BlockOutcome o) ? o : null), Launches: g.ToArray()))
                .Where(a => a.Kind is not null)
                .GroupBy(a => a.Kind!)
                .Select(g => new UncountedAttempts(
                    g.Key, g.Count(), g.Sum(a => a.Launches.Count(l => l.Arm == plan.Baseline.Name)), g.Sum(a => a.Launches.Count(l => l.Arm == plan.Other.Name))))
                .OrderByDescending(u => u.Attempts).ThenBy(u => u.Kind, StringComparer.Ordinal),
        ];
    }

    private static string? KindOf(BlockOutcome? outcome) => outcome switch
    {
        BlockOutcome.Accepted => null,
        BlockOutcome.Contaminated => "repeated",
        BlockOutcome.Failed => "failed",
        _ => "cut-off",
    };
}
