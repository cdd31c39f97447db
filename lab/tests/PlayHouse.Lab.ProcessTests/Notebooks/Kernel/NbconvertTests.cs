using System.Diagnostics;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Checking;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>A test that needs Jupyter's own client; it is skipped where that is not installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class NbconvertFactAttribute : FactAttribute
{
    public NbconvertFactAttribute()
    {
        if (NbconvertTests.Program is null)
        {
            Skip = "jupyter-nbconvert is not installed: ./plab setup notebooks";
        }
    }
}

[Trait("Run", "selftest-jupyter")]
public sealed class NbconvertTests
{
    private const string Name = "three.ipynb";

    internal static string? Program => JupyterHome.Find("jupyter-nbconvert");

    [NbconvertFact]
    public async Task Notebook_ExecutedByJupyter_HasTheOutputsOfTheRunner()
    {
        await using SampleLab lab = await SampleLab.OpenAsync();
        NotebookDocument own = Notebook();
        using JupyterHome home = await JupyterHome.CreateAsync();
        own.Save(home.Below(Name));
        NotebookDocument theirs = (await ExecutedAsync(home, home.Below(Name)))[0];
        await new NotebookRunner(lab.Api, static _ => { }).RunAsync(own, lab.Folder, new NotebookRunOptions(), CancellationToken.None);

        Assert.Equal(own.Cells.Select(c => c.ExecutionCount), theirs.Cells.Select(c => c.ExecutionCount));
        foreach ((NotebookCell mine, NotebookCell other) in own.Cells.Zip(theirs.Cells))
        {
            Assert.True(JsonNode.DeepEquals(mine.Outputs, other.Outputs), $"{mine.Source}\n{mine.Outputs.ToJsonString()}\n{other.Outputs.ToJsonString()}");
        }
    }

    [NbconvertFact]
    public async Task ShippedNotebooks_ExecutedByJupyter_SayWhatTheirFilesSay()
    {
        using JupyterHome home = await JupyterHome.CreateAsync();
        // The runner executes every notebook elsewhere; what Jupyter adds is its protocol, which these two exercise.
        string[] files = [.. new[] { "tour.ipynb", "claims.ipynb" }.Select(f => Path.Combine(ShippedNotebookTests.Folder, f))];
        foreach ((string file, NotebookDocument shown) in files.Zip(await ExecutedAsync(home, files)))
        {
            NotebookDocument said = NotebookDocument.Load(file);
            Assert.Equal(said.Cells.Select(c => (c.Id, c.ExecutionCount)), shown.Cells.Select(c => (c.Id, c.ExecutionCount)));
            foreach ((NotebookCell mine, NotebookCell other) in said.Cells.Zip(shown.Cells).Where(p => OutputCheck.TagOf(p.First, LabSource.Sample) is not null))
            {
                Assert.True(OutputCheck.IsSame(mine.Outputs, other.Outputs), $"{Path.GetFileName(file)}, {mine.Id}\n{mine.Outputs.ToJsonString()}\n{other.Outputs.ToJsonString()}");
            }
        }
    }

    private static NotebookDocument Notebook()
    {
        NotebookDocument document = new() { Metadata = NotebookMetadata.New() };
        string[] cells =
        [
            "Console.Write(\"out\\n\");\nConsole.Error.WriteLine(\"err\");\nint Twice(int n) => 2 * n;",
            "#!lab runs\nDisplay(1, id: \"same\");\nDisplay(2, id: \"same\");\nLab.Chart(\"001-reply-codec\", \"forest\")",
            "Update(3, \"same\");\nUpdate(4, \"other\");\nDisplay(5, id: \"third\");",
            "Display(6, id: \"third\");\nTwice(21)",
        ];
        document.Cells.AddRange(cells.Select((c, i) => new NotebookCell($"cell-{i + 1}", CellKind.Code, c)));
        return document;
    }

    private static async Task<NotebookDocument[]> ExecutedAsync(JupyterHome home, params string[] files)
    {
        string folder = home.Below("executed");
        using Process convert = home.Start(
            Program!, ["--execute", "--to", "notebook", "--output-dir", folder, "--ExecutePreprocessor.kernel_name=playhouse-lab",
            "--ExecutePreprocessor.startup_timeout=180", "--ExecutePreprocessor.iopub_timeout=120", .. files]);
        await JupyterHome.EndAsync(convert);
        return [.. files.Select(f => NotebookDocument.Load(Path.Combine(folder, Path.GetFileName(f))))];
    }
}
