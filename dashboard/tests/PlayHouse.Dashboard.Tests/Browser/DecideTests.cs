using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Decisions, history and many runs in a real browser over a real store.</summary>
public sealed class DecideTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Decide_RecordsThenWritesThenTakesBack()
    {
        LabWorkspace workspace = await FilledAsync(SampleStore.FillAsync);
        await using DashboardRun run = await DashboardRun.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("decide", run.Link, SampleStore.FullRun);

        await walk.HearAsync("recorded");
        string record = Assert.Single(Directory.GetFiles(workspace.Decisions, "*.md"));
        Assert.Equal("0001-keep-reply-codec-write-to-span.md", Path.GetFileName(record));
        Assert.Contains("> It saves what it was made for.", TextOf(record), StringComparison.Ordinal);
        Assert.False(File.Exists(workspace.Strategies));
        await walk.SayAsync("go");

        await walk.HearAsync("written");
        Assert.Contains("\"reply-codec\": \"write-to-span\"", TextOf(workspace.Strategies), StringComparison.Ordinal);
        await walk.SayAsync("go");

        await walk.HearAsync("taken back");
        Assert.Equal(2, Directory.GetFiles(workspace.Decisions, "*.md").Length);
        Assert.Contains("\"set\": {}", TextOf(workspace.Strategies), StringComparison.Ordinal);
        await walk.SayAsync("go");
        await walk.EndAsync();
    }

    [Fact]
    public async Task History_OfManyRuns_ShowsItsStepItsDecisionAndStaysQuick()
    {
        LabWorkspace workspace = await FilledAsync(store => LargeStore.FillAsync(store, 1_000));
        await using (LabService lab = await LabService.OpenAsync(workspace, CancellationToken.None))
        {
            await lab.DecideAsync(
                new DecisionRequest { Subject = "r-20250101-000000-0100", Choice = DecisionChoice.Rerun, Reason = "The level moved." }, null, CancellationToken.None);
        }

        await using DashboardRun run = await DashboardRun.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("large", run.Link, LargeStore.Stepped);

        foreach (string line in await walk.EndAsync())
        {
            output.WriteLine(line);
        }
    }

    [Fact]
    public async Task Navigation_FiftyTimes_LeavesNoPageBehind()
    {
        LabWorkspace workspace = await FilledAsync(SampleStore.FillAsync);
        try
        {
            await using DashboardHost host = await DashboardHost.StartAsync(workspace);
            using BrowserWalk walk = BrowserWalk.Start("wander", host.Link, SampleStore.FullRun);
            await walk.HearAsync("wandered");

            Assert.True(host.Components.Made > 500, $"{host.Components.Made} components were made");
            using CancellationTokenSource deadline = new(DashboardRun.Deadline);
            using PeriodicTimer look = new(TimeSpan.FromMilliseconds(100));
            IReadOnlyList<string> alive = host.Components.PagesAlive();
            while (alive.Count > 3 && !deadline.IsCancellationRequested)
            {
                // A page that waits for an answer of the store lets go of itself when it has come.
                await look.WaitForNextTickAsync();
                alive = host.Components.PagesAlive();
            }

            output.WriteLine($"{host.Components.Made} components made, pages alive: {string.Join(", ", alive)}");
            Assert.True(alive.Count <= 3, $"still alive: {string.Join(", ", alive)}");
            await walk.SayAsync("go");
            await walk.EndAsync();
        }
        finally
        {
            Directory.Delete(workspace.Root, recursive: true);
        }
    }

    private static string TextOf(string path) => File.ReadAllText(path);

    private static async Task<LabWorkspace> FilledAsync(Func<LabStore, Task> fill)
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        await using LabStore store = await SampleStore.OpenAsync(workspace);
        await fill(store);
        return workspace;
    }
}
