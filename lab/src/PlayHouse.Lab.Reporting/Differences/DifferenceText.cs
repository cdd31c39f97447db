using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Differences;

/// <summary>What a difference is shown by.</summary>
public enum DifferenceView
{
    /// <summary>A table of sites.</summary>
    Sites,

    /// <summary>The call tree.</summary>
    Tree,

    /// <summary>The sum from arm to arm.</summary>
    Waterfall,
}

/// <summary>Where two arms allocate differently, as text. Pure functions, any thread.</summary>
public static class DifferenceText
{
    internal const string NotInterleaved =
        "NOT INTERLEAVED: these launches did not run in the same blocks. The drift of the machine is inside every difference.";

    /// <summary>Lines of at most <paramref name="width"/> columns.</summary>
    /// <param name="difference">The difference.</param>
    /// <param name="view">What it is shown by.</param>
    /// <param name="top">Rows at most.</param>
    /// <param name="hasDetect">True to show what each of the largest sites would need.</param>
    /// <param name="width">Columns.</param>
    public static string Of(ArmsDifference difference, DifferenceView view, int top, bool hasDetect, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(difference);
        List<string> lines =
        [
            .. PlainText.Wrap($"{difference.Baseline} → {difference.Other}: bytes per message, 95 % intervals", width),
            .. difference.IsInterleaved ? [] : PlainText.Wrap(NotInterleaved, width),
            .. difference.Notes.SelectMany(n => PlainText.Wrap(n, width, "  - ")),
            "",
            .. DifferenceWords.Headlines(difference).SelectMany(h => PlainText.Wrap(h, width)),
            "",
            .. view switch
            {
                DifferenceView.Tree => TreeText.Lines(difference, top, width),
                DifferenceView.Waterfall => WaterfallText.Lines(difference, top, width),
                _ => SiteTableText.Lines(difference, top, width),
            },
        ];
        if (hasDetect)
        {
            lines.AddRange(["", .. NeedText.Lines(difference, width)]);
        }

        lines.AddRange(["", .. CoverageLines(difference, width)]);
        lines.AddRange(difference.Sites.LeftOut.SelectMany(l => PlainText.Wrap(l, width, "left out: ")));
        while (lines[^1].Length == 0)
        {
            lines.RemoveAt(lines.Count - 1);
        }

        return string.Join('\n', lines) + "\n";
    }

    private static IEnumerable<string> CoverageLines(ArmsDifference difference, int width) =>
        DifferenceWords.Covered(difference).SelectMany(c => PlainText.Wrap(DifferenceWords.Coverage(c), width));
}
