namespace PlayHouse.Dashboard.Model;

/// <summary>A line of a comparison of two texts.</summary>
/// <param name="Sign">'+' only in the new text, '-' only in the old one, ' ' in both.</param>
/// <param name="Text">The line.</param>
public sealed record DiffLine(char Sign, string Text);

/// <summary>Which lines of a small file change. Pure.</summary>
public static class TextDiff
{
    private const int LinesMax = 400;

    /// <summary>The lines of both texts in order; a text beyond the limit is cut.</summary>
    public static IReadOnlyList<DiffLine> Of(string before, string after)
    {
        string[] a = Lines(before), b = Lines(after);
        // Length of the longest common part of what is left from (i, j) on.
        int[,] common = new int[a.Length + 1, b.Length + 1];
        for (int i = a.Length - 1; i >= 0; i--)
        {
            for (int j = b.Length - 1; j >= 0; j--)
            {
                common[i, j] = a[i] == b[j] ? common[i + 1, j + 1] + 1 : Math.Max(common[i + 1, j], common[i, j + 1]);
            }
        }

        List<DiffLine> lines = [];
        for (int i = 0, j = 0; i < a.Length || j < b.Length;)
        {
            if (i < a.Length && j < b.Length && a[i] == b[j])
            {
                lines.Add(new DiffLine(' ', a[i]));
                i++;
                j++;
            }
            else if (i < a.Length && (j == b.Length || common[i + 1, j] >= common[i, j + 1]))
            {
                lines.Add(new DiffLine('-', a[i++]));
            }
            else
            {
                lines.Add(new DiffLine('+', b[j++]));
            }
        }

        return lines;
    }

    private static string[] Lines(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return [.. text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n').Take(LinesMax)];
    }
}
