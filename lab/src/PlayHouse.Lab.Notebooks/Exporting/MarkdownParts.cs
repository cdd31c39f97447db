using Markdig;
using Markdig.Extensions.Tables;
using Markdig.Renderers;
using Markdig.Renderers.Html;
using Markdig.Syntax;

namespace PlayHouse.Lab.Notebooks.Exporting;

/// <summary>Markdown as HTML whose wide parts, tables and code, scroll by themselves and by key. Pure functions, any thread.</summary>
internal static class MarkdownParts
{
    /// <summary>The HTML of a parsed text.</summary>
    public static string Html(MarkdownDocument parsed, MarkdownPipeline pipeline)
    {
        foreach (CodeBlock code in parsed.Descendants<CodeBlock>())
        {
            code.GetAttributes().AddProperty("tabindex", "0");
        }

        using StringWriter text = new();
        HtmlRenderer renderer = new(text);
        pipeline.Setup(renderer);
        renderer.ObjectRenderers.ReplaceOrAdd<HtmlTableRenderer>(new ScrolledTable());
        renderer.ObjectRenderers.FindExact<CodeBlockRenderer>()!.OutputAttributesOnPre = true;
        renderer.Render(parsed);
        return text.ToString();
    }

    private sealed class ScrolledTable : HtmlTableRenderer
    {
        protected override void Write(HtmlRenderer renderer, Table table)
        {
            renderer.Write("<div class=\"scroll\" tabindex=\"0\">");
            base.Write(renderer, table);
            renderer.WriteLine("</div>");
        }
    }
}
