using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Exporting;

/// <summary>
/// Outputs of a cell as HTML. What a file holds is shown, never trusted: pictures stand as images, tables only when they are nothing else,
/// everything else as text. Pure functions, any thread.
/// </summary>
public static class OutputHtml
{
    /// <summary>One output; empty for one that shows nothing.</summary>
    /// <param name="output">The output as the file has it.</param>
    /// <param name="text">The Markdown of the page it stands on.</param>
    public static string Of(JsonObject output, HarmlessMarkdown text)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(text);
        return IpynbFile.Text(output["output_type"]) switch
        {
            "stream" => Pre(IpynbFile.Text(output["text"]), IpynbFile.Text(output["name"]) == "stderr" ? "stderr" : "stdout"),
            "error" => Pre(Error(output), "error"),
            "display_data" or "execute_result" => Data(output["data"] as JsonObject ?? [], text),
            _ => "",
        };
    }

    // Other engines write a message without a trace.
    private static string Error(JsonObject output) =>
        string.Join('\n', (output["traceback"] as JsonArray ?? []).Select(IpynbFile.Text)) is { Length: > 0 } trace
            ? trace
            : $"{IpynbFile.Text(output["ename"])}: {IpynbFile.Text(output["evalue"])}";

    private static string Data(JsonObject data, HarmlessMarkdown text)
    {
        string? plain = IpynbFile.Text(data[DisplayData.PlainText]), html = IpynbFile.Text(data[DisplayData.Html]);
        // Pages of Jupyter are given a picture as part of the page.
        if ((IpynbFile.Text(data[DisplayData.Svg]) ?? (html?.StartsWith("<svg", StringComparison.Ordinal) == true ? html : null)) is { } svg)
        {
            string name = WebUtility.HtmlEncode(plain?.Split('\n')[0] ?? "picture");
            return $"<figure><div class=\"scroll\" tabindex=\"0\"><img alt=\"{name}\" src=\"data:image/svg+xml;base64,{Convert.ToBase64String(Encoding.UTF8.GetBytes(svg))}\"></div>"
                + $"<details><summary>The same as text</summary>{Pre(plain, "plain")}</details></figure>\n";
        }

        if (html is not null && PlainHtml.Of(html) is { } table)
        {
            return $"<div class=\"scroll\" tabindex=\"0\">{table}</div>\n";
        }

        return IpynbFile.Text(data[DisplayData.Markdown]) is { } markdown ? $"<div class=\"text\">\n{text.Of(markdown)}</div>\n" : Pre(plain, "plain");
    }

    private static string Pre(string? text, string kind) => string.IsNullOrEmpty(text) ? "" : $"<pre class=\"{kind}\" tabindex=\"0\">{WebUtility.HtmlEncode(text)}</pre>\n";
}
