using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class NextStepsTests
{
    [Fact]
    public void Of_SixBlocksThatAreOpen_NamePairs() => Assert.Equal(
        "plab run experiments/001-reply-codec --design pairs", NextSteps.Of(SampleReports.Report(SampleReports.Verdict(VerdictKind.Inconclusive)))[0].Command);

    [Theory]
    [InlineData(VerdictKind.Keep)]
    [InlineData(VerdictKind.Rollback)]
    public void Of_ProvisionalVerdict_NamesTheRunThatDecides(VerdictKind kind)
    {
        RunReport report = SampleReports.Report(SampleReports.Verdict(kind));
        report = report with { Confirmation = new ConfirmationStanding(ConfirmationState.Awaited, "It waits.", report.Run.Id, []) };

        Assert.Equal($"plab run experiments/001-reply-codec --confirms {report.Run.Id}", NextSteps.Of(report)[0].Command);
    }

    /// <summary>Blocks are asked for where pairs cannot be made; elsewhere pairs decide sooner.</summary>
    [Theory]
    [InlineData("c2s-proto-echo", "plab run experiments/001-reply-codec --design pairs")]
    [InlineData("room-tick", "plab run experiments/001-reply-codec --design sequential --blocks 18")]
    public void Of_InconclusiveBlocks_AskForPairsWhereTheScenarioTakesTurns(string scenario, string command)
    {
        MetricEstimate open = SampleReports.Estimate(SampleReports.Bytes, 184, 183, 1, -5, 7, MetricClass.Inconclusive) with { BlocksToKeep = 12, BlocksToEquivalence = 18 };
        RunPlan plan = SampleReports.Plan(isShort: false);
        RunReport report = SampleReports.Report(SampleReports.Verdict(VerdictKind.Inconclusive, open), plan with { Experiment = plan.Experiment with { Scenario = scenario } });
        Assert.Equal(command, NextSteps.Of(report)[0].Command);
    }

    /// <summary>Six pairs of a demo are followed by as many as they take; looks that ended open by the pairs that are wanted.</summary>
    [Theory]
    [InlineData(1, "plab run experiments/001-reply-codec --design pairs")]
    [InlineData(2, "plab run experiments/001-reply-codec --design pairs --blocks 18")]
    public void Of_InconclusivePairs_AskForPairs(int looks, string command)
    {
        MetricEstimate open = SampleReports.Estimate(SampleReports.Bytes, 184, 183, 1, -5, 7, MetricClass.Inconclusive) with { BlocksToKeep = 12, BlocksToEquivalence = 18 };
        RunPlan plan = SampleReports.Plan(isShort: false) with { Pairs = new PairSpec(), Looks = [.. new[] { 6, 9 }.Take(looks)] };
        RunReport report = SampleReports.Report(SampleReports.Verdict(VerdictKind.Inconclusive, open) with { IsOfPairs = true }, plan);
        Assert.Equal(command, NextSteps.Of(report)[0].Command);
    }

    [Fact]
    public void Of_InconclusiveBeyondReason_DoesNotAskForIt()
    {
        MetricEstimate open = SampleReports.Estimate(SampleReports.Bytes, 184, 183, 1, -5, 7, MetricClass.Inconclusive) with { BlocksToKeep = 100_000 };
        RunReport report = SampleReports.Report(SampleReports.Verdict(VerdictKind.Inconclusive, open), SampleReports.Plan(isShort: false));
        Assert.DoesNotContain(NextSteps.Of(report), s => s.Command.Contains("--blocks", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(RunState.Interrupted, "plab resume r-20250102-030405-ab")]
    [InlineData(RunState.Planned, "plab resume r-20250102-030405-ab")]
    [InlineData(RunState.Running, "plab watch r-20250102-030405-ab")]
    [InlineData(RunState.Failed, "plab doctor")]
    [InlineData(RunState.Cancelled, "plab run experiments/001-reply-codec")]
    public void Of_NoVerdict_StartsWithWhatTheStateAsksFor(RunState state, string command) =>
        Assert.Equal(command, NextSteps.Of(SampleReports.Report(null, state: state))[0].Command);

    [Fact]
    public void Of_Unfit_StartsWithTheDoctor() =>
        Assert.Equal("plab doctor", NextSteps.Of(SampleReports.Report(SampleReports.Verdict(VerdictKind.Unfit)))[0].Command);

    [Fact]
    public void Of_TwinRun_KeepsTheTwin() => Assert.Contains(
        NextSteps.Of(SampleReports.Report(SampleReports.Verdict(VerdictKind.Inconclusive), SampleReports.Plan(isAa: true))),
        s => s.Command == "plab run experiments/001-reply-codec --design pairs --aa");
}
