using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Workspace;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Notebooks in a real browser, executed by the real command line over the recorded sample.</summary>
[Collection(MeasuringCollection.Name)]
public sealed class NotebookTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Notebooks_AreReadExecutedSavedAndMade()
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        SampleNotebooks.AddTo(workspace);
        string run = await UnpackAsync(workspace);
        string before = await File.ReadAllTextAsync(SampleNotebooks.PathOf(workspace, SampleNotebooks.Tour));
        await using DashboardRun dashboard = await DashboardRun.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("notebooks", dashboard.Link, run);

        await walk.HearAsync("executed");
        Assert.Equal(before, await File.ReadAllTextAsync(SampleNotebooks.PathOf(workspace, SampleNotebooks.Tour)));
        await walk.TellAsync("go");
        foreach (string line in await walk.EndAsync())
        {
            output.WriteLine(line);
        }

        NotebookDocument saved = NotebookFolder.Read(workspace, SampleNotebooks.Tour).Document;
        Assert.Equal(OutputsKind.Executed, OutputsState.Of(saved).Kind);
        Assert.Equal(IpynbFile.Parse(before).Cells.Select(c => (c.Id, c.Source)), saved.Cells.Select(c => (c.Id, c.Source)));
        Assert.Contains($"string run = \"{run}\";", NotebookFolder.Read(workspace, "made-here.ipynb").Document.CodeCells[0].Source, StringComparison.Ordinal);
        Assert.Equal(OutputsKind.Never, OutputsState.Of(NotebookFolder.Read(workspace, SampleNotebooks.Waiting).Document).Kind);
    }

    [Fact]
    public async Task Notebook_ThatIsHostile_DoesNothing()
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        SampleNotebooks.AddTo(workspace);
        await using DashboardHost host = await DashboardHost.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("hostileNotebook", host.Link);

        await walk.EndAsync();
    }

    private static async Task<string> UnpackAsync(LabWorkspace workspace)
    {
        await using LabService lab = await LabService.OpenAsync(workspace, CancellationToken.None);
        await PackedRuns.UnpackSampleAsync(lab, PackedRuns.In(Path.Combine(Repository.Root, "lab", "samples")), CancellationToken.None);
        return (await lab.ListAsync(100, CancellationToken.None)).Single(r => r.Run.ExperimentId == "001-reply-codec").Run.Id;
    }
}
