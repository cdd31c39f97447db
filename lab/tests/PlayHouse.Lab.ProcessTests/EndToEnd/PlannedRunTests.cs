using System.Diagnostics;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Runs over planned launches: what the lab makes of processes that die, of code that does not run, and of bytes that are planted.</summary>
public sealed class PlannedRunTests
{
    private const string Baseline = "{ preset: default, set: { reply-codec: to-byte-array } }";
    private const string Candidate = "{ preset: default, set: { reply-codec: write-to-span } }";

    [Theory]
    [InlineData("target")]
    [InlineData("load")]
    public async Task Child_DiesInMidBlock_LaunchIsRecordedAndBlockRepeated(string victim)
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("902-killed", "c2s-proto-echo", Baseline, Candidate, profileEvery: 0);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher((request, record) =>
            request is { Block: 0, Attempt: 0, Slot: 1 } ? PlannedLauncher.Died(record, victim) : record));
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 9 }, CancellationToken.None);
        var recorder = new EventRecorder();

        RunReport report = await service.ExecuteAsync(run.Id, recorder, CancellationToken.None);

        (int, int, string)[] blocks = [.. recorder.Events.Select(Block).Where(b => b is not null).Select(b => (b!.Block, b.Attempt, b.Outcome))];
        Assert.Equal([(0, 0, "failed"), (0, 1, "accepted"), .. Enumerable.Range(1, 5).Select(b => (b, 0, "accepted"))], blocks);
        LaunchRecord failed = Assert.Single(report.Launches, l => l.State == LaunchState.Failed);
        Assert.Contains(victim, failed.Failure, StringComparison.Ordinal);
        // All four of the failed attempt are made: that the other arm did not fail in the same minutes is the evidence.
        Assert.Equal((RunState.Completed, 28, 6), (report.Run.State, report.Launches.Count, report.BlocksAccepted));
    }

    [Fact]
    public async Task Target_DiesInEveryLaunch_RunFailsAfterThreeWithAClearError()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("903-dying", "c2s-proto-echo", Baseline, Candidate);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher((_, record) => PlannedLauncher.Died(record, "target")));
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 10 }, CancellationToken.None);

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Assert.Equal((RunState.Failed, 3), (report.Run.State, report.Launches.Count));
        Assert.All(report.Launches, l => Assert.Equal(LaunchState.Failed, l.State));
        Assert.Contains("Three launches in a row failed", report.Run.Error, StringComparison.Ordinal);
        Assert.Null(report.Verdict);
    }

    [Fact]
    public async Task Candidate_DiesInEachLaunch_EndsInRollbackAfterThree()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("908-dying-candidate", "c2s-proto-echo", Baseline, Candidate);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher((request, record) =>
            request.Arm.Name == ArmNames.Candidate ? PlannedLauncher.Died(record, "target") : record));
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 14 }, CancellationToken.None);

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Assert.Equal((RunState.Completed, VerdictKind.Rollback), (report.Run.State, report.Verdict?.Kind));
        Assert.InRange(report.Launches.Count(l => l.Arm == ArmNames.Candidate), 2, 4);
        Assert.All(report.Launches.Where(l => l.Arm == ArmNames.Baseline), l => Assert.Null(l.Failure));
        Assert.All(report.Launches.Where(l => l.Arm == ArmNames.Candidate), l => Assert.Equal(("target", "died"), (l.FailedRole, l.FailureCode)));
    }

    /// <summary>The runner of this run is a process that has ended: the next one takes over and begins with the next block.</summary>
    [Fact]
    public async Task Runner_DiedAfterABlock_ResumeContinuesWithTheNextBlock()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("904-runner-killed", "c2s-proto-echo", Baseline, Candidate, profileEvery: 0);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher());
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 11 }, CancellationToken.None);
        await service.Store.Runs.SetStateAsync(run.Id, RunState.Running);
        Assert.True((await service.Store.Ownership.TryTakeAsync(run.Id, await EndedAsync())).IsTaken);
        await StoredBlocks.SaveAsync(service.Store, run.Plan, 0, 0, BlockOutcome.Accepted);
        var recorder = new EventRecorder();

        RunReport report = await service.ExecuteAsync(run.Id, recorder, CancellationToken.None);

        Assert.Equal(1, recorder.Events.Select(Block).First(b => b is not null)!.Block);
        IReadOnlyList<RunEvent> events = await service.EventsAfterAsync(run.Id, 0, CancellationToken.None);
        Assert.Contains(events, e => e.Type == RunEventTypes.OwnerChanged);
        (int, int, int)[] timed = [.. report.Launches.Select(l => (l.Block, l.Attempt, l.Slot))];
        Assert.Equal((RunState.Completed, 24, 24), (report.Run.State, timed.Length, timed.Distinct().Count()));
    }

    /// <summary>Every message passes the seam, and the pool keeps nothing: it has the body of <c>none</c> under a pool's name.</summary>
    [Fact]
    public async Task PoolThatKeepsNothing_IsNotProved_AndTheRunEndsUnfitAfterItsFirstBlock()
    {
        const string Seam = "message-pool";
        using var lab = new TempLab();
        string path = lab.WriteExperiment(
            "903-empty-pool",
            "c2s-echo",
            "{ preset: default, set: { route-object: pooled-object, message-pool: none } }",
            "{ preset: default, set: { route-object: pooled-object, message-pool: { use: thread-local-shared, perThread: 0, shared: 0 } } }");
        // What the code of each counted: none lets every object go, and nothing came back to the pool.
        await using LabService service = await lab.OpenAsync(new PlannedLauncher((request, record) => record with
        {
            StrategyHits = new Dictionary<string, double> { [request.Arm.Name == ArmNames.Baseline ? "strategy.message-pool.none.left" : "strategy.message-pool.thread-local-shared.new"] = 1 },
        }));
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 12 }, CancellationToken.None);

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        ExecutionProof proof = Assert.Single(report.Verdict!.Proofs, p => p.Seam == Seam);
        Assert.Equal((VerdictKind.Unfit, 1), (report.Verdict.Kind, report.Verdict.Blocks));
        Assert.DoesNotContain(report.Launches, l => l.Kind == LaunchKind.Diagnostic);
        Assert.Equal((1.0, 1.0), (proof.BaselineHits, proof.OtherHits));
        Assert.Contains("the code of thread-local-shared counted 0 objects that came back", ProofWords.Objection(proof), StringComparison.Ordinal);
        OwnCodeCount left = Assert.Single(proof.OwnCode, c => c.Arm == ArmNames.Baseline);
        Assert.Equal("strategy.message-pool.none.left", left.Counter);
        Assert.True(left.PerMessage >= left.Required, $"{left.PerMessage} objects left per message");
    }

    [Fact]
    public async Task PlantedBytes_AreALossOfTheirSizeAndNothingElse()
    {
        const int Planted = 64;
        using var lab = new TempLab();
        string path = lab.WriteExperiment("900-injected", "c2s-echo", "{ preset: default }", $"{{ preset: default, inject: {{ bytesPerMessage: {Planted} }} }}", profileEvery: 0);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher());
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 7 }, CancellationToken.None);

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Assert.True(report.IsInjected);
        Assert.Equal((VerdictKind.Rollback, 6), (report.Verdict!.Kind, report.Verdict.Blocks));
        MetricEstimate bytes = report.Verdict.Estimates.Single(e => e.Policy.Id == MetricIds.BytesPerMessage);
        Assert.Equal(MetricClass.WorsePractical, bytes.Class);
        Assert.Equal(Planted, bytes.ShownChange, 1e-6);
        Assert.Contains(ReasonText.Reasons(report), r => r.StartsWith("bytes-per-message rose by", StringComparison.Ordinal));
        Assert.DoesNotContain(report.Verdict.Estimates, e => e != bytes && e.Class is MetricClass.Worse or MetricClass.WorsePractical);
    }

    private static BlockEndedData? Block(RunEvent e) => e.Type == RunEventTypes.BlockEnded
        ? JsonSerializer.Deserialize<BlockEndedData>(e.Json, LabJson.Compact)
        : null;

    /// <summary>A process that was there and is gone.</summary>
    private static async Task<ProcessIdentity> EndedAsync()
    {
        using Process process = Process.Start("true");
        var identity = new ProcessIdentity(Environment.MachineName, process.Id, DateTimeOffset.UtcNow);
        await process.WaitForExitAsync();
        return identity;
    }
}
