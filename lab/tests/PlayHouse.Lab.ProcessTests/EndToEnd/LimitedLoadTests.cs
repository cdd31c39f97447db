using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>A load that missed its rate is judged at the looks of the plan, not by one bad block.</summary>
public sealed class LimitedLoadTests
{
    private const string Baseline = "{ preset: default, set: { reply-codec: to-byte-array } }";
    private const string Candidate = "{ preset: default, set: { reply-codec: write-to-span } }";

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Resume_StarvedBlocksBeforeTheFirstLook_DoNotEndTheRun(int starved)
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("914-starved-blocks", "c2s-proto-echo", Baseline, Candidate, profileEvery: 0);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher());
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 20 }, CancellationToken.None);
        await SaveAsync(service, run.Plan, blocks: starved, isStarved: _ => true, isOpen: false);

        var recorder = new EventRecorder();
        await service.ExecuteAsync(run.Id, recorder, CancellationToken.None);

        RunEvent next = recorder.Events.First(e => e.Type is RunEventTypes.LaunchStarted or RunEventTypes.RunEnded);
        Assert.Equal(RunEventTypes.LaunchStarted, next.Type);
        Assert.Equal(starved, JsonSerializer.Deserialize<LaunchStartedData>(next.Json, LabJson.Compact)!.Block);
    }

    /// <summary>Most of the launches of both arms, over all blocks of the look, make the load the limit.</summary>
    [Theory]
    [InlineData(null, 1, VerdictKind.Keep)]
    [InlineData(null, 6, VerdictKind.Unfit)]
    [InlineData(8, 8, VerdictKind.Unfit)]
    public async Task Resume_AtTheLook_TheLoadIsJudgedByAllItsBlocks(int? fixedBlocks, int starved, VerdictKind expected)
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("915-look", "c2s-proto-echo", Baseline, Candidate, profileEvery: 0);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher());
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 21, Blocks = fixedBlocks }, CancellationToken.None);
        int look = Assert.Single(run.Plan.Looks);
        await SaveAsync(service, run.Plan, look, block => block < starved, isOpen: true);

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Assert.Equal((expected, look, report.Run.Plan.LaunchesPerBlock() * look), (report.Verdict!.Kind, report.Verdict.Blocks, report.Launches.Count));
        Assert.Equal(
            expected == VerdictKind.Unfit,
            ReasonText.Reasons(report).Any(r => r.Contains("The load could not offer its rate", StringComparison.Ordinal)));
    }

    /// <summary>Stores blocks of one attempt; of the last one the result is missing, so that the run has nothing left to launch.</summary>
    private static async Task SaveAsync(LabService service, RunPlan plan, int blocks, Func<int, bool> isStarved, bool isOpen)
    {
        for (int block = 0; block < blocks; block++)
        {
            bool isLast = isOpen && block == blocks - 1;
            await StoredBlocks.SaveAsync(
                service.Store, plan, block, 0, isLast ? null : BlockOutcome.Accepted, change: isStarved(block) ? StoredBlocks.Starved : null);
        }
    }
}
