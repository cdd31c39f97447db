using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Notebooks.Checking;

/// <summary>How the outputs of one cell change.</summary>
/// <param name="Number">1 for the first cell with code.</param>
/// <param name="Id">Id of the cell.</param>
/// <param name="Before">What there was, in words.</param>
/// <param name="After">What there is, in words.</param>
/// <param name="Lines">The texts of both, line by line.</param>
public sealed record OutputChange(int Number, string Id, string Before, string After, IReadOnlyList<DiffLine> Lines)
{
    /// <inheritdoc/>
    public override string ToString()
    {
        int changed = Lines.Count(l => l.Sign != ' ');
        string lines = Before != After ? "" : changed == 0 ? ", drawn again" : changed == 1 ? ", 1 line differs" : $", {changed} lines differ";
        return Before == After ? $"Cell {Number} ({Id}): {After}{lines}" : $"Cell {Number} ({Id}): {Before} → {After}";
    }
}

/// <summary>What executing a notebook changed in its outputs. Pure functions, any thread.</summary>
public static class OutputChanges
{
    /// <summary>Cells whose outputs differ; both notebooks have the same cells.</summary>
    public static IReadOnlyList<OutputChange> Of(NotebookDocument before, NotebookDocument after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        Dictionary<string, NotebookCell> old = before.Cells.ToDictionary(c => c.Id, StringComparer.Ordinal);
        return
        [
            .. from cell in after.CodeCells.Select((c, i) => (Cell: c, Number: i + 1))
               let known = old.GetValueOrDefault(cell.Cell.Id)?.Outputs ?? []
               where !JsonNode.DeepEquals(Told(known), Told(cell.Cell.Outputs))
               select new OutputChange(cell.Number, cell.Cell.Id, Words(known), Words(cell.Cell.Outputs), TextDiff.Lines(Text(known), Text(cell.Cell.Outputs))),
        ];
    }

    // The number of an execution is not what a cell says.
    private static JsonArray Told(JsonArray outputs)
    {
        JsonArray told = (JsonArray)outputs.DeepClone();
        foreach (JsonObject output in told.OfType<JsonObject>())
        {
            output.Remove("execution_count");
        }

        return told;
    }

    private static string Words(JsonArray outputs)
    {
        string[] words = [.. outputs.OfType<JsonObject>().Select(Word).Where(w => w.Length > 0)];
        return words.Length == 0 ? "nothing" : string.Join(", ", words);
    }

    private static string Word(JsonObject output)
    {
        JsonObject data = output["data"] as JsonObject ?? [];
        return IpynbFile.Text(output["output_type"]) switch
        {
            "error" => "an error",
            "stream" => Counted(IpynbFile.Text(output["text"])),
            _ when data[DisplayData.Svg] is not null => "a picture",
            _ when IpynbFile.Text(data[DisplayData.Html])?.Contains("<table", StringComparison.Ordinal) == true => "a table",
            _ => Counted(IpynbFile.Text(data[DisplayData.PlainText])),
        };
    }

    private static string Counted(string? text)
    {
        int lines = (text ?? "").TrimEnd('\n').Split('\n').Length;
        return string.IsNullOrEmpty(text) ? "" : lines == 1 ? "a line of text" : $"{Numbers.Count(lines)} lines of text";
    }

    private static string Text(JsonArray outputs) => string.Join('\n', outputs.OfType<JsonObject>().Select(o =>
        IpynbFile.Text(o["text"]) ?? IpynbFile.Text((o["data"] as JsonObject)?[DisplayData.PlainText]) ?? IpynbFile.Text(o["evalue"]) ?? ""));
}
