using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Workspace;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Notebooks in a real browser, over the recorded sample.</summary>
public sealed class NotebookTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Notebooks_AreReadFollowedAndMade()
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        SampleNotebooks.AddTo(workspace);
        string run = await UnpackAsync(workspace);
        await using DashboardHost host = await DashboardHost.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("notebooks", host.Link, run);

        await walk.HearAsync("open");
        // As the command line leaves it: with its outputs, in one step.
        string executed = SampleNotebooks.PathOf(workspace, ".half.ipynb");
        File.Copy(Path.Combine(Repository.Root, "notebooks", SampleNotebooks.Tour), executed);
        File.Move(executed, SampleNotebooks.PathOf(workspace, SampleNotebooks.Tour), overwrite: true);
        await walk.TellAsync("go");
        foreach (string line in await walk.EndAsync())
        {
            output.WriteLine(line);
        }

        Assert.Contains($"string run = \"{run}\";", NotebookFolder.Read(workspace, "made-here.ipynb").Document.CodeCells[1].Source, StringComparison.Ordinal);
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
        string[] packs = [.. PackedRuns.In(Path.Combine(Repository.Root, "lab", "samples")).Where(f => Path.GetFileName(f).StartsWith("001-reply-codec", StringComparison.Ordinal))];
        await PackedRuns.UnpackSampleAsync(lab, packs, CancellationToken.None);
        return (await lab.ListAsync(packs.Length, CancellationToken.None)).Last(r => r.Run.ExperimentId == "001-reply-codec").Run.Id;
    }
}
