using System.Text;

namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>A chart as Markdown without its picture: title, question, sentence, table, notes, origin. Pure functions, any thread.</summary>
public static class ChartMarkdown
{
    /// <summary>Rows a page shows; CSV has them all.</summary>
    public const int RowsMax = 100;

    /// <summary>The section, headed at the given level (1 … 6).</summary>
    public static string Of(ChartSpec spec, int level = 3)
    {
        ArgumentNullException.ThrowIfNull(spec);
        StringBuilder text = new();
        Line(text, $"{new string('#', Math.Clamp(level, 1, 6))} {Escape(spec.Title)}\n");
        Line(text, $"*{Escape(spec.Question)}*\n");
        Line(text, Escape(ChartText.Of(spec)));
        if (!spec.IsEmpty)
        {
            Table(text, ChartTable.Of(spec));
        }

        foreach (string line in spec.Notes.Append(ChartWords.Origin(spec.Provenance)).Where(l => l.Length > 0).Select((l, i) => i == 0 ? $"\n- {Escape(l)}" : $"- {Escape(l)}"))
        {
            Line(text, line);
        }

        return text.ToString();
    }

    /// <summary>Text that cannot end a cell, open a tag, a link or an emphasis.</summary>
    public static string Escape(string text)
    {
        StringBuilder escaped = new(text.Length);
        foreach (char c in text)
        {
            escaped.Append(c switch
            {
                '<' => "&lt;",
                '&' => "&amp;",
                '\\' or '|' or '*' or '`' or '_' or '[' or ']' or '~' or '#' => $"\\{c}",
                _ => c.ToString(),
            });
        }

        return escaped.ToString();
    }

    private static void Table(StringBuilder text, ChartTable table)
    {
        Line(text, $"\n| {string.Join(" | ", table.Columns.Select(c => Escape(c.Name)))} |");
        Line(text, $"|{string.Concat(table.Columns.Select(c => c.IsNumber ? "--:|" : "---|"))}");
        foreach (IReadOnlyList<string> row in table.Rows.Take(RowsMax))
        {
            Line(text, $"| {string.Join(" | ", row.Select(Escape))} |");
        }

        if (table.Rows.Count > RowsMax)
        {
            Line(text, $"\n{Numbers.Counted(table.Rows.Count - RowsMax, "more row is", "more rows are")} not shown; the CSV has them.");
        }
    }

    private static void Line(StringBuilder text, string line) => text.Append(line).Append('\n');
}
