using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Exporting;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model.Notebooks;

/// <summary>A cell of a notebook, ready to be shown.</summary>
/// <param name="Id">Id of its element on the page.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Number">1 for the first cell with code; null for any other kind.</param>
/// <param name="Source">Its text.</param>
/// <param name="Html">Text as harmless HTML; empty for code.</param>
/// <param name="Outputs">Outputs as harmless HTML.</param>
/// <param name="IsFailed">True when it failed and was not meant to.</param>
public sealed record NotebookCellView(string Id, CellKind Kind, int? Number, string Source, string Html, IReadOnlyList<string> Outputs, bool IsFailed)
{
    private const int FirstLineMax = 80;

    /// <summary>The first line of its text.</summary>
    public string FirstLine => PlainText.CutEnd(PlainText.Clean(Source.TrimStart().Split('\n')[0]), FirstLineMax);
}

/// <summary>A notebook, ready to be shown: nothing of it is markup but what the lab's own library made. Immutable.</summary>
public sealed record NotebookView
{
    private const string IdPrefix = "nb-";

    /// <summary>Its title: the first heading, or the name of the file.</summary>
    public required string Title { get; init; }

    /// <summary>The cells that are shown.</summary>
    public required IReadOnlyList<NotebookCellView> Cells { get; init; }

    /// <summary>Cells beyond the limit.</summary>
    public int CellsLeftOut { get; init; }

    /// <summary>Headings below the title.</summary>
    public required IReadOnlyList<NotebookHeading> Headings { get; init; }

    /// <summary>How far it was executed.</summary>
    public required OutputsState Outputs { get; init; }

    /// <summary>The first cell that failed; null when none did.</summary>
    public NotebookCellView? Failed => Cells.FirstOrDefault(c => c.IsFailed);

    /// <summary>Makes it. Never throws on content.</summary>
    /// <param name="document">The notebook.</param>
    /// <param name="name">Name of its file.</param>
    /// <param name="names">Names of all notebooks: a link to one of them leads to its page.</param>
    /// <param name="cellsMax">Most cells.</param>
    /// <param name="outputMax">Most characters of all outputs.</param>
    public static NotebookView Of(NotebookDocument document, string name, IReadOnlyList<string> names, int cellsMax, int outputMax)
    {
        ArgumentNullException.ThrowIfNull(document);
        HarmlessMarkdown markdown = new()
        {
            IdPrefix = IdPrefix,
            Page = NotebookAddress.PageOf(name),
            IsBelowTitle = true,
            // A file next to the notebook has no address here, and nothing in a notebook may lead into the dashboard's own pages.
            Relative = address => names.Contains(Uri.UnescapeDataString(address), StringComparer.Ordinal) ? NotebookAddress.PageOf(Uri.UnescapeDataString(address)) : null,
        };
        int left = outputMax, number = 0;
        List<NotebookCellView> cells = [];
        List<NotebookHeading> headings = [];
        NotebookCell? first = document.Cells.FirstOrDefault(c => c.Kind == CellKind.Markdown);
        foreach (NotebookCell cell in document.Cells.Take(cellsMax))
        {
            bool isCode = cell.Kind == CellKind.Code && cell.Source.Trim().Length > 0;
            int before = markdown.Headings.Count;
            string html = cell.Kind == CellKind.Markdown ? markdown.Of(cell.Source, hasTitle: cell == first && cell.Source.TrimStart().StartsWith("# ", StringComparison.Ordinal)) : "";
            // What outputs are divided into is no part of the notebook.
            headings.AddRange(markdown.Headings.Skip(before));
            cells.Add(new NotebookCellView(
                $"cell-{cell.Id}", cell.Kind, isCode ? ++number : null, cell.Source, html, isCode ? [.. Shown(cell, markdown, ref left)] : [], isCode && OutputsState.IsFailed(cell)));
        }

        return new NotebookView
        {
            Title = document.Title is { } title ? PlainText.Clean(title) : name,
            Cells = [.. cells.Where(c => c.Number is not null || c.Html.Trim().Length > 0 || (c.Kind == CellKind.Raw && c.Source.Trim().Length > 0))],
            CellsLeftOut = Math.Max(0, document.Cells.Count - cellsMax),
            Headings = headings,
            Outputs = OutputsState.Of(document),
        };
    }

    private static List<string> Shown(NotebookCell cell, HarmlessMarkdown markdown, ref int left)
    {
        List<string> shown = [];
        foreach (JsonObject output in cell.Outputs.OfType<JsonObject>())
        {
            string html = OutputHtml.Of(output, markdown);
            bool fits = html.Length <= left;
            left -= fits ? html.Length : 0;
            if (html.Length > 0)
            {
                shown.Add(fits ? html : $"<p class=\"note\">An output of {Numbers.Count(html.Length)} characters is not shown here. It is in the downloads.</p>");
            }
        }

        return shown;
    }
}
