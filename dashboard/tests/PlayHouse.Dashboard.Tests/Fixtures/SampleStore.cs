using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>A store with hand-made runs, written through the tables the lab itself writes.</summary>
internal static partial class SampleStore
{
    /// <summary>A run with everything a page can show.</summary>
    public const string FullRun = "r-20250102-030405-full";

    /// <summary>A run that another process executes.</summary>
    public const string LiveRun = "r-20250102-030405-live";

    public static async Task<LabStore> OpenAsync(LabWorkspace workspace)
    {
        Directory.CreateDirectory(workspace.Data);
        return await LabStore.OpenAsync(workspace.Store, StoreMode.Write);
    }

    /// <summary>A new workspace with a store that <paramref name="fill"/> has filled and left.</summary>
    public static async Task<LabWorkspace> FilledAsync(Func<LabStore, Task> fill)
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        await using LabStore store = await OpenAsync(workspace);
        await fill(store);
        return workspace;
    }

    /// <summary>One run of each kind.</summary>
    public static async Task FillAsync(LabStore store)
    {
        foreach (VerdictKind kind in Enum.GetValues<VerdictKind>())
        {
            await AddAsync(store, $"r-20250101-000000-{kind.ToString().ToLowerInvariant()}", $"00{(int)kind + 2}-{kind.ToString().ToLowerInvariant()}", kind);
        }

        await AddAsync(store, "r-20250102-000000-aa", "001-reply-codec", VerdictKind.NoEffect, isAa: true);
        RunRecord failed = await store.Runs.CreateAsync(Plan("r-20250102-000001-failed", "009-broken"));
        await store.Runs.SetStateAsync(failed.Id, RunState.Running);
        await store.Launches.SaveAsync(Launch("l-failed", failed.Id, "candidate", 0) with
        {
            State = LaunchState.Failed, Failure = "the target died", TargetStderr = "Unhandled exception <script>alert(1)</script>\nSecond line",
        });
        await store.Runs.SetStateAsync(failed.Id, RunState.Failed, "no launch of candidate completed");
        await FullAsync(store);
    }

    /// <summary>Runs with a verdict and nothing else.</summary>
    public static async Task ManyAsync(LabStore store, int count)
    {
        for (int i = 0; i < count; i++)
        {
            await AddAsync(store, string.Create(CultureInfo.InvariantCulture, $"r-20250103-{i:000000}-many"), $"0{i % 7}0-many", (VerdictKind)(i % 6));
        }
    }

    /// <summary>A run in progress, owned by this process.</summary>
    public static async Task BeginLiveAsync(LabStore store)
    {
        await store.Runs.CreateAsync(Plan(LiveRun, "010-live"));
        await store.Ownership.TryTakeAsync(LiveRun, Self());
        await store.Runs.SetStateAsync(LiveRun, RunState.Running);
    }

    /// <summary>Writes what has happened to the live run.</summary>
    public static Task<RunEvent> AppendLiveAsync<T>(LabStore store, string type, T data) =>
        store.Events.AppendAsync(LiveRun, type, JsonSerializer.Serialize(data, LabJson.Compact));

    /// <summary>Says again and again that the owner of the live run is there, as a real owner does.</summary>
    public static async Task KeepAliveAsync(LabStore store, CancellationToken ct)
    {
        using PeriodicTimer timer = new(TimeSpan.FromSeconds(1));
        try
        {
            while (await timer.WaitForNextTickAsync(ct))
            {
                await store.Ownership.HeartbeatAsync(LiveRun, Self(), ct);
            }
        }
        catch (OperationCanceledException)
        {
            // The run is over.
        }
    }

    private static ProcessIdentity Self()
    {
        using Process self = Process.GetCurrentProcess();
        return new ProcessIdentity(Environment.MachineName, self.Id, self.StartTime.ToUniversalTime());
    }

    private static async Task AddAsync(LabStore store, string id, string experiment, VerdictKind kind, bool isAa = false)
    {
        await store.Runs.CreateAsync(Plan(id, experiment, isAa));
        await store.Runs.SetStateAsync(id, RunState.Running);
        await store.Results.SaveVerdictAsync(SampleReports.Keep() with { RunId = id, Kind = kind });
        await store.Runs.SetStateAsync(id, RunState.Completed);
    }

    private static async Task FullAsync(LabStore store)
    {
        await store.Runs.CreateAsync(Plan(FullRun, "001-reply-codec"));
        await store.Runs.SetStateAsync(FullRun, RunState.Running);
        for (int block = 0; block < 2; block++)
        {
            for (int slot = 0; slot < 4; slot++)
            {
                string arm = slot is 0 or 3 ? "baseline" : "candidate";
                await store.Launches.SaveAsync(Launch($"l-{block}-{slot}", FullRun, arm, block) with
                {
                    Slot = slot,
                    Hops = [new HopRecord("received→enqueued", 100, 1_200, 1_000, 9_000), new HopRecord("enqueued→dequeued", 100, 3_400, 3_000, 12_000)],
                });
            }

            await store.Blocks.SaveAsync(new BlockResult(FullRun, block, 0, BlockOrder.Abba, BlockOutcome.Accepted, null));
        }

        foreach (string arm in new[] { "baseline", "candidate" })
        {
            await store.Launches.SaveAsync(Launch($"l-trace-{arm}", FullRun, arm, 0) with { Kind = LaunchKind.Diagnostic });
            await store.Results.SaveProfileAsync(SampleReports.Profile(arm) with { LaunchId = $"l-trace-{arm}" });
        }

        VerdictRecord verdict = SampleReports.Keep() with
        {
            RunId = FullRun,
            Warnings = [new Said("The load was near its limit in one launch.")],
        };
        await store.Results.SaveVerdictAsync(verdict, SampleReports.Attribution());
        await store.Runs.SetStateAsync(FullRun, RunState.Completed);
    }

    private static RunPlan Plan(string id, string experiment, bool isAa = false)
    {
        RunPlan plan = SampleReports.Plan(isAa);
        return plan with { RunId = id, Experiment = plan.Experiment with { Id = experiment } };
    }

    private static LaunchRecord Launch(string id, string run, string arm, int block)
    {
        LaunchRecord launch = SampleReports.Launch(id, arm, block, 0, arm == "baseline" ? 184.02 : 120.01, run);
        return launch with { Metrics = new Dictionary<string, double>(launch.Metrics) { [MetricIds.AchievedRate] = 12_345, [MetricIds.LatencyP99] = 812.4 } };
    }
}
