using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Exporting;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Tests.Pages;

/// <summary>A test that needs a browser; it is skipped where none is installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class BrowserFactAttribute : FactAttribute
{
    public BrowserFactAttribute() => Skip = BrowserWalk.Missing;
}

/// <summary>Exported pages as a reader meets them: in a real browser, in both colours, wide and narrow.</summary>
public sealed class ExportedPageTests
{
    // Answered by the test itself: the name is none of any network.
    private const string Link = "http://notebook.localhost/";

    [BrowserFact]
    public async Task Page_OfEveryKindOfOutput_LoadsNothingAndIsAccessible()
    {
        await using SampleLab lab = await SampleLab.OpenAsync();
        NotebookDocument everything = Everything();
        await new NotebookRunner(lab.Api, static _ => { }).RunAsync(everything, new NotebookRunOptions { KeepsGoing = true }, CancellationToken.None);

        await WalkAsync([("everything", everything)]);
    }

    // Their outputs are those of an execution: ShippedNotebookTests executes them.
    [Trait("Run", "selftest-jupyter")]
    [BrowserFact]
    public Task Pages_OfTheShippedNotebooks_LoadNothingAndAreAccessible() => WalkAsync(
        Directory.EnumerateFiles(Path.Combine(Repository.Root, "notebooks"), "*.ipynb").Select(f => (Path.GetFileNameWithoutExtension(f), NotebookDocument.Load(f))));

    private static async Task WalkAsync(IEnumerable<(string Name, NotebookDocument Document)> notebooks)
    {
        string folder = Directory.CreateTempSubdirectory("plab-pages-").FullName;
        try
        {
            foreach ((string name, NotebookDocument document) in notebooks)
            {
                await File.WriteAllTextAsync(Path.Combine(folder, name + ".html"), NotebookHtml.Of(document, name));
            }

            using BrowserWalk walk = BrowserWalk.Start("exported", Link, folder);
            await walk.EndAsync();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    // Every kind of text and output, each as wide as it comes.
    private static NotebookDocument Everything()
    {
        string wide = new('x', 400);
        NotebookDocument document = new();
        document.Cells.Add(new NotebookCell("title", CellKind.Markdown, $"""
            # Everything, and {wide}

            A paragraph with `{wide}`, **strong** and [a link](https://example.org/{wide}).

            - a list
            - of two

            > A quotation.

            | a | table of many columns | with `code` | and more | and more | and more | and more | and the last |
            |---|---|---|---|---|---|---|---|
            | {wide[..40]} | 1 | 2 | 3 | 4 | 5 | 6 | {wide[..40]} |

            ```csharp
            int {wide};
            ```

            ## Conclusion
            """));
        document.Cells.Add(new NotebookCell("conclusion", CellKind.Markdown, "## Conclusion\n\nThe same heading again, [above](#conclusion)."));
        document.Cells.Add(new NotebookCell("raw", CellKind.Raw, wide));
        string[] code =
        [
            "Lab.Runs()", "Lab.Show(Lab.Latest(\"001-reply-codec\").Id)", "Lab.Chart(Lab.Latest(\"001-reply-codec\").Id, \"percentiles\")", "Lab.Flame(Lab.Latest(\"001-reply-codec\").Id)",
            $"Console.WriteLine(\"{wide}\"); Console.Error.WriteLine(\"{wide}\");", $"throw new FormatException(\"{wide}\");", $"Markdown(\"# Shown\\n\\n| {wide[..40]} | {wide[..40]} |\\n|---|---|\\n| 1 | 2 |\")", "#!lab help",
        ];
        document.Cells.AddRange(code.Select((c, i) => new NotebookCell($"code-{i}", CellKind.Code, c)));
        document.Cells[^3].Metadata["tags"] = new JsonArray(CellTags.RaisesException);
        return document;
    }
}
