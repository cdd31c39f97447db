using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Tests.Jupyter;

namespace PlayHouse.Lab.Notebooks.Tests.Pages;

/// <summary>A test that needs Jupyter's page and a browser; it is skipped where one is not installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ClassicPageFactAttribute : FactAttribute
{
    public ClassicPageFactAttribute() => Skip = NotebookServer.Missing ?? BrowserWalk.Missing;
}

/// <summary>The kernel as a reader meets it: the classic notebook page in a real browser, on the recorded sample.</summary>
[Trait("Run", "selftest-jupyter")]
public sealed class ClassicPageTests
{
    private const string Name = "page.ipynb";

    [ClassicPageFact]
    public async Task Page_OfANewNotebook_ExecutesItAndKeepsWhatTheFileSays()
    {
        using JupyterHome home = await JupyterHome.CreateAsync();
        NotebookDocument written = await NewAsync(home);
        using (NotebookServer server = await NotebookServer.StartAsync(home))
        using (BrowserWalk walk = BrowserWalk.Start("jupyter", await server.LinkAsync(Name)))
        {
            await walk.EndAsync();
        }

        NotebookDocument saved = NotebookDocument.Load(home.Below(Name));
        Assert.Equal(written.Cells.Select(c => (c.Id, c.Kind, c.Source)), saved.Cells.Select(c => (c.Id, c.Kind, c.Source)));
        Assert.True(JsonNode.DeepEquals(written.Metadata["polyglot_notebook"], saved.Metadata["polyglot_notebook"]), saved.Metadata.ToJsonString());
        Assert.True(JsonNode.DeepEquals(written.Metadata["kernelspec"], saved.Metadata["kernelspec"]), saved.Metadata.ToJsonString());
        foreach ((NotebookCell before, NotebookCell after) in written.Cells.Zip(saved.Cells))
        {
            Assert.All(before.Metadata, m => Assert.True(JsonNode.DeepEquals(m.Value, after.Metadata[m.Key]), $"{m.Key} of {before.Id}: {after.Metadata.ToJsonString()}"));
        }

        // One cell ran after the restart, then all of them.
        Assert.Equal(Enumerable.Range(2, written.Cells.Count(c => c.Kind == CellKind.Code)), saved.Cells.Where(c => c.Kind == CellKind.Code).Select(c => c.ExecutionCount ?? 0));
        await home.LabAsync("notebook", "check", home.Below(Name));
    }

    // What the command starts, and what a reader adds: one cell for each way in which a cell shows something.
    private static async Task<NotebookDocument> NewAsync(JupyterHome home)
    {
        await home.LabAsync("notebook", "new", home.Below(Name));
        NotebookDocument document = NotebookDocument.Load(home.Below(Name));
        (string Id, string Source)[] added =
        [
            ("picture", "Lab.Chart(Lab.Latest(\"001-reply-codec\").Id, \"forest\")"),
            ("console", "Console.WriteLine(\"a word from the console\");"),
            ("declares", "int state = 41;"),
            ("fails", "// Meant to fail.\nthrow new FormatException(\"on purpose\");"),
            ("goes-on", "state + 1"),
        ];
        document.Cells.AddRange(added.Select(c => new NotebookCell(c.Id, CellKind.Code, c.Source) { Metadata = NotebookMetadata.CodeCell() }));
        document.Cells.Single(c => c.Id == "fails").Metadata["tags"] = new JsonArray(CellTags.RaisesException);
        document.Save(home.Below(Name));
        return document;
    }
}
