using System.Text;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Lab.Reporting.Html;

/// <summary>Writes the elements of a report; every text passes through one escape. One writer per document.</summary>
internal sealed class HtmlWriter
{
    private readonly StringBuilder _text = new();

    /// <summary>Text that can neither open an element nor end an attribute, without control codes.</summary>
    public static string Escape(string? text) => SvgWriter.Escape(PlainText.Clean(text));

    /// <summary>Markup that is ours.</summary>
    public HtmlWriter Raw(string markup)
    {
        _text.Append(markup).Append('\n');
        return this;
    }

    /// <summary>An element that holds text only.</summary>
    public HtmlWriter Text(string name, string text, string className = "") =>
        Raw($"<{name}{(className.Length > 0 ? $" class=\"{Escape(className)}\"" : "")}>{Escape(text)}</{name}>");

    /// <summary>A list; nothing when there is nothing in it.</summary>
    public HtmlWriter Items(IEnumerable<string> items)
    {
        string[] all = [.. items.Where(i => i.Length > 0)];
        return all.Length == 0 ? this : Raw($"<ul>{string.Concat(all.Select(i => $"<li>{Escape(i)}</li>"))}</ul>");
    }

    /// <summary>Begins a section under a heading.</summary>
    public HtmlWriter Section(string title) => Raw("<section>").Text("h2", title);

    /// <summary>Ends a section.</summary>
    public HtmlWriter End() => Raw("</section>");

    /// <summary>A table in a frame that scrolls by itself, so that a narrow window never scrolls as a whole.</summary>
    public HtmlWriter Table(string caption, IReadOnlyList<ChartColumn> columns, IEnumerable<IReadOnlyList<string>> rows)
    {
        Raw($"<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{Escape(caption)}\"><table><caption>{Escape(caption)}</caption>");
        Raw($"<thead><tr>{string.Concat(columns.Select(c => $"<th scope=\"col\"{Class(c)}>{Escape(c.Name)}</th>"))}</tr></thead><tbody>");
        foreach (IReadOnlyList<string> row in rows)
        {
            Raw($"<tr>{string.Concat(row.Select((cell, i) => i == 0 ? $"<th scope=\"row\">{Escape(cell)}</th>" : $"<td{Class(columns[i])}>{Escape(cell)}</td>"))}</tr>");
        }

        return Raw("</tbody></table></div>");
    }

    /// <summary>A picture and, folded, its table.</summary>
    public HtmlWriter Chart(ChartSpec spec)
    {
        Raw($"<figure><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{Escape(spec.Title)}\">").Raw(SvgChart.Of(spec, hasStyle: false).TrimEnd()).Raw("</div>");
        if (!spec.IsEmpty)
        {
            ChartTable table = ChartTable.Of(spec);
            Raw("<details><summary>The same as a table</summary>").Table($"{spec.Title}, as a table", table.Columns, table.Rows).Raw("</details>");
        }

        return Raw("</figure>");
    }

    public override string ToString() => _text.ToString();

    private static string Class(ChartColumn column) => column.IsNumber ? " class=\"num\"" : "";
}
