using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Decisions, history and many runs in a real browser over a real store.</summary>
public sealed class DecideTests(ITestOutputHelper output)
{
    private const string Decidable = "r-20250102-030405-decide";

    [Fact]
    public async Task Decide_RecordsThenWritesThenTakesBack()
    {
        LabWorkspace workspace = await SampleStore.FilledAsync(DecidableAsync);
        await using DashboardHost host = await DashboardHost.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("decide", host.Link, Decidable);

        await walk.HearAsync("recorded");
        string record = Assert.Single(Directory.GetFiles(workspace.Decisions, "*.md"));
        Assert.Equal("0001-keep-reply-codec-coded-output-stream.md", Path.GetFileName(record));
        Assert.Contains("> It saves what it was made for.", TextOf(record), StringComparison.Ordinal);
        Assert.False(File.Exists(workspace.Strategies));
        await walk.TellAsync("go");

        await walk.HearAsync("written");
        Assert.Contains("\"reply-codec\": \"coded-output-stream\"", TextOf(workspace.Strategies), StringComparison.Ordinal);
        await walk.TellAsync("go");

        await walk.HearAsync("taken back");
        Assert.Equal(2, Directory.GetFiles(workspace.Decisions, "*.md").Length);
        Assert.Contains("\"set\": {}", TextOf(workspace.Strategies), StringComparison.Ordinal);
        await walk.TellAsync("go");
        await walk.EndAsync();
    }

    [Fact]
    public async Task History_OfManyRuns_ShowsItsStepItsDecisionAndStaysQuick()
    {
        const int Runs = 400;
        LabWorkspace workspace = await SampleStore.FilledAsync(store => LargeStore.FillAsync(store, Runs));
        await using (LabService lab = await LabService.OpenAsync(workspace, CancellationToken.None))
        {
            await lab.DecideAsync(
                new DecisionRequest { Subject = "r-20250101-000000-0040", Choice = DecisionChoice.Rerun, Reason = "The level moved." }, null, CancellationToken.None);
        }

        await using DashboardHost host = await DashboardHost.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("large", host.Link, LargeStore.Stepped);

        foreach (string line in await walk.EndAsync())
        {
            output.WriteLine(line);
        }
    }

    [Trait("Run", "selftest-pages")]
    [Fact]
    public async Task Navigation_FiftyTimes_LeavesNoPageBehind()
    {
        LabWorkspace workspace = await SampleStore.FilledAsync(SampleStore.FillAsync);
        await using DashboardHost host = await DashboardHost.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("wander", host.Link, SampleStore.FullRun);
        await walk.HearAsync("wandered");

        Assert.True(host.Components.PagesMade >= 50, $"{host.Components.PagesMade} pages were made");
        using CancellationTokenSource deadline = new(DashboardRun.Deadline);
        using PeriodicTimer look = new(TimeSpan.FromMilliseconds(100));
        IReadOnlyList<string> alive = host.Components.PagesAlive();
        while (alive.Count > 3 && !deadline.IsCancellationRequested)
        {
            // A page that waits for an answer of the store lets go of itself when it has come.
            await look.WaitForNextTickAsync();
            alive = host.Components.PagesAlive();
        }

        output.WriteLine($"{host.Components.PagesMade} pages made, pages alive: {string.Join(", ", alive)}");
        Assert.True(alive.Count <= 3, $"still alive: {string.Join(", ", alive)}");
        await walk.TellAsync("go");
        await walk.EndAsync();
    }

    // A candidate that is not what is shipped: keeping it changes something.
    private static async Task DecidableAsync(LabStore store)
    {
        RunPlan plan = SampleReports.Plan();
        Dictionary<string, StrategySetting> strategies = new(plan.Other.Strategies) { ["reply-codec"] = StrategySetting.Of("coded-output-stream") };
        await store.Runs.CreateAsync(plan with { RunId = Decidable, Other = plan.Other with { Strategies = strategies } });
        await store.Runs.SetStateAsync(Decidable, RunState.Running);
        await store.Results.SaveVerdictAsync(SampleReports.Keep() with { RunId = Decidable }, SampleReports.Attribution());
        await store.Runs.SetStateAsync(Decidable, RunState.Completed);
    }

    private static string TextOf(string path) => File.ReadAllText(path);
}
