namespace PlayHouse.Lab.Reporting;

/// <summary>One line of a difference.</summary>
/// <param name="Sign">+ for a new line, - for one that goes, a blank for one that stays.</param>
/// <param name="Text">The line.</param>
public sealed record DiffLine(char Sign, string Text)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Sign} {Text}".TrimEnd();
}

/// <summary>The difference of two short texts, line by line. Pure functions, any thread.</summary>
public static class TextDiff
{
    /// <summary>Most lines of a text that are compared; the rest is cut.</summary>
    public const int LinesMax = 400;

    /// <summary>Every line of both texts, in order; the fewest lines that go and come.</summary>
    public static IReadOnlyList<DiffLine> Lines(string before, string after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        string[] old = Split(before), now = Split(after);
        int[,] common = Common(old, now);
        List<DiffLine> lines = [];
        int i = 0, j = 0;
        while (i < old.Length || j < now.Length)
        {
            if (i < old.Length && j < now.Length && old[i] == now[j])
            {
                lines.Add(new DiffLine(' ', PlainText.Clean(old[i++])));
                j++;
            }
            else if (j == now.Length || (i < old.Length && common[i + 1, j] >= common[i, j + 1]))
            {
                lines.Add(new DiffLine('-', PlainText.Clean(old[i++])));
            }
            else
            {
                lines.Add(new DiffLine('+', PlainText.Clean(now[j++])));
            }
        }

        return lines;
    }

    private static string[] Split(string text) => text.Length == 0 ? [] : [.. text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n').Take(LinesMax)];

    /// <summary>Length of the longest common part of what follows each pair of lines.</summary>
    private static int[,] Common(string[] old, string[] now)
    {
        int[,] common = new int[old.Length + 1, now.Length + 1];
        for (int i = old.Length - 1; i >= 0; i--)
        {
            for (int j = now.Length - 1; j >= 0; j--)
            {
                common[i, j] = old[i] == now[j] ? common[i + 1, j + 1] + 1 : Math.Max(common[i + 1, j], common[i, j + 1]);
            }
        }

        return common;
    }
}
