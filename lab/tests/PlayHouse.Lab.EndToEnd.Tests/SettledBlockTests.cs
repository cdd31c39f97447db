using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>A run that was killed between the last launch of a block and its result.</summary>
public sealed class SettledBlockTests
{
    [Fact]
    public async Task Resume_FourCompleteLaunchesWithoutAResult_CountAndAreNotMadeAgain()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment(
            "910-settled", "c2s-proto-echo", "{ preset: default, set: { reply-codec: to-byte-array } }", "{ preset: default, set: { reply-codec: write-to-span } }", profileEvery: 0);
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 15 }, CancellationToken.None);
        for (int block = 0; block < 6; block++)
        {
            BlockOrder order = run.Plan.OrderOf(block, 0);
            for (int slot = 0; slot < BlockTable.SlotsPerBlock; slot++)
            {
                await service.Store.Launches.SaveAsync(Launch(run.Plan, order, block, slot));
            }

            if (block < 5)
            {
                await service.Store.Blocks.SaveAsync(new BlockResult(run.Id, block, 0, order, BlockOutcome.Accepted, null));
            }
        }

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Assert.Equal((RunState.Completed, 24, 6), (report.Run.State, report.Launches.Count, report.Verdict!.Blocks));
        Assert.Empty(report.Uncounted);
        Assert.Equal((VerdictKind.Keep, ConfirmationState.Awaited), (report.Verdict.Kind, report.Confirmation!.State));
        Assert.Contains(NextSteps.Of(report), n => n.Command.EndsWith($"--confirms {run.Id}", StringComparison.Ordinal));

        // The run that decides starts at another hour, and nothing is stored of one that does not.
        (int exitCode, _, string error) = await CommandLine.RunAsync(lab.Workspace, "run", path, "--confirms", run.Id);
        Assert.Equal(2, exitCode);
        Assert.Contains("at another hour", error, StringComparison.Ordinal);
        Assert.Single(await service.ListAsync(10, CancellationToken.None));
    }

    private static LaunchRecord Launch(RunPlan plan, BlockOrder order, int block, int slot)
    {
        string arm = plan.ArmAt(order, slot).Name;
        return new LaunchRecord
        {
            Id = $"l-{block}-{slot}", RunId = plan.RunId, Arm = arm, Kind = LaunchKind.Timed, State = LaunchState.Completed, Block = block, Slot = slot,
            StartedAt = DateTimeOffset.UnixEpoch.AddMinutes((4 * block) + slot),
            Fingerprint = new Dictionary<string, string>
            {
                [FingerprintKeys.Runtime] = "r", [FingerprintKeys.Build] = "Release", [FingerprintKeys.ProcessorCount] = "2",
                [FingerprintKeys.GcServer] = "false", [FingerprintKeys.Layout] = "shared",
            },
            Strategies = new Dictionary<string, string> { ["reply-codec"] = arm == ArmNames.Candidate ? "write-to-span" : "to-byte-array" },
            HitsPerMessage = new Dictionary<string, double> { ["reply-codec"] = 1 },
            Metrics = new Dictionary<string, double>(plan.Policy.Metrics.ToDictionary(m => m.Id, m => IsCount(m.Id) ? 0 : 100.0))
            {
                [MetricIds.BytesPerMessage] = arm == ArmNames.Candidate ? 400 : 500,
            },
            Load = new LoadResult { WindowSeconds = 2, Offered = 8_000, Sent = 8_000, Received = 8_000, AchievedRate = 4_000 },
        };
    }

    private static bool IsCount(string metric) => metric is MetricIds.Errors or MetricIds.Lost or MetricIds.Skipped or MetricIds.SkippedShare;
}
