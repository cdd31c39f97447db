using PlayHouse.Lab.Reporting.Flames;
namespace PlayHouse.Dashboard.Model.Flames;

/// <summary>A row of the tree that says what the picture says.</summary>
/// <param name="Frame">Index of its frame.</param>
/// <param name="Level">Level from 1.</param>
/// <param name="Position">Place among its siblings from 1.</param>
/// <param name="Siblings">How many they are.</param>
/// <param name="IsExpanded">Whether its callees follow; null without any.</param>
public sealed record FlameRow(int Frame, int Level, int Position, int Siblings, bool? IsExpanded);

/// <summary>The rows of a tree that is opened step by step. Pure apart from the set it is given.</summary>
internal static class FlameRows
{
    /// <summary>Most rows at a time.</summary>
    public const int RowsMax = 1_000;

    /// <summary>The rows in order, at most so many.</summary>
    /// <param name="payload">The picture.</param>
    /// <param name="expanded">Frames whose callees are shown.</param>
    /// <param name="hasVanished">Whether vanished paths are.</param>
    /// <param name="rowsMax">Most rows.</param>
    public static IReadOnlyList<FlameRow> Of(FlamePayload payload, IReadOnlySet<int> expanded, bool hasVanished, int rowsMax = RowsMax)
    {
        var rows = new List<FlameRow>();
        if (payload.Frames.Count == 0)
        {
            return rows;
        }

        var open = new Stack<FlameRow>([new FlameRow(0, 1, 1, 1, null)]);
        while (rows.Count < rowsMax && open.TryPop(out FlameRow? row))
        {
            List<int> children = Children(payload, row.Frame, hasVanished);
            bool isExpanded = children.Count > 0 && expanded.Contains(row.Frame);
            rows.Add(row with { IsExpanded = children.Count == 0 ? null : isExpanded });
            for (int i = children.Count - 1; isExpanded && i >= 0; i--)
            {
                open.Push(new FlameRow(children[i], row.Level + 1, i + 1, children.Count, null));
            }
        }

        return rows;
    }

    /// <summary>Opens a frame, and those below it as long as there is no choice.</summary>
    public static void Open(FlamePayload payload, ISet<int> expanded, int frame, bool hasVanished)
    {
        for (int at = frame; ;)
        {
            expanded.Add(at);
            if (Children(payload, at, hasVanished) is not [int only])
            {
                return;
            }

            at = only;
        }
    }

    /// <summary>Opens everything above a frame, so that its row is there.</summary>
    public static void Reveal(FlamePayload payload, ISet<int> expanded, int frame)
    {
        foreach (int above in payload.WayTo(frame).SkipLast(1))
        {
            expanded.Add(above);
        }
    }

    private static List<int> Children(FlamePayload payload, int frame, bool hasVanished)
    {
        var children = new List<int>();
        for (int at = frame + 1; at < payload.EndOf(frame); at = payload.EndOf(at))
        {
            if (payload.IsShown(at, hasVanished))
            {
                children.Add(at);
            }
        }

        return children;
    }
}
