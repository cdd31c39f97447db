using System.Text;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Exporting;

/// <summary>A notebook as Markdown: code and outputs as fenced blocks, charts as their tables. Pure functions, any thread.</summary>
public static class NotebookMarkdown
{
    /// <summary>The text.</summary>
    public static string Of(NotebookDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        StringBuilder text = new();
        foreach (NotebookCell cell in document.Cells)
        {
            text.Append(text.Length == 0 ? "" : "\n").Append(cell.Kind == CellKind.Code ? Code(cell) : cell.Source.TrimEnd('\n') + "\n");
        }

        return text.ToString();
    }

    private static string Code(NotebookCell cell)
    {
        StringBuilder text = new(Fence(cell.Source, "csharp"));
        foreach (JsonObject output in cell.Outputs.OfType<JsonObject>())
        {
            string shown = IpynbFile.Text(output["output_type"]) switch
            {
                "stream" => Fence(IpynbFile.Text(output["text"]) ?? "", "text"),
                "error" => Fence(string.Join('\n', (output["traceback"] as JsonArray ?? []).Select(IpynbFile.Text)), "text"),
                "display_data" or "execute_result" => Data(output["data"] as JsonObject ?? []),
                _ => "",
            };
            text.Append(shown.Length == 0 ? "" : "\n").Append(shown);
        }

        return text.ToString();
    }

    private static string Data(JsonObject data) => IpynbFile.Text(data[DisplayData.MarkdownBesidePicture] ?? data[DisplayData.Markdown]) is { } markdown
        ? markdown.TrimEnd('\n') + "\n"
        : Fence(IpynbFile.Text(data[DisplayData.PlainText]) ?? "", "text");

    // A fence longer than any run of grave accents inside: nothing in the text can end it.
    private static string Fence(string text, string language)
    {
        int longest = 0, run = 0;
        foreach (char c in text)
        {
            run = c == '`' ? run + 1 : 0;
            longest = Math.Max(longest, run);
        }

        string fence = new('`', Math.Max(3, longest + 1));
        return text.Length == 0 ? "" : $"{fence}{language}\n{text.TrimEnd('\n')}\n{fence}\n";
    }
}
