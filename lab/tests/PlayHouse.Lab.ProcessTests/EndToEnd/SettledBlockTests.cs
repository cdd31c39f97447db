using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>A run that was killed between the last launch of a block and its result.</summary>
public sealed class SettledBlockTests
{
    private const string Baseline = "{ preset: default, set: { reply-codec: to-byte-array } }";
    private const string Candidate = "{ preset: default, set: { reply-codec: write-to-span } }";

    [Fact]
    public async Task Resume_FourCompleteLaunchesWithoutAResult_CountAndAreNotMadeAgain()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("910-settled", "c2s-proto-echo", Baseline, Candidate, profileEvery: 0);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher());
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 15 }, CancellationToken.None);
        for (int block = 0; block < 6; block++)
        {
            await StoredBlocks.SaveAsync(service.Store, run.Plan, block, 0, block < 5 ? BlockOutcome.Accepted : null);
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

    /// <summary>A reader of a verdict learns what the seam's latest comparison with itself found.</summary>
    [Fact]
    public async Task Report_SeamWithAnAaRun_NamesItsLatest()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("913-twins", "c2s-proto-echo", Baseline, Candidate, profileEvery: 0);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher());
        RunRecord twins = await service.PrepareAsync(path, new RunOptions { Seed = 18, Aa = true }, CancellationToken.None);
        for (int block = 0; block < 6; block++)
        {
            await StoredBlocks.SaveAsync(service.Store, twins.Plan, block, 0, block < 5 ? BlockOutcome.Accepted : null);
        }

        await service.ExecuteAsync(twins.Id, new EventRecorder(), CancellationToken.None);

        RunRecord toggled = await service.PrepareAsync(path, new RunOptions { Seed = 19 }, CancellationToken.None);
        SeamNull shown = Assert.Single((await service.ReportAsync(toggled.Id, CancellationToken.None)).LatestAa);
        Assert.Equal(("reply-codec", twins.Id), (shown.Seam, shown.RunId));
    }

    /// <summary>A run that was resumed on another runtime compares two runtimes, however many blocks follow.</summary>
    [Fact]
    public async Task Resume_LaunchesOfTwoRuntimes_EndsUnfitWithoutAnotherBlock()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("911-mixed", "c2s-proto-echo", Baseline, Candidate);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher());
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 16 }, CancellationToken.None);
        await StoredBlocks.SaveAsync(service.Store, run.Plan, 0, 0, BlockOutcome.Accepted);
        await StoredBlocks.SaveAsync(service.Store, run.Plan, 1, 0, BlockOutcome.Accepted, change: l => l with
        {
            Fingerprint = new Dictionary<string, string>(l.Fingerprint) { [FingerprintKeys.Runtime] = "another" },
        });

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Assert.Equal((VerdictKind.Unfit, 8), (report.Verdict!.Kind, report.Launches.Count));
        Assert.Contains(ReasonText.Reasons(report), r => r.Contains($"Launches differ in {FingerprintKeys.Runtime}", StringComparison.Ordinal));
    }
}
