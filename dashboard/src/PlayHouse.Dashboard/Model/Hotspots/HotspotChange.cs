using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Differences;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Model.Hotspots;

/// <summary>What a page shows of the change between two arms. Pure.</summary>
internal static class HotspotChange
{
    private const string WindowUnit = "B per traced launch";

    /// <summary>True when the trees of a difference keep frames of the framework.</summary>
    public static bool KeepsFramework(HotspotQuery query) => query.Framework != FrameworkFrames.Fold;

    /// <summary>The change per message, as <c>plab diff --by tree</c> says it.</summary>
    public static HotspotScene PerMessage(ArmsDifference difference)
    {
        ArgumentNullException.ThrowIfNull(difference);
        string[] head =
        [
            $"{difference.Baseline} → {difference.Other}: bytes per message, 95 % intervals.",
            .. difference.IsInterleaved ? [] : (string[])[DifferenceText.NotInterleaved],
            .. difference.Notes,
            .. DifferenceWords.Headlines(difference).Select(h => char.ToUpperInvariant(h[0]) + h[1..]),
            .. difference.Sites.LeftOut.Select(l => $"Left out: {l}"),
        ];
        return difference.Tree is { } tree
            ? new HotspotScene { Head = head, Flame = DifferenceFlame.Of(tree) }
            : new HotspotScene { Head = head, Problems = [$"No tree: {difference.NoTreeReason}"] };
    }

    /// <summary>The change of the bytes in a traced launch, whatever work it did.</summary>
    public static HotspotScene PerWindow(IReadOnlyList<AllocationStacks> windows, string baseline, string other, RoleMap roles, bool keepsFramework)
    {
        StackComparison tree = StackComparer.Compare(Raw(windows, baseline), Raw(windows, other), roles, keepsFramework);
        string[] head =
        [
            $"{baseline} → {VerdictWords.Arm(other)}: bytes of a traced launch as they are, 95 % intervals. The launches handled different numbers of messages: this is not what a message costs.",
        ];
        return tree.Nodes.Count > 0
            ? new HotspotScene { Head = head, Flame = DifferenceFlame.Of(tree, WindowUnit) }
            : new HotspotScene { Head = head, Problems = ["Both arms need a usable trace."] };
    }

    // A launch as one unit of work: what is divided by it stays as it is.
    private static AllocationStacks[] Raw(IReadOnlyList<AllocationStacks> windows, string arm) =>
        [.. windows.Where(w => w.Arm == arm).Select(w => w with { Messages = 1 })];
}
