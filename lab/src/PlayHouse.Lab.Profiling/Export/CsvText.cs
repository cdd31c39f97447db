using System.Globalization;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>Lines of comma-separated values (RFC 4180) that a spreadsheet shows and never runs. Pure.</summary>
public static class CsvText
{
    /// <summary>A text cell: quoted where needed, and one that a spreadsheet would take for a formula gets an apostrophe in front.</summary>
    /// <param name="text">The text.</param>
    public static string Cell(string? text)
    {
        if (string.IsNullOrEmpty(text))
            return "";
        string safe = text.TrimStart(' ', '\t', '\r', '\n') is [('=' or '+' or '-' or '@'), ..] || text[0] is '\t' or '\r' ? "'" + text : text;
        return safe.AsSpan().IndexOfAny(",\"\r\n\t") < 0 && safe[0] != ' ' ? safe : "\"" + safe.Replace("\"", "\"\"", StringComparison.Ordinal) + "\"";
    }

    /// <summary>A number that reads back as itself; empty for what is not a number.</summary>
    /// <param name="value">The number.</param>
    public static string Cell(double value) => double.IsFinite(value) ? value.ToString("R", CultureInfo.InvariantCulture) : "";

    /// <summary>A whole number.</summary>
    /// <param name="value">The number.</param>
    public static string Cell(int value) => value.ToString(CultureInfo.InvariantCulture);

    /// <summary>Cells that are ready, as a line with its end.</summary>
    /// <param name="cells">Results of <c>Cell</c>.</param>
    public static string Line(params ReadOnlySpan<string> cells)
    {
        return string.Join(',', cells) + "\r\n";
    }
}
