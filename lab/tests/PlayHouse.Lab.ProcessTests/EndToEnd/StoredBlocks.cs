using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Blocks as an interrupted runner leaves them, so that a test begins where its question begins.</summary>
internal static class StoredBlocks
{
    /// <summary>Stores the four launches of an attempt, and its result where there is one.</summary>
    public static async Task SaveAsync(
        LabStore store, RunPlan plan, int block, int attempt, BlockOutcome? outcome, string? cause = null, Func<LaunchRecord, LaunchRecord>? change = null)
    {
        BlockOrder order = plan.OrderOf(block, attempt);
        for (int slot = 0; slot < plan.LaunchesPerBlock(); slot++)
        {
            LaunchRecord launch = Launch(plan, order, block, slot, attempt);
            await store.Launches.SaveAsync(change?.Invoke(launch) ?? launch);
        }

        if (outcome is { } ended)
        {
            await store.Blocks.SaveAsync(new BlockResult(plan.RunId, block, attempt, order, ended, cause));
        }
    }

    /// <summary>The launch as a load leaves it that got a seventh of the processor it needs.</summary>
    public static LaunchRecord Starved(LaunchRecord launch) =>
        launch with { Load = launch.Load! with { Sent = 1_200, Received = 1_200, AchievedRate = 600, SaturationFlags = ["lateness p99 300 ms", "achieved 15 %"] } };

    /// <summary>A completed launch: the candidate allocates a fifth less, everything else is equal.</summary>
    private static LaunchRecord Launch(RunPlan plan, BlockOrder order, int block, int slot, int attempt)
    {
        ResolvedArm arm = plan.ArmAt(order, slot);
        LaunchRecord launch = PlannedLauncher.Record(new LaunchRequest
        {
            LaunchId = $"l-{block}-{attempt}-{slot}", RunId = plan.RunId, Arm = arm, Kind = LaunchKind.Timed, Block = block, Attempt = attempt, Slot = slot,
            Scenario = plan.Experiment.Scenario, Load = plan.Experiment.Load, Environment = plan.Experiment.Environment, Layout = plan.Experiment.Design.Layout,
            WarmupSeconds = plan.WarmupSeconds, WindowSeconds = plan.WindowSeconds, LoadSeed = LaunchSeeds.For(plan.Seed, (int)LaunchKind.Timed, block, attempt, slot),
        });
        return launch with
        {
            StartedAt = DateTimeOffset.UnixEpoch.AddMinutes((4 * block) + slot),
            Metrics = new Dictionary<string, double>(launch.Metrics) { [MetricIds.BytesPerMessage] = (arm.Name == ArmNames.Candidate ? 0.8 : 1) * PlannedLauncher.Bytes },
        };
    }
}
