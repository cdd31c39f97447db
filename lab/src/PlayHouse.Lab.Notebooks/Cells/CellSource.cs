using System.Text.RegularExpressions;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>From the text of a cell to C#: magics become calls on their line, so that every line keeps its number. Pure functions, any thread.</summary>
internal static partial class CellSource
{
    /// <summary>The C#, or null with the line and what is wrong.</summary>
    public static string? ToCSharp(string source, out int line, out string problem)
    {
        string[] lines = source.ReplaceLineEndings("\n").Split('\n');
        (line, problem) = (0, "");
        for (int i = 0; i < lines.Length; i++)
        {
            string text = lines[i].Trim();
            if (NuGet().IsMatch(text))
            {
                (line, problem) = (i + 1, "packages are not downloaded by notebooks: a result must not depend on what a registry holds that day. Reference a file: #r \"path/to/library.dll\".");
                return null;
            }

            if (!text.StartsWith("#!", StringComparison.Ordinal))
            {
                continue;
            }

            string? call = Magics.ToCall(text, out problem);
            if (call is null)
            {
                line = i + 1;
                return null;
            }

            lines[i] = call;
        }

        return string.Join('\n', lines);
    }

    [GeneratedRegex("^#(r|i)\\s+\"nuget:", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex NuGet();
}
