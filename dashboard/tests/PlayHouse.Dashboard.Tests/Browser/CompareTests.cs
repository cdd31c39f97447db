using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Runner.Workspace;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Comparisons in a browser, and their files compared with those of the command line.</summary>
public sealed class CompareTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Compare_TheAddressIsTheComparison()
    {
        (_, string link) = await SampleDashboard.OpenAsync();
        using BrowserWalk walk = BrowserWalk.Start("compare", link, $"{SampleStore.WideRun} {SampleStore.BesideRun} {SampleStore.OtherLoadRun}");

        foreach (string line in await walk.EndAsync())
        {
            output.WriteLine(line);
        }
    }

    [Fact]
    public async Task CallPaths_AndTheDecision_StandBeneathTheComparison()
    {
        (_, string link) = await SampleDashboard.OpenAsync();
        using BrowserWalk walk = BrowserWalk.Start("comparePaths", link, $"{SampleStore.FullRun} {SampleStore.WideRun} {SampleStore.BesideRun}");

        await walk.EndAsync();
    }

    [Fact]
    public async Task Files_AreThoseOfTheCommandLine()
    {
        (LabWorkspace workspace, string link) = await SampleDashboard.OpenAsync();
        foreach ((string ending, string option) in new[] { ("md", "--markdown"), ("csv", "--csv"), ("json", "--json") })
        {
            await File.WriteAllTextAsync(Path.Combine(workspace.Root, $"run.{ending}"), await LabCommand.RunAsync(workspace, "compare", SampleStore.WideRun, option));
        }

        await LabCommand.RunAsync(workspace, "export", SampleStore.WideRun, "--format", "html", "--out", Path.Combine(workspace.Root, "run.html"));
        using BrowserWalk walk = BrowserWalk.Start("compareFiles", link, $"{SampleStore.WideRun} - - {workspace.Root}");

        await walk.EndAsync();
    }
}
