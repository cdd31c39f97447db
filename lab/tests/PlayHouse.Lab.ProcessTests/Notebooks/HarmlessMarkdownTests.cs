using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Exporting;

namespace PlayHouse.Lab.Notebooks.Tests;

public sealed class HarmlessMarkdownTests
{
    [Theory]
    [InlineData("[a](javascript:alert(1))", "a")]
    [InlineData("[a](  JaVaScRiPt:alert(1))", "a")]
    [InlineData("[a](&#106;avascript:alert(1))", "a")]
    [InlineData("[a](data:text/html,<script>1</script>)", "a")]
    [InlineData("[a][r]\n\n[r]: vbscript:x", "a")]
    [InlineData("<javascript:alert(1)>", "javascript:alert(1)")]
    [InlineData("![words](https://example.org/p.png)", "words")]
    [InlineData("![words](p.png)", "words")]
    [InlineData("[**bold** a](file:///etc/passwd)", "bold")]
    public void Link_ThatDoesHarm_IsItsTextOnly(string markdown, string text)
    {
        string html = new HarmlessMarkdown().Of(markdown);

        Assert.DoesNotContain("href", html, StringComparison.Ordinal);
        Assert.DoesNotContain("<img", html, StringComparison.Ordinal);
        Assert.Contains(text, html, StringComparison.Ordinal);
    }

    [Fact]
    public void Link_AmongOthers_IsStillFound()
    {
        string html = new HarmlessMarkdown().Of("<b> [a](javascript:1) <javascript:2> ![p](x.png) [n [i](vbscript:3)](javascript:4) <javascript:5> [ok](https://example.org) <javascript:6>");

        Assert.Equal(1, html.Split("href=").Length - 1);
        Assert.Contains("<a href=\"https://example.org\">ok</a> javascript:6", html, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("<script>alert(1)</script>")]
    [InlineData("<img src=x onerror=alert(1)>")]
    [InlineData("<iframe src=\"https://example.org\"></iframe>")]
    [InlineData("<div style=\"position:fixed\">x</div>")]
    [InlineData("<style>* { display: none }</style>")]
    [InlineData("a <svg onload=alert(1)> b")]
    [InlineData("# A <a href=\"javascript:x\">t</a>")]
    public void Markup_IsText(string markdown)
    {
        string html = new HarmlessMarkdown().Of(markdown);

        foreach (string tag in new[] { "script", "img", "iframe", "div", "style", "svg", "a " })
        {
            Assert.DoesNotContain($"<{tag}", html, StringComparison.OrdinalIgnoreCase);
        }
    }

    [Fact]
    public void Headings_BelowATitle_NestWithoutGaps_AndNoIdIsTakenTwice()
    {
        HarmlessMarkdown page = new() { IdPrefix = "nb-", Page = "notebooks/a.ipynb", IsBelowTitle = true };

        string first = page.Of("# Main\n\n### Deep `code`\n\n## Main\n\n[see](#deep-code) [Main]", hasTitle: true);
        string second = page.Of("## Main\n\n###### Far");

        Assert.DoesNotContain("Main</h1>", first, StringComparison.Ordinal);
        Assert.Equal([(2, "Deep code", "nb-deep-code"), (2, "Main", "nb-main-1"), (2, "Main", "nb-main"), (3, "Far", "nb-far")], page.Headings.Select(h => (h.Level, h.Text, h.Id)));
        Assert.Contains("href=\"notebooks/a.ipynb#nb-deep-code\"", first, StringComparison.Ordinal);
        Assert.Contains("<h2 id=\"nb-main\">", second, StringComparison.Ordinal);
        Assert.Contains("<h2 id=\"nb-main-2\">", page.Of("# Main"), StringComparison.Ordinal);
    }

    [Fact]
    public void RelativeLinks_LeadWhereThePageSays()
    {
        HarmlessMarkdown page = new() { Relative = a => a == "tour.ipynb" ? "notebooks/tour.ipynb" : null };

        string html = page.Of("[tour](tour.ipynb) [out](/sign-out) [other](//example.org/x) [web](https://example.org) <me@example.org>");

        Assert.Equal(
            ["notebooks/tour.ipynb", "https://example.org", "mailto:me@example.org"],
            System.Text.RegularExpressions.Regex.Matches(html, "href=\"([^\"]*)\"").Select(m => m.Groups[1].Value));
        Assert.Contains("out other", html, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""{"output_type":"display_data","data":{"text/html":"<p onclick=\"x\">1</p>","text/plain":"plain"}}""", "plain")]
    [InlineData("""{"output_type":"display_data","data":{"text/html":"<p style=\"x\">1</p>","text/plain":"plain"}}""", "plain")]
    [InlineData("""{"output_type":"display_data","data":{"text/html":"<style>a{}</style><div class=\"lab\"><table>\n<tr><td>1</td></tr>\n</table></div><script>alert(1)\n;</script>","text/plain":"plain"}}""", "<td>1</td>")]
    [InlineData("""{"output_type":"display_data","data":{"text/html":"<scr<script></script>ipt>alert(1)</script>","text/plain":"plain"}}""", "plain")]
    [InlineData("""{"output_type":"display_data","data":{"text/html":"<iframe></iframe>"}}""", "")]
    [InlineData("""{"output_type":"display_data","data":{"application/javascript":"alert(1)"}}""", "")]
    [InlineData("""{"output_type":"stream","name":"x\" onclick=\"y","text":"<b>"}""", "&lt;b&gt;")]
    [InlineData("""{"output_type":"error","ename":"E<","evalue":"<i>"}""", "E&lt;: &lt;i&gt;")]
    [InlineData("""{"output_type":"stream","text":"\ud800"}""", "")]
    [InlineData("""{"output_type":7,"data":[1]}""", "")]
    public void Output_OfAnyForm_IsTextOrNothing(string output, string shows)
    {
        string html = OutputHtml.Of((JsonObject)JsonNode.Parse(output)!, new HarmlessMarkdown());

        Assert.Equal(shows.Length == 0, html.Length == 0);
        Assert.Contains(shows, html, StringComparison.Ordinal);
        Assert.All(["onclick", "style", "<iframe", "alert"], w => Assert.DoesNotContain(w, html, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("image/svg+xml")]
    [InlineData("text/html")]
    public void Picture_IsAnImageWithWordsAndItsText(string type)
    {
        JsonObject data = new() { [type] = new JsonArray("<svg><script>x</script></svg>"), ["text/plain"] = "Size \"now\"\nB 2" };
        string html = OutputHtml.Of(new JsonObject { ["output_type"] = "display_data", ["data"] = data }, new HarmlessMarkdown());

        Assert.StartsWith("<figure><div class=\"scroll\" tabindex=\"0\"><img alt=\"Size &quot;now&quot;\" src=\"data:image/svg+xml;base64,", html, StringComparison.Ordinal);
        Assert.Contains("The same as text", html, StringComparison.Ordinal);
        Assert.DoesNotContain("<script", html, StringComparison.Ordinal);
    }
}
