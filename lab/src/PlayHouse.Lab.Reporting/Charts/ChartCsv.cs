using System.Globalization;
using System.Text;

namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>
/// The table of a chart as CSV (RFC 4180, LF): the cells of <see cref="ChartTable"/> and then the bare numbers with all their digits. A cell
/// that a spreadsheet could take for a formula is preceded by an apostrophe. Pure functions, any thread.
/// </summary>
public static class ChartCsv
{
    /// <summary>The whole document with a header line.</summary>
    public static string Of(ChartSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        ChartTable table = ChartTable.Of(spec);
        StringBuilder text = new();
        Line(text, [.. table.Columns.Select(c => c.Name), "position exact", "value exact", "low exact", "high exact"]);
        int row = 0;
        foreach (ChartDatum datum in spec.Series.SelectMany(s => s.Data))
        {
            Line(text, [.. table.Rows[row++], Exact(datum.At), Exact(datum.Value), Exact(datum.Low), Exact(datum.High)]);
        }

        return text.ToString();
    }

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

    private static string Exact(double value) => double.IsNaN(value) ? "" : value.ToString("R", CultureInfo.InvariantCulture);

    private static void Line(StringBuilder text, IEnumerable<string> cells) => text.AppendJoin(',', cells.Select(Cell)).Append('\n');
}
