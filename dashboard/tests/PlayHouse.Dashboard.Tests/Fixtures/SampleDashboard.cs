using PlayHouse.Dashboard.Tests.Browser;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>One dashboard over a store with every kind of run, for the walks that only read. It ends with the tests.</summary>
internal static class SampleDashboard
{
    private static readonly Lazy<Task<DashboardRun>> Shared = new(StartAsync);
    private static readonly SemaphoreSlim Links = new(1);

    /// <summary>Its workspace, and a link that signs one reader in.</summary>
    public static async Task<(LabWorkspace Workspace, string Link)> OpenAsync()
    {
        DashboardRun run = await Shared.Value;
        await Links.WaitAsync();
        try
        {
            return (run.Workspace, await run.NewLinkAsync());
        }
        finally
        {
            Links.Release();
        }
    }

    private static async Task<DashboardRun> StartAsync()
    {
        LabWorkspace workspace = await SampleStore.FilledAsync(async store =>
        {
            await SampleStore.FillAsync(store);
            await SampleStore.WideAsync(store);
            await SampleStore.AddScreenAsync(store);
        });
        LiveFlowTests.AddExperiments(workspace);
        SampleTraces.Write(workspace);
        SampleNotebooks.AddTo(workspace);
        DashboardRun run = await DashboardRun.StartAsync(workspace);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => run.DisposeAsync().AsTask().Wait(DashboardRun.Deadline);
        return run;
    }
}
