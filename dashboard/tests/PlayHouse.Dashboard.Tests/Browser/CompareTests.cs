using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Comparisons in a browser, and their files compared with those of the command line.</summary>
public sealed class CompareTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Compare_TheAddressIsTheComparison()
    {
        await using DashboardRun run = await DashboardRun.StartAsync(await FilledAsync());
        using BrowserWalk walk = BrowserWalk.Start("compare", run.Link, $"{SampleStore.WideRun} {SampleStore.BesideRun} {SampleStore.OtherLoadRun}");

        foreach (string line in await walk.EndAsync())
        {
            output.WriteLine(line);
        }
    }

    [Fact]
    public async Task CallPaths_AndTheDecision_StandBeneathTheComparison()
    {
        LabWorkspace workspace = await FilledAsync(SampleStore.FillAsync);
        SampleTraces.Write(workspace);
        await using DashboardRun run = await DashboardRun.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("comparePaths", run.Link, $"{SampleStore.FullRun} {SampleStore.WideRun} {SampleStore.BesideRun}");

        await walk.EndAsync();
    }

    [Fact]
    public async Task Files_AreThoseOfTheCommandLine()
    {
        LabWorkspace workspace = await FilledAsync();
        await using DashboardRun run = await DashboardRun.StartAsync(workspace);
        foreach ((string ending, string option) in new[] { ("md", "--markdown"), ("csv", "--csv"), ("json", "--json") })
        {
            await File.WriteAllTextAsync(Path.Combine(workspace.Root, $"run.{ending}"), await LabCommand.RunAsync(workspace, "compare", SampleStore.WideRun, option));
        }

        await LabCommand.RunAsync(workspace, "export", SampleStore.WideRun, "--format", "html", "--out", Path.Combine(workspace.Root, "run.html"));
        using BrowserWalk walk = BrowserWalk.Start("compareFiles", run.Link, $"{SampleStore.WideRun} - - {workspace.Root}");

        await walk.EndAsync();
    }

    private static Task<LabWorkspace> FilledAsync(Func<LabStore, Task>? more = null) => SampleStore.FilledAsync(async store =>
    {
        await SampleStore.WideAsync(store);
        await (more?.Invoke(store) ?? Task.CompletedTask);
    });
}
