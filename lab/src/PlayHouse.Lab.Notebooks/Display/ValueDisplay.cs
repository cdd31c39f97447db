using System.Collections;
using System.Globalization;
using System.Net;
using System.Reflection;
using System.Text;
using Microsoft.Data.Analysis;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Lab.Notebooks.Display;

/// <summary>How any value of a cell is shown. Pure functions, any thread.</summary>
public static class ValueDisplay
{
    /// <summary>Most rows of a list that are shown; the rest is counted.</summary>
    public const int RowsMax = 100;

    private const int UnbrokenMax = 24;

    /// <summary>Most characters of a value without a form of its own.</summary>
    public const int TextMax = 20_000;

    /// <summary>The forms of a value; null for null, which a cell does not show.</summary>
    public static DisplayData? Of(object? value) => value switch
    {
        null => null,
        DisplayData data => data,
        IDisplayable displayable => displayable.ToDisplay(),
        ChartSpec chart => Chart(chart),
        DataFrame frame => Frame(frame),
        string text => new DisplayData(text),
        IEnumerable items when Rows(items) is { } rows => rows,
        _ => new DisplayData(Text(value)),
    };

    /// <summary>The first rows of a frame.</summary>
    public static DisplayData Frame(DataFrame frame)
    {
        ArgumentNullException.ThrowIfNull(frame);
        DisplayData table = Table(
            [.. frame.Columns.Select(c => c.Name)], [.. frame.Rows.Take(RowsMax).Select(r => (IReadOnlyList<string>)[.. r.Select(Text)])]);
        return frame.Rows.Count > RowsMax ? More(table, $"\n… {frame.Rows.Count} rows") : table;
    }

    /// <summary>A chart: the picture, and in words and numbers for readers that draw none.</summary>
    public static DisplayData Chart(ChartSpec chart) =>
        new DisplayData(string.Join('\n', ChartTerminal.Lines(chart))).With(DisplayData.Svg, SvgChart.Of(chart)).With(DisplayData.Markdown, ChartMarkdown.Of(chart));

    /// <summary>A table; cells are texts, never markup.</summary>
    public static DisplayData Table(IReadOnlyList<string> heads, IReadOnlyList<IReadOnlyList<string>> rows)
    {
        ArgumentNullException.ThrowIfNull(heads);
        ArgumentNullException.ThrowIfNull(rows);
        StringBuilder html = new("<table>\n<thead><tr>");
        heads.ToList().ForEach(h => html.Append("<th scope=\"col\">").Append(WebUtility.HtmlEncode(h)).Append("</th>"));
        html.Append("</tr></thead>\n<tbody>\n");
        foreach (IReadOnlyList<string> row in rows)
        {
            html.Append("<tr>");
            row.ToList().ForEach(c => html.Append(Cell(c)));
            html.Append("</tr>\n");
        }

        return new DisplayData(Aligned([heads, .. rows]))
            .With(DisplayData.Html, html.Append("</tbody>\n</table>").ToString())
            .With(DisplayData.Markdown, string.Concat([Row(heads), Row([.. heads.Select(_ => "---")]), .. rows.Select(Row)]));
    }

    // A figure stays next to its unit and a name in one piece: by its class where a page has our style, by its blanks elsewhere.
    private static string Cell(string text) => text.Length <= UnbrokenMax
        ? $"<td class=\"n\">{WebUtility.HtmlEncode(text.Replace(' ', '\u00a0'))}</td>"
        : $"<td>{WebUtility.HtmlEncode(text)}</td>";

    private static string Row(IReadOnlyList<string> cells) => $"| {string.Join(" | ", cells.Select(c => ChartMarkdown.Escape(PlainText.Clean(c))))} |\n";

    /// <summary>Anything in Markdown; a text in a fence where it has no form of that kind.</summary>
    public static string Markdown(object? value) => Of(value) is not { } data ? ""
        : data.Forms.TryGetValue(DisplayData.Markdown, out string? markdown) ? markdown : $"```text\n{data.Plain.TrimEnd()}\n```\n";

    private static DisplayData? Rows(IEnumerable items)
    {
        object?[] taken = [.. items.Cast<object?>().Take(RowsMax + 1)];
        string more = taken.Length > RowsMax ? $"\n… more than {RowsMax} rows" : "";
        object?[] shown = taken[..Math.Min(taken.Length, RowsMax)];
        if (shown.Length == 0)
        {
            return new DisplayData("(empty)");
        }

        PropertyInfo[] columns = shown[0] is { } first && shown.All(s => s?.GetType() == first.GetType()) ? Columns(first.GetType()) : [];
        if (columns.Length == 0)
        {
            return new DisplayData(string.Join('\n', shown.Select(Text)) + more);
        }

        DisplayData table = Table([.. columns.Select(c => c.Name)], [.. shown.Select(s => (IReadOnlyList<string>)[.. columns.Select(c => Text(c.GetValue(s)))])]);
        return more.Length == 0 ? table : More(table, more);
    }

    private static DisplayData More(DisplayData table, string more) => new DisplayData(table.Plain + more)
        .With(DisplayData.Html, table.Forms[DisplayData.Html] + $"<p>{more.Trim()}</p>")
        .With(DisplayData.Markdown, $"{table.Forms[DisplayData.Markdown]}\n{more.Trim()}\n");

    private static PropertyInfo[] Columns(Type type) => type.IsPrimitive || type.IsEnum || type == typeof(string) || type == typeof(decimal) || type == typeof(DateTime)
        || type == typeof(DateTimeOffset) || type == typeof(TimeSpan)
            ? []
            : [.. type.GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(p => p.CanRead && p.GetIndexParameters().Length == 0)];

    private static string Text(object? value)
    {
        string text = value switch
        {
            null => "",
            IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
            _ => value.ToString() ?? "",
        };
        return text.Length <= TextMax ? text : text[..TextMax] + "…";
    }

    private static string Aligned(IReadOnlyList<IReadOnlyList<string>> rows)
    {
        int[] widths = [.. Enumerable.Range(0, rows[0].Count).Select(i => rows.Max(r => PlainText.Columns(PlainText.Clean(r[i]))))];
        return string.Join('\n', rows.Select(r => string.Join("  ", r.Select((cell, i) => PlainText.PadEnd(PlainText.Clean(cell), widths[i]))).TrimEnd()));
    }
}
