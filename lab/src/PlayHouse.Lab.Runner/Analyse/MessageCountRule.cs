using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Holds the engine's own count of messages, by which everything per message is divided, against the replies that the load counted.
/// They may differ by what is under way at the two marks, and by what falls between the marks of the one and of the other. Pure.
/// </summary>
internal static class MessageCountRule
{
    /// <summary>The finding with its largest difference; null when the counts agree.</summary>
    public static MessagesMiscounted? Find(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
    {
        double inFlight = (double)plan.Experiment.Load.Connections * plan.Experiment.Load.Depth;
        (LaunchRecord Launch, double Counted, double Expected)[] off =
        [
            .. completed.Where(l => l is { Begin: not null, End: not null, Load.WindowSeconds: > 0 })
                .Select(l => (Launch: l, Counted: LaunchMetrics.Messages(l.Begin!, l.End!), Replies: RepliesOf(l)))
                .Select(x => (x.Launch, x.Counted, x.Replies.Expected, Allowed: inFlight + x.Replies.Outside))
                .Where(x => Math.Abs(x.Counted - x.Expected) > x.Allowed)
                .OrderByDescending(x => Math.Abs(x.Counted - x.Expected) / x.Allowed)
                .Select(x => (x.Launch, x.Counted, x.Expected)),
        ];
        return off.Length == 0 ? null : new(off.Length, completed.Count, off[0].Launch.Id, off[0].Counted, off[0].Expected);
    }

    /// <summary>Replies between the marks, and how many of them the load did not see itself.</summary>
    private static (double Expected, double Outside) RepliesOf(LaunchRecord launch)
    {
        if (launch.Slices.Count > 0)
        {
            // Every message between the marks of a pair belongs to one of the arm's turns.
            return (launch.Slices.Sum(s => s.Messages), 0);
        }

        double seconds = LaunchMetrics.Seconds(launch.Begin!, launch.End!);
        LoadResult load = launch.Load!;
        return (load.AchievedRate * seconds, load.AchievedRate * Math.Abs(seconds - load.WindowSeconds));
    }
}
