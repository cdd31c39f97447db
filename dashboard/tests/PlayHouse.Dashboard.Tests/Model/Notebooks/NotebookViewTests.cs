using System.Text.Json.Nodes;
using PlayHouse.Dashboard.Model.Notebooks;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Dashboard.Tests.Model.Notebooks;

public sealed class NotebookViewTests
{
    private const string Name = "a b.ipynb";

    [Fact]
    public void View_OfANotebook_HasItsTitleOnceItsHeadingsAndItsCells()
    {
        NotebookDocument document = new();
        document.Cells.AddRange(
        [
            new NotebookCell("t", CellKind.Markdown, "# A title\n\nAbout it."), new NotebookCell("empty", CellKind.Code, "  "), new NotebookCell("one", CellKind.Code, "1"),
            new NotebookCell("h", CellKind.Markdown, "## Part\n\n[up](#part) [tour](tour.ipynb) [gone](missing.ipynb) [out](/sign-out)"),
            new NotebookCell("two", CellKind.Code, "\nLab.Show(\"x\")\n2"), new NotebookCell("raw", CellKind.Raw, "<raw>"),
        ]);
        document.Cells[4].Outputs = [JsonNode.Parse("""{"output_type":"error","ename":"E","evalue":"m"}""")];

        NotebookView view = NotebookView.Of(document, Name, ["tour.ipynb"], 100, 1_000_000);

        Assert.Equal("A title", view.Title);
        Assert.Equal(["cell-t", "cell-one", "cell-h", "cell-two", "cell-raw"], view.Cells.Select(c => c.Id));
        Assert.Equal([null, 1, null, 2, null], view.Cells.Select(c => c.Number));
        Assert.DoesNotContain("A title", view.Cells[0].Html, StringComparison.Ordinal);
        Assert.Equal([(2, "Part", "nb-part")], view.Headings.Select(h => (h.Level, h.Text, h.Id)));
        Assert.Contains("href=\"notebooks/a%20b.ipynb#nb-part\"", view.Cells[2].Html, StringComparison.Ordinal);
        Assert.Contains("href=\"notebooks/tour.ipynb\"", view.Cells[2].Html, StringComparison.Ordinal);
        Assert.DoesNotContain("sign-out", view.Cells[2].Html, StringComparison.Ordinal);
        Assert.DoesNotContain("missing.ipynb", view.Cells[2].Html, StringComparison.Ordinal);
        Assert.Equal(("Lab.Show(\"x\")", true, view.Cells[3]), (view.Cells[3].FirstLine, view.Cells[3].IsFailed, view.Failed));
    }

    [Fact]
    public void View_OfAHostileNotebook_HasNoMarkupOfItsOwn()
    {
        NotebookDocument document = new();
        document.Cells.Add(new NotebookCell("main", CellKind.Markdown, """
            # Main <script>alert(1)</script>

            # Key help

            <iframe src="https://example.org"></iframe> <div style="position:fixed" onclick="x">a</div> [a](javascript:alert(1))

            <style>*{display:none}</style>
            """));
        document.Cells.Add(new NotebookCell("announce", CellKind.Code, "</code></pre><script>alert(2)</script>"));
        document.Cells[1].Outputs =
        [
            JsonNode.Parse("""{"output_type":"display_data","data":{"text/html":"<script>alert(3)</script>","text/plain":"<b>"}}"""),
            JsonNode.Parse("""{"output_type":"display_data","data":{"text/html":"<img src=x onerror=alert(4)>"}}"""),
            JsonNode.Parse("""{"output_type":"display_data","data":{"text/html":"<a href=\"data:text/html,x\">x</a>","text/plain":"p"}}"""),
            JsonNode.Parse("""{"output_type":"display_data","data":{"image/svg+xml":"<svg onload=\"alert(5)\"/>","text/plain":"\" onerror=\"alert(6)"}}"""),
        ];

        NotebookView view = NotebookView.Of(document, Name, [], 100, 1_000_000);

        string[] html = [.. view.Cells.Select(c => c.Html), .. view.Cells.SelectMany(c => c.Outputs)];
        Assert.All(["<script", "<iframe", "<style", "<div style", "<img src=x", "href=\"javascript", "href=\"data:", " onload=\"", "\" onerror=\""],
            w => Assert.All(html, h => Assert.DoesNotContain(w, h, StringComparison.OrdinalIgnoreCase)));
        // Nothing on the page of the dashboard itself may be found by a name that a notebook chose.
        Assert.Equal(["cell-main", "cell-announce"], view.Cells.Select(c => c.Id));
        Assert.All(view.Headings, h => Assert.StartsWith("nb-", h.Id, StringComparison.Ordinal));
    }

    [Fact]
    public void View_BeyondItsLimits_CountsTheRest()
    {
        NotebookDocument document = new();
        document.Cells.AddRange(Enumerable.Range(0, 5).Select(i => new NotebookCell($"c{i}", CellKind.Code, "1")
        {
            Outputs = [JsonNode.Parse($$"""{"output_type":"stream","text":"{{new string('x', 1_000)}}"}""")],
        }));

        NotebookView view = NotebookView.Of(document, Name, [], 3, 2_500);

        Assert.Equal((3, 2), (view.Cells.Count, view.CellsLeftOut));
        Assert.Equal([true, true, false], view.Cells.Select(c => c.Outputs.Single().Contains("xxx", StringComparison.Ordinal)));
        Assert.Contains("not shown here", view.Cells[2].Outputs.Single(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, "notebooks/a%20b.ipynb")]
    [InlineData("false", "notebooks/a%20b.ipynb?code=false")]
    [InlineData("true", "notebooks/a%20b.ipynb")]
    [InlineData("<b>", "notebooks/a%20b.ipynb")]
    public void Address_KeepsWhatItKnows(string? code, string href) => Assert.Equal(href, NotebookAddress.Of(Name, code).Href);

    [Theory]
    [InlineData("a-b.ipynb", "notebooks/a-b.ipynb")]
    [InlineData("a b.ipynb", "'notebooks/a b.ipynb'")]
    [InlineData("it's;rm.ipynb", "'notebooks/it'\\''s;rm.ipynb'")]
    public void Argument_IsOneForAShell(string name, string argument) => Assert.Equal(argument, NotebookWords.Argument(name));
}
