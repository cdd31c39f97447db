using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Runner.Experiments;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>A real run from a page: it outlives the dashboard that started it.</summary>
[Collection(MeasuringCollection.Name)]
[Trait("Run", "selftest-pages")]
public sealed class LiveFlowTests
{
    [Fact]
    public async Task LiveFlow_FromAStrategyToAResult_OutlivesTheDashboard()
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        AddPolicies(workspace);
        DashboardRun first = await DashboardRun.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("flow", first.Link);
        await walk.HearAsync("kill");
        await first.KillAsync();
        string file = Path.Combine(workspace.Experiments, "001-reply-codec", "experiment.yaml");
        Assert.True(File.Exists(file), "the experiment was not saved");
        string saved = await File.ReadAllTextAsync(file);
        await GoesOnAsync(workspace);
        await using DashboardRun second = await DashboardRun.StartAsync(workspace, first.Port);
        await walk.TellAsync(second.Link);

        await walk.EndAsync();

        Assert.Equal(saved, await File.ReadAllTextAsync(file));
        Assert.NotEmpty(Directory.EnumerateFiles(workspace.Logs, "r-*.log"));
    }

    /// <summary>The repository's experiments in a workspace of a test.</summary>
    internal static void AddExperiments(LabWorkspace workspace)
    {
        AddPolicies(workspace);
        foreach (ExperimentEntry entry in ExperimentFolder.List(new LabWorkspace(Repository.Root)))
        {
            ExperimentFolder.Save(workspace, entry.Name, entry.Text, null);
        }

        ExperimentFolder.Save(workspace, "999-broken", "version: 1\nquestion: <b>\n", null);
    }

    private static void AddPolicies(LabWorkspace workspace)
    {
        string folder = Directory.CreateDirectory(Path.Combine(workspace.Experiments, "policies")).FullName;
        foreach (string policy in Directory.EnumerateFiles(Path.Combine(Repository.Root, "experiments", "policies")))
        {
            File.Copy(policy, Path.Combine(folder, Path.GetFileName(policy)));
        }
    }

    /// <summary>Waits until the run has done more than when this was called, with no dashboard there.</summary>
    private static async Task GoesOnAsync(LabWorkspace workspace)
    {
        await using LabStore store = await SampleStore.OpenAsync(workspace);
        string run = (await store.Runs.ListAsync(null, 1))[0].Id;
        int before = (await store.Events.ReadAsync(run, 0, EventLog.MaxPage)).Count;
        using CancellationTokenSource deadline = new(DashboardRun.Deadline);
        using PeriodicTimer look = new(TimeSpan.FromMilliseconds(100));
        while ((await store.Events.ReadAsync(run, 0, EventLog.MaxPage)).Count <= before)
        {
            await look.WaitForNextTickAsync(deadline.Token);
        }
    }
}
