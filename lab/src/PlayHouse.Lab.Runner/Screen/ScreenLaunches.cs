using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Screens;

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
    /// <summary>Attempts at a launch before its place in the design stays empty.</summary>
    public const int AttemptsMax = 2;

    /// <summary>Of each block the launches of its last attempt that completed, in slot order.</summary>
    public static IReadOnlyList<ScreenLaunch> Counting(ScreenPlan screen, IReadOnlyList<LaunchRecord> launches) =>
    [
        .. launches.Where(l => l.Kind == LaunchKind.Timed && l.Block < screen.Blocks.Count && l.Slot < screen.Blocks[l.Block].Cells.Count)
            .GroupBy(l => l.Block).OrderBy(g => g.Key)
            .SelectMany(g => LastAttempt(g).Where(l => l.State == LaunchState.Completed).DistinctBy(l => l.Slot).OrderBy(l => l.Slot))
            .Select(l => new ScreenLaunch(l.Block, screen.Blocks[l.Block].Stage, screen.Blocks[l.Block].Cells[l.Slot], l)),
    ];

    /// <summary>True when every place of a block has a completed launch, or failed as often as it may, in one attempt.</summary>
    public static bool IsDone(ScreenPlan screen, int block, IReadOnlyList<LaunchRecord> launches)
    {
        LaunchRecord[] last = [.. LastAttempt(launches)];
        return Enumerable.Range(0, screen.Blocks[block].Cells.Count).All(slot =>
            last.Any(l => l.Slot == slot && l.State == LaunchState.Completed)
            || last.Count(l => l.Slot == slot && l.State == LaunchState.Failed) >= AttemptsMax);
    }

    private static IEnumerable<LaunchRecord> LastAttempt(IEnumerable<LaunchRecord> ofBlock)
    {
        LaunchRecord[] all = [.. ofBlock];
        int last = all.Select(l => l.Attempt).DefaultIfEmpty(0).Max();
        return all.Where(l => l.Attempt == last);
    }
}
