using System.Globalization;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Launches;

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
    public static string? Objection(LaunchRecord launch, StrategyDescriptor strategy, double messagesPerEvent)
    {
        foreach (StrategyCounter counter in strategy.Counters.Where(c => c.MinPerMessage > 0))
        {
            double hits = launch.StrategyHits.GetValueOrDefault(counter.Name);
            double required = Required(counter, messagesPerEvent);
            // Written so that a count that is not a number is an objection, too.
            if (!(hits >= required && hits > 0))
            {
                return $"{strategy.Seam}: the code of {strategy.Id} counted {Text(hits)} {counter.Summary} per message in launch {launch.Id} "
                    + $"({launch.Arm}); {Text(required)} are needed to say that it ran under this load.";
            }
        }

        return Stranger(launch, strategy) is { } other
            ? $"{strategy.Seam}: launch {launch.Id} ({launch.Arm}) names {strategy.Id}, and the code behind {other} ran {Text(launch.StrategyHits[other])} times per message."
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

    private static string Text(double value) => value.ToString("0.####", CultureInfo.InvariantCulture);
}
