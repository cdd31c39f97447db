using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Reporting.Decisions;

namespace PlayHouse.Lab.Runner.History;

/// <summary>What is marked on the line of a history: decisions, steps, other builds. Pure.</summary>
public static class HistoryMarks
{
    private const int CommitShown = 10;

    /// <summary>Decisions about the experiment, and those that changed what the workspace uses.</summary>
    public static IReadOnlyList<DecisionMark> Decisions(IReadOnlyList<StandingDecision> decisions, string experiment)
    {
        ArgumentNullException.ThrowIfNull(decisions);
        return [.. decisions.Where(d => d.Decision.Experiment == experiment || d.AppliedAt is not null).Select(d => new DecisionMark(d.Decision.DecidedAt, $"{d.Decision.Id} {DecisionWords.Of(d.Decision.Choice)}"))];
    }

    /// <summary>Steps of a metric and the first run of each build.</summary>
    public static IReadOnlyList<HistoryMark> Others(HistorySeries series, MetricHistory metric)
    {
        ArgumentNullException.ThrowIfNull(series);
        ArgumentNullException.ThrowIfNull(metric);
        return
        [
            .. metric.Steps.Select(s => new HistoryMark(s.Run.Run.CreatedAt, "level changed", $"{s.Arm} {metric.Shown(s.Before)} → {metric.Shown(s.After)} ({s.Change})")),
            .. Builds(series.Runs),
        ];
    }

    /// <summary>The commit that a run measured; null when it is not recorded.</summary>
    public static string? Commit(RunReport run)
    {
        ArgumentNullException.ThrowIfNull(run);
        string? version = run.Launches.FirstOrDefault(l => l.Fingerprint.Count > 0)?.Fingerprint.GetValueOrDefault(FingerprintKeys.EngineVersion);
        int plus = version?.IndexOf('+', StringComparison.Ordinal) ?? -1;
        return plus < 0 ? null : PlainText.Clean(version![(plus + 1)..Math.Min(version!.Length, plus + 1 + CommitShown)]);
    }

    private static IEnumerable<HistoryMark> Builds(IReadOnlyList<RunReport> runs)
    {
        string? before = null;
        foreach (RunReport run in runs)
        {
            string? commit = Commit(run);
            if (commit is not null && before is not null && commit != before)
            {
                yield return new HistoryMark(run.Run.CreatedAt, "another commit", commit);
            }

            before = commit ?? before;
        }
    }
}
