using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>A completed launch with its place in the design.</summary>
/// <param name="Block">Block index.</param>
/// <param name="Stage">Stage of the block.</param>
/// <param name="Cell">Combination.</param>
/// <param name="Record">The launch.</param>
internal sealed record ScreenLaunch(int Block, ScreenStage Stage, int Cell, LaunchRecord Record);

/// <summary>Which stored launches of a screen count. Pure.</summary>
internal static class ScreenLaunches
{
    /// <summary>Attempts at a block; the second goes without the launches that failed by themselves.</summary>
    public const int AttemptsMax = 2;

    /// <summary>Of each block the launches of its last attempt that completed, in slot order.</summary>
    public static IReadOnlyList<ScreenLaunch> Counting(ScreenPlan screen, IReadOnlyList<LaunchRecord> launches) =>
    [
        .. launches.Where(l => l.Kind == LaunchKind.Timed && l.Block < screen.Blocks.Count && l.Slot < screen.Blocks[l.Block].Cells.Count)
            .GroupBy(l => l.Block).OrderBy(g => g.Key)
            .SelectMany(g => LastAttempt(g).Where(l => l.State == LaunchState.Completed).DistinctBy(l => l.Slot).OrderBy(l => l.Slot))
            .Select(l => new ScreenLaunch(l.Block, screen.Blocks[l.Block].Stage, screen.Blocks[l.Block].Cells[l.Slot], l)),
    ];

    /// <summary>True when the launches of an attempt completed, but for those that failed by themselves, or when nothing is left to be tried.</summary>
    public static bool IsDone(ScreenPlan screen, int block, IReadOnlyList<LaunchRecord> launches)
    {
        int failed = launches.Where(FailedItself).Select(l => l.Slot).Distinct().Count();
        return LastAttempt(launches).Count(l => l.State == LaunchState.Completed) == screen.Blocks[block].Cells.Count - failed
            || launches.Where(l => l.State == LaunchState.Failed).Select(l => l.Attempt).Distinct().Count() >= AttemptsMax;
    }

    /// <summary>True for a launch that failed, and not because another that was alive with it did.</summary>
    public static bool FailedItself(LaunchRecord launch) => launch.State == LaunchState.Failed && launch.FailureCode != HardFailureRule.PartnerCode;

    private static IEnumerable<LaunchRecord> LastAttempt(IEnumerable<LaunchRecord> ofBlock)
    {
        LaunchRecord[] all = [.. ofBlock];
        int last = all.Select(l => l.Attempt).DefaultIfEmpty(0).Max();
        return all.Where(l => l.Attempt == last);
    }
}
