using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Checking;
using PlayHouse.Lab.Notebooks.Exporting;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Tests;

public sealed class LintAndExportTests
{
    [Theory]
    [InlineData("#r \"nuget: X\"", 1, "packages")]
    [InlineData("var a = 1;\nvar p = \"/home/me/x.json\";", 2, "path of one machine")]
    [InlineData("var p = @\"C:\\Users\\me\";", 1, "path of one machine")]
    [InlineData("await http.GetAsync(\"https://example.org/x\");", 1, "address of the network")]
    public void Lint_CodeThatBreaksElsewhere_IsFoundAtItsLine(string source, int line, string reason)
    {
        LintProblem problem = Assert.Single(NotebookLint.Of(Of(source)));

        Assert.Equal((1, "named", line), (problem.Cell, problem.Id, problem.Line));
        Assert.Contains(reason, problem.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Lint_CleanNotebook_FindsNothing()
    {
        NotebookDocument document = Of("var ratio = a / b; // see docs/reports/x.md\nvar s = \"and/or\";");
        document.Cells.Add(new NotebookCell("text", CellKind.Markdown, "A [link](https://example.org) that people follow."));
        document.Cells[0].Outputs = new JsonArray(JsonNode.Parse("""{"output_type":"display_data","data":{"image/svg+xml":"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"}}"""));

        Assert.Empty(NotebookLint.Of(document));
    }

    [Theory]
    [InlineData("""{"output_type":"stream","name":"stdout","text":"at /tmp/build/x.cs"}""", "path of one machine")]
    [InlineData("""{"output_type":"display_data","data":{"text/html":"<img src=\"https://cdn.example/x.png\">"}}""", "from elsewhere")]
    [InlineData("""{"output_type":"display_data","data":{"text/html":"<script>1</script>"}}""", "from elsewhere")]
    [InlineData("""{"output_type":"error","ename":"E","evalue":"","traceback":[]}""", "its output is an error")]
    public void Lint_OutputsThatDoNotTravel_AreFound(string output, string reason)
    {
        NotebookDocument document = Of("1");
        document.Cells[0].Outputs = new JsonArray(JsonNode.Parse(output));

        Assert.Contains(reason, Assert.Single(NotebookLint.Of(document)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Lint_IdsOfPlaceAndAnotherKernel_AreFound()
    {
        NotebookDocument document = new() { Metadata = [] };
        document.Cells.Add(new NotebookCell("cell-1", CellKind.Code, "1"));

        Assert.Equal([0, 1], NotebookLint.Of(document).Select(p => p.Cell));
    }

    [Fact]
    public void Html_OfAHostileNotebook_ShowsTextAndNothingElse()
    {
        NotebookDocument document = Of("</code><script>alert(1)</script>");
        document.Cells.Add(new NotebookCell("md", CellKind.Markdown, "<img src=x onerror=alert(1)> [a](javascript:alert(1)) <javascript:alert(1)> ![p](https://example.org/p.png) [ok](https://example.org)"));
        document.Cells[0].Outputs = new JsonArray(
            JsonNode.Parse("""{"output_type":"display_data","data":{"text/html":"<table onclick=\"x\"><tr><td>1</td></tr></table>","text/plain":"the <plain> text"}}"""),
            JsonNode.Parse("""{"output_type":"display_data","data":{"text/html":"<table><tr><td>kept</td></tr></table>","text/plain":"p"}}"""),
            JsonNode.Parse("""{"output_type":"display_data","data":{"image/svg+xml":"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>","text/plain":"a picture"}}"""),
            JsonNode.Parse("""{"output_type":"stream","name":"stdout","text":["<b>\n"]}"""));

        string html = NotebookHtml.Of(document, "<title>");

        Assert.DoesNotContain("<script", html, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("<img src=x", html, StringComparison.Ordinal);
        Assert.DoesNotContain("\"javascript:", html, StringComparison.Ordinal);
        Assert.DoesNotContain("onclick=\"", html, StringComparison.Ordinal);
        Assert.DoesNotContain("src=\"https:", html, StringComparison.Ordinal);
        Assert.Contains("<td>kept</td>", html, StringComparison.Ordinal);
        Assert.Contains("the &lt;plain&gt; text", html, StringComparison.Ordinal);
        Assert.Contains("href=\"https://example.org\"", html, StringComparison.Ordinal);
        Assert.Contains("default-src 'none'", html, StringComparison.Ordinal);
    }

    [Fact]
    public void Html_OfHeadingsThatRepeat_NamesEveryPlaceOnce_AndOfWideParts_LetsThemScroll()
    {
        NotebookDocument document = Of("1");
        document.Cells[0].Outputs = new JsonArray(JsonNode.Parse("""{"output_type":"display_data","data":{"text/markdown":"# Named","text/plain":"# Named"}}"""));
        document.Cells.Add(new NotebookCell("a", CellKind.Markdown, "# Named\n\n| a |\n|---|\n| 1 |\n\n```\ncode\n```"));
        document.Cells.Add(new NotebookCell("b", CellKind.Markdown, "# Named"));

        string html = NotebookHtml.Of(document, "t");

        // The cell's own name stays; headings give way, in their order.
        Assert.All(["id=\"named\"", "<h1 id=\"named-2\">", "<h1 id=\"named-3\">", "<h1 id=\"named-4\">"], id => Assert.Equal(2, html.Split(id).Length));
        Assert.Contains("<div class=\"scroll\" tabindex=\"0\">\n<table>", html, StringComparison.Ordinal);
        Assert.Contains("<pre tabindex=\"0\"><code>code", html, StringComparison.Ordinal);
    }

    [Fact]
    public void Markdown_OfANotebook_KeepsEveryFenceClosed()
    {
        NotebookDocument document = Of("// ```\nvar a = 1;");
        document.Cells.Insert(0, new NotebookCell("md", CellKind.Markdown, "# Title"));
        document.Cells[1].Outputs = new JsonArray(
            JsonNode.Parse("""{"output_type":"execute_result","data":{"text/markdown":"| a |\n|---|\n","text/plain":"x"}}"""),
            JsonNode.Parse("""{"output_type":"stream","name":"stdout","text":"done\n"}"""));
        document.Cells.Add(new NotebookCell("chart", CellKind.Code, "2") { Outputs = new JsonArray(JsonNode.Parse(
            """{"output_type":"execute_result","data":{"image/svg+xml":"<svg/>","text/plain":"x","text/vnd.playhouse-lab.markdown":"| b |\n"}}""")) });

        Assert.Equal("# Title\n\n````csharp\n// ```\nvar a = 1;\n````\n\n| a |\n|---|\n\n```text\ndone\n```\n\n```csharp\n2\n```\n\n| b |\n", NotebookMarkdown.Of(document));
    }

    private static NotebookDocument Of(string source)
    {
        NotebookDocument document = new();
        document.Cells.Add(new NotebookCell("named", CellKind.Code, source));
        return document;
    }
}
