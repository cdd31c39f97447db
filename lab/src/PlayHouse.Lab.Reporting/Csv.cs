using System.Globalization;
using System.Text;

namespace PlayHouse.Lab.Reporting;

/// <summary>
/// Comma-separated values (RFC 4180, LF). A cell that a spreadsheet could take for a formula is preceded by an apostrophe. Pure functions,
/// any thread.
/// </summary>
public static class Csv
{
    /// <summary>A document with a header line.</summary>
    public static string Of(IReadOnlyList<string> heads, IEnumerable<IEnumerable<string>> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        StringBuilder text = new();
        Line(text, heads);
        foreach (IEnumerable<string> row in rows)
        {
            Line(text, row);
        }

        return text.ToString();
    }

    /// <summary>Writes one line.</summary>
    internal static void Line(StringBuilder text, IEnumerable<string> cells) => text.AppendJoin(',', cells.Select(Cell)).Append('\n');

    /// <summary>One cell: neutral for spreadsheets and quoted where it has to be.</summary>
    internal static string Cell(string text)
    {
        string neutral = IsFormula(text) ? "'" + text : text;
        return neutral.AsSpan().IndexOfAny(",\"\n\r;") < 0 ? neutral : $"\"{neutral.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }

    // A signed number begins like a formula and is none; full-width signs count as signs in some programs.
    private static bool IsFormula(string text) =>
        text.TrimStart() is { Length: > 0 } start && "=+-@|%＝＋－＠".Contains(start[0], StringComparison.Ordinal) && !IsNumber(start);

    private static bool IsNumber(string text)
    {
        string bare = text.EndsWith(" %", StringComparison.Ordinal) ? text[..^2] : text;
        return bare == "-∞" || double.TryParse(bare, NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out double value) && double.IsFinite(value);
    }
}
