using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Proof from the strategies' own counters: the code of the strategy that the arm names counted enough, and the code of no
/// other strategy of the seam counted anything. What a configuration says has no part in it.
/// </summary>
internal static class OwnCodeRule
{
    /// <summary>True when the launch's target had counters of its strategies.</summary>
    public static bool IsCounted(LaunchRecord launch) => launch.StrategyHits.Count > 0;

    /// <summary>Fewest events of a counter per message.</summary>
    public static double Required(StrategyCounter counter, double messagesPerEvent) => counter.MinPerMessage / messagesPerEvent;

    /// <summary>True when something that the strategy's code must count never happened in any of an arm's launches, and no other strategy's code ran.</summary>
    public static bool IsIdle(IReadOnlyList<LaunchRecord> launches, StrategyDescriptor strategy) =>
        launches.Count > 0 && launches.All(IsCounted) && launches.All(l => Stranger(l, strategy) is null)
        && strategy.Counters.Any(c => c.MinPerMessage > 0 && launches.All(l => l.StrategyHits.GetValueOrDefault(c.Name) == 0));

    /// <summary>Why a launch does not prove that the code of <paramref name="strategy"/>, and of no other, ran; null when it does.</summary>
    public static Reason? Objection(LaunchRecord launch, StrategyDescriptor strategy, double messagesPerEvent)
    {
        foreach (StrategyCounter counter in strategy.Counters.Where(c => c.MinPerMessage > 0))
        {
            double hits = launch.StrategyHits.GetValueOrDefault(counter.Name);
            double required = Required(counter, messagesPerEvent);
            // Written so that a count that is not a number is an objection, too.
            if (!(hits >= required && hits > 0))
            {
                return new OwnCodeSilent(strategy.Seam, strategy.Id, counter.Summary, launch.Id, launch.Arm, hits, required);
            }
        }

        return Stranger(launch, strategy) is { } other
            ? new OtherCodeRan(strategy.Seam, strategy.Id, launch.Id, launch.Arm, other, launch.StrategyHits[other])
            : null;
    }

    /// <summary>A counter of another strategy of the seam that has moved; null when there is none.</summary>
    private static string? Stranger(LaunchRecord launch, StrategyDescriptor strategy)
    {
        string seam = $"{StrategyCounter.Prefix}{strategy.Seam}.";
        string own = $"{seam}{strategy.Id}.";
        return launch.StrategyHits.FirstOrDefault(
            h => h.Value > 0 && h.Key.StartsWith(seam, StringComparison.Ordinal) && !h.Key.StartsWith(own, StringComparison.Ordinal)).Key;
    }
}
