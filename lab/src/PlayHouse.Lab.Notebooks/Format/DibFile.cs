using System.Text;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>
/// Plain-text notebooks: cells behind lines <c>#!csharp</c> and <c>#!markdown</c>, as .NET Interactive wrote them. There is no place for
/// ids, outputs and tags; ids are made from the place of a cell, so that two readings give the same ones.
/// </summary>
public static class DibFile
{
    private static readonly Dictionary<string, CellKind> Separators = new(StringComparer.Ordinal)
    {
        ["#!csharp"] = CellKind.Code, ["#!c#"] = CellKind.Code, ["#!markdown"] = CellKind.Markdown, ["#!raw"] = CellKind.Raw,
    };

    private static readonly string[] Others = ["#!fsharp", "#!pwsh", "#!javascript", "#!html", "#!mermaid", "#!sql", "#!kql", "#!python", "#!r"];

    /// <summary>Reads a file's text. Throws <see cref="NotebookFormatException"/> for a cell of another language.</summary>
    public static NotebookDocument Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        NotebookDocument document = new();
        CellKind kind = CellKind.Code;
        StringBuilder source = new();
        bool isMeta = false;
        int number = 0;
        foreach (string line in text.ReplaceLineEndings("\n").Split('\n'))
        {
            number++;
            string trimmed = line.TrimEnd();
            if (Others.Contains(trimmed, StringComparer.Ordinal))
            {
                throw new NotebookFormatException($"line {number}: '{trimmed}': cells are C# and Markdown here.");
            }

            if (trimmed == "#!meta" || Separators.ContainsKey(trimmed))
            {
                Close(document, kind, source, isMeta);
                isMeta = trimmed == "#!meta";
                kind = isMeta ? kind : Separators[trimmed];
                continue;
            }

            source.Append(line).Append('\n');
        }

        Close(document, kind, source, isMeta);
        return document;
    }

    /// <summary>The file's text.</summary>
    /// <exception cref="NotebookFormatException">A cell has a line that would end it.</exception>
    public static string Write(NotebookDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        StringBuilder text = new();
        foreach (NotebookCell cell in document.Cells)
        {
            if (cell.Source.Split('\n').FirstOrDefault(l => Separators.ContainsKey(l.TrimEnd()) || l.TrimEnd() == "#!meta") is { } line)
            {
                throw new NotebookFormatException($"cell '{cell.Id}' has the line '{line.TrimEnd()}', which ends a cell in this format; keep it as .ipynb.");
            }

            text.Append(text.Length == 0 ? "" : "\n").Append(cell.Kind switch { CellKind.Code => "#!csharp", CellKind.Markdown => "#!markdown", _ => "#!raw" })
                .Append("\n\n").Append(cell.Source.Trim('\n')).Append('\n');
        }

        return text.ToString();
    }

    private static void Close(NotebookDocument document, CellKind kind, StringBuilder source, bool isMeta)
    {
        string text = source.ToString().Trim('\n');
        source.Clear();
        if (!isMeta && text.Trim().Length > 0)
        {
            document.Cells.Add(new NotebookCell($"cell-{document.Cells.Count + 1}", kind, text) { Metadata = kind == CellKind.Code ? NotebookMetadata.CodeCell() : [] });
        }
    }
}
