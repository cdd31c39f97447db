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
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Runs of pairs over planned launches.</summary>
public sealed class PlannedPairTests
{
    private const string Pairs = "kind: pairs, blocks: 6";
    private const string Baseline = "{ preset: default, set: { reply-codec: to-byte-array } }";
    private const string Candidate = "{ preset: default, set: { reply-codec: write-to-span } }";

    [Fact]
    public async Task PlantedBytes_AreALossOfTheirSize_AndEveryPairHoldsEachArmOnce()
    {
        const int Planted = 64;
        (RunReport report, _) = await RunAsync("{ preset: default }", $"{{ preset: default, inject: {{ bytesPerMessage: {Planted} }} }}");

        Assert.Equal((VerdictKind.Rollback, 6), (report.Verdict!.Kind, report.Verdict.Blocks));
        MetricEstimate bytes = report.Verdict.Estimates.Single(e => e.Policy.Id == MetricIds.BytesPerMessage);
        Assert.Equal((MetricClass.WorsePractical, 6), (bytes.Class, bytes.Contrasts.Count));
        Assert.Equal(Planted, bytes.ShownChange, 1e-6);
        Assert.All(report.Launches.GroupBy(l => l.Block), pair => Assert.Equal([ArmNames.Baseline, ArmNames.Candidate], pair.Select(l => l.Arm).Order()));
        // Fair coins: which arm is first is not the same in every pair.
        Assert.Equal(2, report.Launches.Where(l => l.Slot == 0).Select(l => l.Arm).Distinct().Count());
        Assert.Equal(12, report.Launches.Count);
    }

    [Fact]
    public async Task EqualArms_OfWhichEveryPrimaryIsMeasured_HaveNoEffect()
    {
        (RunReport report, _) = await RunAsync(Baseline, Candidate, "kind: pairs");

        Assert.Equal((VerdictKind.NoEffect, 6, VerdictRules.RuleVersion), (report.Verdict!.Kind, report.Verdict.Blocks, report.Verdict.RuleVersion));
        Assert.Equal([6, 9, 12, 20, 40], report.Run.Plan.Looks);
        string[] primaries = [MetricIds.BytesPerMessage, MetricIds.CpuUsPerMessage, MetricIds.MessagesPerSecond];
        Assert.All(primaries, id => Assert.Equal(MetricClass.Equivalent, report.Verdict.Estimates.Single(e => e.Policy.Id == id).Class));
    }

    [Fact]
    public async Task EachPair_SaysWhatThoseSoFarShow_AndTheWordsAreThoseOfPairs()
    {
        (RunReport report, EventRecorder events) = await RunAsync("{ preset: default }", "{ preset: default, inject: { bytesPerMessage: 64 } }");

        StandingData[] said = [.. events.Events.Where(e => e.Type == RunEventTypes.Standing).Select(e => JsonSerializer.Deserialize<StandingData>(e.Json, LabJson.Compact)!)];
        Assert.Equal([1, 2, 3, 4, 5, 6], said.Select(s => s.Blocks));
        Assert.All(said, s => Assert.Equal(64, s.Metrics.Single(m => m.Metric == MetricIds.BytesPerMessage).Change, 1e-6));
        Assert.All(said[..4], s => Assert.All(s.Metrics, m => Assert.Null(m.Low)));
        Assert.All(said[5].Metrics, m => Assert.NotNull(m.Low));
        string text = RunText.Full(report);
        Assert.Contains("ROLLBACK (provisional), own runtime settings, saturated and at 4,000 messages/s\n", text, StringComparison.Ordinal);
        Assert.Contains("6 pairs of fresh processes, both alive", text, StringComparison.Ordinal);
        Assert.DoesNotMatch(@"\b[Bb]locks?\b", string.Join('\n', ReasonText.Reasons(report).Concat(ReasonText.Remedies(report.Verdict!)).Concat(ReasonText.Warnings(report.Verdict!))));
    }

    [Fact]
    public async Task Rate_IsTheHighestAtWhichHalfOfTheProcessorsRest()
    {
        (RunReport report, EventRecorder events) = await RunAsync(Baseline, Candidate, rate: "auto", change: (request, record) =>
            record with { Metrics = new Dictionary<string, double>(record.Metrics) { [MetricIds.MessagesPerSecond] = request.Arm.Name == ArmNames.Baseline ? 10_000 : 12_000 } });

        // Two pilots of both arms; seven tenths of what the slower one completes is tried first, and half of the processors rest there.
        Assert.Equal(4, report.Launches.Count(l => l.Kind == LaunchKind.Pilot));
        Assert.Equal(7_000, report.Run.Plan.RatePerSecond!.Value);
        Assert.Contains(events.Events, e => e.Json.Contains("of the slower arm", StringComparison.Ordinal));
    }

    /// <summary>Half of the processors rest at half a second's worth of messages; the second rate is below all of the first paced pilot.</summary>
    [Theory]
    [InlineData(600, 10_000, 4, 833)]
    [InlineData(800, 100_000, 6, 625)]
    public async Task Rate_WhereMessagesThatComeAloneAreDear_IsFoundBelowAllThatWereTried(double pacedUsPerMessage, double completed, int pilots, double half)
    {
        (RunReport report, EventRecorder events) = await RunAsync(Baseline, Candidate, rate: "auto", pacedUsPerMessage: pacedUsPerMessage, change: (_, record) =>
            record with { Metrics = new Dictionary<string, double>(record.Metrics) { [MetricIds.MessagesPerSecond] = completed } });

        Assert.Equal(pilots, report.Launches.Count(l => l.Kind == LaunchKind.Pilot));
        Assert.InRange(report.Run.Plan.RatePerSecond!.Value, 0.75 * half, half);
        Assert.DoesNotContain(events.Events, e => e.Json.Contains("lowest that was tried", StringComparison.Ordinal));
    }

    /// <summary>The load is calibrated, both arms are searched, and six pairs say which sustains more.</summary>
    [Fact]
    public async Task Capacity_OfOneArmAFifthHigher_IsKept()
    {
        const double Ceiling = 50_000;
        (RunReport report, _) = await RunAsync(
            Baseline, Candidate, "kind: capacity, blocks: 6", "auto", policy: "capacity",
            change: (request, record) => request.Capacity is not { } task ? record : record with
            {
                Capacity = new CapacityResult { RatePerSecond = Found(request), CeilingPerSecond = request.IsCalibration ? task.CeilingPerSecond : Ceiling, IsOfLoad = request.IsCalibration, Probes = [] },
                Metrics = new Dictionary<string, double>(record.Metrics) { [MetricIds.Capacity] = Found(request) },
            });

        Assert.Equal((VerdictKind.Keep, 6), (report.Verdict!.Kind, report.Verdict.Blocks));
        LaunchRecord[] pilots = [.. report.Launches.Where(l => l.Kind == LaunchKind.Pilot)];
        Assert.Equal([(true, 0), (true, 1), (false, 0), (false, 1)], pilots.OrderBy(l => l.Block).ThenBy(l => l.Slot).Select(l => (l.Capacity!.IsOfLoad, l.Slot)));
        Assert.Equal(Math.Round(Math.Sqrt(10_000 * 12_000.0)), report.Run.Plan.RatePerSecond);
        Assert.Equal(12, report.Launches.Count(l => l.Kind == LaunchKind.Timed && l.Capacity is not null));

        static double Found(LaunchRequest request) => request.IsCalibration ? Ceiling : request.Arm.Name == ArmNames.Baseline ? 10_000 : 12_000;
    }

    [Theory]
    [InlineData(0.6, 1, 500)]
    [InlineData(0.4, 0.5, 500)]
    [InlineData(0.5, 1, 1_000)]
    public void Rate_LeavesHalfOfTheProcessors_AndIsAnswered(double share, double answered, double chosen) =>
        Assert.Equal(chosen, PairPilots.Choose([new(1_000, share, answered), new(800, 0.55, 1), new(500, 0.45, 1), new(300, 0.3, 1)]).Rate);

    [Fact]
    public void Rate_AtWhichNothingRests_IsTheLowest() =>
        Assert.Equal(300, PairPilots.Choose([new(1_000, 0.9, 1), new(300, 0.8, 1)]).Rate);

    [Theory]
    [InlineData("target")]
    [InlineData("load")]
    public async Task Process_ThatDiesInAPair_IsRecordedAndThePairRepeatedUnderItsIndex(string victim)
    {
        (RunReport report, _) = await RunAsync(Baseline, Candidate, change: (request, record) =>
            request is { Block: 2, Attempt: 0, Slot: 1 } ? PlannedLauncher.Died(record, victim) : record);

        Assert.Equal((RunState.Completed, 14, 6), (report.Run.State, report.Launches.Count, report.BlocksAccepted));
        LaunchRecord[] failed = [.. report.Launches.Where(l => l.State == LaunchState.Failed).OrderBy(l => l.Slot)];
        Assert.Equal([(2, 0, "partner-failed"), (2, 0, "died")], failed.Select(l => (l.Block, l.Attempt, l.FailureCode)));
        Assert.Equal(2, report.Launches.Count(l => l is { Block: 2, Attempt: 1, State: LaunchState.Completed }));
    }

    [Fact]
    public async Task CandidateThatDiesInEachPair_EndsInRollback_AndTheBaselineDidNotDie()
    {
        (RunReport report, _) = await RunAsync(Baseline, Candidate, change: (request, record) =>
            request.Arm.Name == ArmNames.Candidate ? PlannedLauncher.Died(record, "target") : record);

        Assert.Equal((RunState.Completed, VerdictKind.Rollback), (report.Run.State, report.Verdict?.Kind));
        Assert.Equal((3, 3), (report.Launches.Count(l => l.FailureCode == "died"), report.Launches.Count(l => l.FailureCode == "partner-failed")));
    }

    [Fact]
    public async Task BothArmsThatDie_AreNoVerdict()
    {
        (RunReport report, _) = await RunAsync(Baseline, Candidate, change: (_, record) => PlannedLauncher.Died(record, "target"));

        Assert.Equal((RunState.Failed, 6), (report.Run.State, report.Launches.Count));
        Assert.Null(report.Verdict);
        Assert.Contains("Three launches in a row failed", report.Run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task CandidateThatAnswersWronglyWhenSaturated_IsRolledBack()
    {
        (RunReport report, _) = await RunAsync(Baseline, Candidate, change: (request, record) => record with
        {
            Saturated = record.Load! with { WrongReplies = request.Arm.Name == ArmNames.Candidate ? 3 : 0 },
        });

        Assert.Equal((VerdictKind.Rollback, "hard-failure"), (report.Verdict!.Kind, report.Verdict.RuleId));
    }

    [Fact]
    public async Task DisturbedPairs_CountAndAreNotRepeated()
    {
        (RunReport report, _) = await RunAsync(Baseline, Candidate, change: (_, record) => record with { Noise = new MachineNoise(0.3, 1, 0.9, 0.9) });

        Assert.Equal((12, 6), (report.Launches.Count, report.Verdict!.Blocks));
    }

    /// <summary>A runner that was killed between two pairs, or after one of two launches was stored, continues and counts nothing twice.</summary>
    [Fact]
    public async Task Resumed_ContinuesWithTheNextPair()
    {
        using var lab = new TempLab();
        string path = Write(lab, Baseline, Candidate, Pairs);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher());
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 11 }, CancellationToken.None);
        await StoredBlocks.SaveAsync(service.Store, run.Plan, 0, 0, Store.BlockOutcome.Accepted);
        await service.Store.Launches.SaveAsync(PlannedLauncher.Record(new LaunchRequest
        {
            LaunchId = "l-half", RunId = run.Id, Arm = run.Plan.ArmAt(run.Plan.OrderOf(1, 0), 0), Kind = LaunchKind.Timed, Block = 1, Scenario = "c2s-proto-echo",
            Load = run.Plan.Experiment.Load, Environment = run.Plan.Experiment.Environment, Layout = CpuLayout.Shared, WarmupSeconds = 1, WindowSeconds = 1, LoadSeed = 1,
        }));

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Assert.Equal((RunState.Completed, 6, 6), (report.Run.State, report.BlocksAccepted, report.Verdict!.Blocks));
        Assert.Equal([0, 1, 1], report.Launches.Where(l => l.Block == 1).Select(l => l.Attempt).Order());
    }

    private static async Task<(RunReport Report, EventRecorder Events)> RunAsync(
        string baseline, string candidate, string design = Pairs, string rate = "4000", Func<LaunchRequest, LaunchRecord, LaunchRecord>? change = null, string policy = "default", double? pacedUsPerMessage = null)
    {
        using var lab = new TempLab();
        string path = Write(lab, baseline, candidate, design, rate, policy);
        await using LabService service = await lab.OpenAsync(new PlannedLauncher(change) { PacedUsPerMessage = pacedUsPerMessage });
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 7 }, CancellationToken.None);
        var events = new EventRecorder();
        return (await service.ExecuteAsync(run.Id, events, CancellationToken.None), events);
    }

    private static string Write(TempLab lab, string baseline, string candidate, string design, string rate = "4000", string policy = "default") =>
        lab.WriteExperiment("950-pairs", "c2s-proto-echo", baseline, candidate, profileEvery: 0, design: design, rate: rate, policy: policy);
}
