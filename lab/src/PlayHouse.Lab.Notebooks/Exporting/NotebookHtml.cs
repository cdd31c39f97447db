using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Exporting;

/// <summary>
/// A notebook as one page: complete in itself, no script, nothing loaded from anywhere. What a notebook file holds is shown, never trusted:
/// pictures stand as images, tables only when they are nothing else. Pure functions, any thread.
/// </summary>
public static class NotebookHtml
{
    /// <summary>The page.</summary>
    public static string Of(NotebookDocument document, string title)
    {
        ArgumentNullException.ThrowIfNull(document);
        StringBuilder page = new(Head(WebUtility.HtmlEncode(title)));
        HarmlessMarkdown markdown = new() { Taken = document.Cells.Where(c => c.Kind == CellKind.Code).Select(c => c.Id) };
        foreach (NotebookCell cell in document.Cells)
        {
            page.Append(cell.Kind switch
            {
                CellKind.Markdown => $"<section class=\"text\">\n{markdown.Of(cell.Source)}</section>\n",
                CellKind.Code => Code(cell, markdown),
                _ => $"<pre class=\"plain\" tabindex=\"0\">{WebUtility.HtmlEncode(cell.Source)}</pre>\n",
            });
        }

        return page.Append("</main>\n</body>\n</html>\n").ToString();
    }

    private static string Code(NotebookCell cell, HarmlessMarkdown markdown)
    {
        string count = cell.ExecutionCount is { } n ? $"<span class=\"count\">[{n}]</span>" : "";
        StringBuilder text = new($"<section class=\"cell\" id=\"{cell.Id}\">{count}<pre class=\"code\" tabindex=\"0\"><code>{WebUtility.HtmlEncode(cell.Source)}</code></pre>\n");
        foreach (JsonObject output in cell.Outputs.OfType<JsonObject>())
        {
            text.Append(OutputHtml.Of(output, markdown));
        }

        return text.Append("</section>\n").ToString();
    }

    private static string Head(string title) => $$"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
        <title>{{title}}</title>
        <style>
        :root { color-scheme: light dark; --bg: #fff; --text: #17202b; --soft: #4d5a6a; --line: #d5dbe3; --sunken: #f3f5f8; --bad: #96460a; }
        @media screen and (prefers-color-scheme: dark) { :root { --bg: #12161c; --text: #e7ecf2; --soft: #a9b5c4; --line: #323c4a; --sunken: #1c232d; --bad: #f7b77c; } }
        body { margin: 0; background: var(--bg); color: var(--text); font: 1rem/1.6 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans KR", sans-serif; overflow-wrap: break-word; }
        main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; } .text :is(p, ul, ol, blockquote) { max-width: 46rem; }
        h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 .5em; } h1 { margin-top: 0; }
        a { color: inherit; }
        pre, code { font-family: ui-monospace, "SFMono-Regular", "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace; font-size: .8125rem; }
        pre { overflow: auto; padding: .75rem 1rem; border-radius: .4rem; background: var(--sunken); margin: .5rem 0; line-height: 1.5; }
        pre.code { border-left: .25rem solid var(--line); } .code, .text pre { white-space: pre; }
        .scroll pre, pre.plain, pre.stdout { background: none; border: 1px solid var(--line); } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
        pre.stderr { background: none; color: var(--soft); } pre.error { background: none; border: 1px solid var(--bad); color: var(--bad); }
        .cell { position: relative; margin: 1.25rem 0; } .count { position: absolute; top: .625rem; right: .75rem; padding-left: .5rem; background: var(--sunken); color: var(--soft); font-size: .75rem; } .count + .code { padding-right: 3.5rem; }
        figure { margin: .75rem 0; } figure img { display: block; width: 100%; min-width: 34rem; max-width: 54rem; height: auto; } .text img { max-width: 100%; }
        .scroll { overflow-x: auto; } .scroll pre { white-space: pre; overflow: visible; width: max-content; min-width: 100%; box-sizing: border-box; } table { border-collapse: collapse; font-size: .875rem; } th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; } .n { white-space: nowrap; }
        summary { cursor: pointer; color: var(--soft); font-size: .875rem; }
        @media print {
          :root { color-scheme: light; } main { max-width: none; padding: 0; } pre, .code, .text pre, .scroll pre { white-space: pre-wrap; width: auto; } details { display: none; }
          .scroll { overflow: visible; } figure img { min-width: 0; } figure, tr, pre.code { break-inside: avoid; } h1, h2, h3 { break-after: avoid; }
        }
        </style>
        </head>
        <body>
        <main>

        """;
}
