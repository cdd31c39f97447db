using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>
/// Files of Jupyter, nbformat 4.5 (https://nbformat.readthedocs.io/en/latest/format_description.html). Written as Jupyter writes them,
/// one blank of indentation and keys in a fixed order, so that a change of one cell is a small difference. Older 4.x files are read; ids that they lack are made from their place.
/// </summary>
public static class IpynbFile
{
    /// <summary>Most cells that are read.</summary>
    public const int CellsMax = 10_000;

    private static readonly JsonSerializerOptions Form = new()
    {
        WriteIndented = true, IndentSize = 1, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    // Two values of one name are met when it is asked for, in the middle of a page.
    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    /// <summary>Reads a file's text. Throws <see cref="NotebookFormatException"/>.</summary>
    public static NotebookDocument Parse(string text)
    {
        JsonObject root = Root(text);
        if (Number(root, "nbformat") != 4)
        {
            throw new NotebookFormatException($"'nbformat' is {root["nbformat"]?.ToJsonString() ?? "missing"}; this reads 4.");
        }

        if (root["cells"] is not JsonArray cells)
        {
            throw new NotebookFormatException("'cells' is missing or no list.");
        }

        if (cells.Count > CellsMax)
        {
            throw new NotebookFormatException($"it has {cells.Count} cells; at most {CellsMax} are read.");
        }

        NotebookDocument document = new() { Metadata = Take(root["metadata"]) };
        for (int i = 0; i < cells.Count; i++)
        {
            document.Cells.Add(Cell(cells[i], i));
        }

        string? twice = document.Cells.GroupBy(c => c.Id, StringComparer.Ordinal).FirstOrDefault(g => g.Count() > 1)?.Key;
        return twice is null ? document : throw new NotebookFormatException($"two cells have the id '{twice}'.");
    }

    /// <summary>The file's text.</summary>
    public static string Write(NotebookDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        JsonObject root = new()
        {
            ["cells"] = new JsonArray([.. document.Cells.Select(c => (JsonNode)Cell(c))]),
            ["metadata"] = document.Metadata.DeepClone(),
            ["nbformat"] = 4,
            ["nbformat_minor"] = 5,
        };
        return root.ToJsonString(Form) + "\n";
    }

    /// <summary>A text as the format keeps it: a list of lines that keep their ends.</summary>
    public static JsonArray Lines(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        JsonArray lines = [];
        for (int start = 0; start < text.Length;)
        {
            int end = text.IndexOf('\n', start);
            end = end < 0 ? text.Length : end + 1;
            lines.Add((JsonNode)text[start..end]);
            start = end;
        }

        return lines;
    }

    /// <summary>True for an output that says why a cell failed.</summary>
    public static bool IsError(JsonObject output)
    {
        ArgumentNullException.ThrowIfNull(output);
        return Text(output["output_type"]) == "error";
    }

    /// <summary>A text of the file: a string, or a list of lines; null when it is neither, or no text that can be read.</summary>
    public static string? Text(JsonNode? node)
    {
        try
        {
            return node switch
            {
                JsonValue value when value.TryGetValue(out string? text) => text,
                JsonArray lines when lines.All(l => l is JsonValue value && value.TryGetValue<string>(out _)) => string.Concat(lines.Select(l => l!.GetValue<string>())),
                _ => null,
            };
        }
        catch (InvalidOperationException)
        {
            // Half of a surrogate pair: it is found when the text is taken, not when the file is parsed.
            return null;
        }
    }

    private static JsonObject Root(string text)
    {
        try
        {
            return JsonNode.Parse(text, documentOptions: Strict) as JsonObject ?? throw new NotebookFormatException("it is no JSON object.");
        }
        catch (JsonException e)
        {
            throw new NotebookFormatException($"line {e.LineNumber + 1}: it is not JSON: {e.Message.Split(" LineNumber:")[0]}");
        }
    }

    private static NotebookCell Cell(JsonNode? node, int index)
    {
        string where = $"cell {index + 1}";
        JsonObject cell = node as JsonObject ?? throw new NotebookFormatException($"{where} is no object.");
        CellKind kind = Text(cell["cell_type"]) switch
        {
            "code" => CellKind.Code,
            "markdown" => CellKind.Markdown,
            "raw" => CellKind.Raw,
            var other => throw new NotebookFormatException($"{where}: 'cell_type' is '{other}'; code, markdown and raw are known."),
        };
        string id = cell["id"] is null ? $"cell-{index + 1}" : Text(cell["id"]) ?? "";
        if (!NotebookCell.IsId(id))
        {
            throw new NotebookFormatException($"{where}: its id is not 1 to {NotebookCell.IdLengthMax} letters, digits, '-' and '_'.");
        }

        string source = Text(cell["source"]) ?? throw new NotebookFormatException($"{where}: 'source' is missing or no text.");
        return new NotebookCell(id, kind, source.ReplaceLineEndings("\n"))
        {
            Metadata = Take(cell["metadata"]),
            Outputs = cell["outputs"] is JsonArray outputs ? (JsonArray)outputs.DeepClone() : [],
            ExecutionCount = Number(cell, "execution_count"),
        };
    }

    private static JsonObject Cell(NotebookCell cell)
    {
        JsonObject written = new() { ["cell_type"] = cell.Kind.ToString().ToLowerInvariant() };
        if (cell.Kind == CellKind.Code)
        {
            written["execution_count"] = cell.ExecutionCount;
        }

        written["id"] = cell.Id;
        written["metadata"] = cell.Metadata.DeepClone();
        if (cell.Kind == CellKind.Code)
        {
            written["outputs"] = cell.Outputs.DeepClone();
        }

        written["source"] = Lines(cell.Source);
        return written;
    }

    private static JsonObject Take(JsonNode? node) => node is JsonObject found ? (JsonObject)found.DeepClone() : [];

    private static int? Number(JsonObject from, string name) => from[name] is JsonValue value && value.TryGetValue(out int number) ? number : null;
}
