using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Model.Runs;

/// <summary>One attempt at a block and whether it counts.</summary>
/// <param name="Block">Index of the block.</param>
/// <param name="Attempt">Attempt at it.</param>
/// <param name="IsAccepted">True when it counts.</param>
public readonly record struct BlockAttempt(int Block, int Attempt, bool IsAccepted);

/// <summary>
/// The timed launches of a run that count: those every figure of an arm rests on, in tables, charts, histories and comparisons alike.
/// Pure functions, any thread.
/// </summary>
public static class AcceptedLaunches
{
    /// <summary>
    /// Completed timed launches of the accepted attempt at each block, in the order in which they started. While a run has no verdict,
    /// those of a block under way stand for it; a run of which no attempts are known shows the last attempt at each block.
    /// </summary>
    /// <param name="report">The run.</param>
    public static IReadOnlyList<LaunchRecord> Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        LaunchRecord[] timed = [.. report.Launches.Where(l => l.Kind == LaunchKind.Timed)];
        Dictionary<int, int> attempts = timed.GroupBy(l => l.Block).ToDictionary(g => g.Key, g => g.Max(l => l.Attempt));
        if (report.Attempts is { } known)
        {
            Choose(attempts, known, hasEnded: report.Verdict is not null);
        }

        return
        [
            .. timed.Where(l => l.State == LaunchState.Completed && attempts.TryGetValue(l.Block, out int attempt) && attempt == l.Attempt)
                .OrderBy(l => l.StartedAt).ThenBy(l => l.Id, StringComparer.Ordinal),
        ];
    }

    /// <summary>Those of one arm.</summary>
    /// <param name="report">The run.</param>
    /// <param name="arm">Arm name.</param>
    public static IReadOnlyList<LaunchRecord> Of(RunReport report, string arm) => [.. Of(report).Where(l => l.Arm == arm)];

    private static void Choose(Dictionary<int, int> attempts, IReadOnlyList<BlockAttempt> known, bool hasEnded)
    {
        Dictionary<int, int> accepted = known.Where(a => a.IsAccepted).GroupBy(a => a.Block).ToDictionary(g => g.Key, g => g.Min(a => a.Attempt));
        HashSet<(int, int)> refused = [.. known.Where(a => !a.IsAccepted).Select(a => (a.Block, a.Attempt))];
        foreach (int block in attempts.Keys.ToArray())
        {
            if (accepted.TryGetValue(block, out int attempt))
            {
                attempts[block] = attempt;
            }
            else if (hasEnded || refused.Contains((block, attempts[block])))
            {
                attempts.Remove(block);
            }
        }
    }
}
