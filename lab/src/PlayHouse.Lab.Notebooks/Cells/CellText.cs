using System.Text.RegularExpressions;
using PlayHouse.Lab.Notebooks.Commands;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>What the lines of a cell ask for that is not C#. Pure functions, any thread.</summary>
internal static partial class CellText
{
    private const string Packages =
        "packages are not downloaded by notebooks: a result must not depend on what a registry holds that day. Reference a file: #r \"path/to/library.dll\".";

    /// <summary>Why a cell is not run, and the line; null for one that is.</summary>
    public static string? Refusal(string source, out int line)
    {
        string[] lines = source.Split('\n');
        for (line = 1; line <= lines.Length; line++)
        {
            if ((NuGet().IsMatch(lines[line - 1]) ? Packages : LabDirectives.Problem(lines[line - 1])) is { } problem)
            {
                return problem;
            }
        }

        return null;
    }

    /// <summary>The cell with an empty line where it imports the lab, which is known here already.</summary>
    public static string WithoutImport(string source) => ImportLine().Replace(source, "");

    /// <summary>The C# of a cell alone: an empty line for every directive, so that every line keeps its number.</summary>
    public static string CSharp(string source) => Directive().Replace(source, "");

    [GeneratedRegex("^\\s*#(r|i)\\s+\"nuget:", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex NuGet();

    [GeneratedRegex("^#!import +\"?([^\"\\r\\n]*/)?lab\\.dib\"?[ \\t]*$", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex ImportLine();

    [GeneratedRegex("^#!.*$", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex Directive();
}
