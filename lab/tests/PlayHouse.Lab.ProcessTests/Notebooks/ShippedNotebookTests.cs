using PlayHouse.Lab.Notebooks.Checking;
using PlayHouse.Lab.Notebooks.Exporting;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>The notebooks that come with the lab, over the recorded runs that come with it.</summary>
public sealed class ShippedNotebookTests : IAsyncLifetime
{
    private SampleLab _lab = null!;

    public static string Folder { get; } = Path.Combine(AppContext.BaseDirectory, "notebooks");

    public static TheoryData<string> Names => [.. Directory.GetFiles(Folder, "*.ipynb").Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal)];

    public async Task InitializeAsync() => _lab = await SampleLab.OpenAsync();

    public async Task DisposeAsync() => await _lab.DisposeAsync();

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Notebook_ExecutedByTheRunner_SaysWhatItsFileSays(string name)
    {
        NotebookDocument document = NotebookDocument.Load(Path.Combine(Folder, name));

        Assert.Empty(NotebookLint.Of(document));
        Assert.All(document.Cells.Where(c => c.Kind == CellKind.Code), c => Assert.NotNull(c.ExecutionCount));
        Assert.Contains(document.Cells, c => OutputCheck.TagOf(c, _lab.Api.Source) is not null && c.Outputs.Count > 0);
        Assert.Empty(await DifferencesAsync(document));
    }

    [Fact]
    public void Seeds_HaveANotebookEachThatNamesAnExperimentThereIs()
    {
        string[] experiments = [.. _lab.Runs.Select(r => r.Run.ExperimentId)];
        for (int seed = 0; seed < 5; seed++)
        {
            NotebookDocument document = NotebookDocument.Load(Path.Combine(Folder, $"seed-00{seed}.ipynb"));
            Assert.Contains(experiments, e => document.Cells.Any(c => c.Kind == CellKind.Code && c.Source.Contains($"\"{e}\"", StringComparison.Ordinal)));
        }
    }

    [Fact]
    public void ReportOfClaims_IsTheNotebookOfClaims() => Assert.Equal(
        NotebookMarkdown.Of(NotebookDocument.Load(Path.Combine(Folder, "claims.ipynb"))), File.ReadAllText(Path.Combine(Folder, "claims.md")));

    [Fact]
    public void Import_NextToThem_LeadsToTheLabOfACheckout() => Assert.Equal(
        LabExtension.Dib("../artifacts/bin/PlayHouse.Lab.Cli/release"), File.ReadAllText(Path.Combine(Folder, NotebookMetadata.Import)));

    [Fact]
    public async Task Sample_ThatIsAnother_ShowsInTheTaggedCells()
    {
        NotebookDocument document = NotebookDocument.Load(Path.Combine(Folder, "tour.ipynb"));
        NotebookCell list = document.Cells.Single(c => c.Id == "list");
        list.Outputs[0]!["data"]!["text/plain"] = "another run";

        LintProblem found = Assert.Single(await DifferencesAsync(document));

        Assert.Equal("list", found.Id);
    }

    private async Task<IReadOnlyList<LintProblem>> DifferencesAsync(NotebookDocument document)
    {
        NotebookDocument copy = IpynbFile.Parse(IpynbFile.Write(document));
        NotebookRun run = await new NotebookRunner(_lab.Api, static _ => { }).RunAsync(copy, new NotebookRunOptions { KeepsGoing = true }, CancellationToken.None);
        return OutputCheck.Differences(document, run, copy, _lab.Api.Source);
    }
}
