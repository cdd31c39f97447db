using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

public sealed class DisturbanceRuleTests
{
    private static readonly LaunchRecord Clean = RunFixture.Block(RunFixture.Plan(), 0, (_, _) => RunFixture.Metrics(1, 1))[0];

    [Theory]
    [InlineData(0.2, 0.0, true)]
    [InlineData(0.10, 0.0, false)]
    [InlineData(0.0, 21.0, true)]
    [InlineData(0.0, 20.0, false)]
    public void IsDisturbed_SecondsAboveTheLimitsOrAClockThatJumped(double windows, double clockJumpMs, bool isDisturbed) =>
        Assert.Equal(isDisturbed, DisturbanceRule.IsDisturbed(Clean with { Noise = new(0.03, 0.4, windows, null) { ClockJumpMs = clockJumpMs } }));

    [Theory]
    [InlineData("client-cpu 91 % of its allowance", true)]
    [InlineData("lateness p99 4.1 ms", true)]
    [InlineData("achieved 97.2 % of offered", false)]
    public void Flags_OfTheLoad_AreReported(string flag, bool isSaturated)
    {
        LaunchRecord launch = Clean.WithLoad(l => l with { SaturationFlags = [flag] });

        Assert.False(DisturbanceRule.IsDisturbed(launch));
        Assert.Equal(isSaturated, DisturbanceRule.IsClientSaturated(launch));
        Assert.Equal(isSaturated, DisturbanceRule.IsFlagged(launch));
    }

    [Fact]
    public void IsDisturbed_FailedOrUnobservedLaunch_IsNot()
    {
        Assert.False(DisturbanceRule.IsDisturbed(RunFixture.Disturbed(Clean) with { State = LaunchState.Failed }));
        Assert.False(DisturbanceRule.IsDisturbed(Clean with { Noise = null, Load = null }));
    }

    [Fact]
    public void IsDisturbed_AnyArmAndAnyResult_GivesTheSameAnswer()
    {
        LaunchRecord disturbed = RunFixture.Disturbed(Clean);
        foreach (string arm in new[] { ArmNames.Baseline, ArmNames.Candidate, ArmNames.Twin })
        {
            Assert.True(DisturbanceRule.IsDisturbed(disturbed with { Arm = arm }));
            Assert.False(DisturbanceRule.IsDisturbed((Clean with { Arm = arm }).WithLoad(l => l with
            {
                ErrorReplies = 50, Lost = 9, WrongReplies = 3, ConnectionsLost = 1, AchievedRate = 1,
            })));
        }
    }

    /// <summary>The first whole attempt counts, disturbed or not; builds before decision 0035 repeated some, and their records hold both.</summary>
    [Fact]
    public void Analyze_DisturbedBlock_CountsAlsoWhereItWasRepeated()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20));
        launches = launches.With(l => l is { Block: 2, Slot: 1 }, RunFixture.Disturbed);
        AnalysisResult before = RunFixture.Analyze(plan, launches);
        launches.AddRange(RunFixture.Block(plan, 2, (_, _) => RunFixture.Metrics(9_000, 20), attempt: 1));
        AnalysisResult after = RunFixture.Analyze(plan, launches);

        Assert.Equal([0, 1, 2, 3, 4, 5], before.AcceptedBlocks);
        Assert.Equal(1, before.DisturbedBlocks);
        Assert.Contains(Sentences.Warnings(before), w => w.StartsWith("1 block was disturbed from outside and counts", StringComparison.Ordinal));
        Assert.Equal(before.AcceptedBlocks, after.AcceptedBlocks);
        Assert.Equal(before.Estimates.Select(e => e.Theta), after.Estimates.Select(e => e.Theta));
    }

    [Fact]
    public void Analyze_IncompleteOrFailedAttempt_DoesNotCount()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 3, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20));
        launches.RemoveAll(l => l is { Block: 0, Slot: 3 });
        launches = launches.With(l => l is { Block: 1, Slot: 2 }, l => l with { State = LaunchState.Failed, Failure = "target died" });

        AnalysisResult result = RunFixture.Analyze(plan, launches);

        Assert.Equal([2], result.AcceptedBlocks);
        FlagLeans lean = Assert.Single(result.Leans).Finding;
        Assert.Equal((LaunchFlag.LaunchFailed, 1), (lean.Flag, lean.Baseline.Launches + lean.Other.Launches));
    }

    [Fact]
    public void Analyze_SlotRunTwiceAfterAKilledRunner_TakesTheLaterLaunch()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes]);
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20));
        LaunchRecord stale = launches[0] with { Id = "l-stale", StartedAt = launches[0].StartedAt.AddSeconds(-5), Metrics = RunFixture.Metrics(9e9, 1) };

        AnalysisResult result = RunFixture.Analyze(plan, [stale, .. launches]);

        Assert.InRange(result.Estimates[0].Contrasts.Max(Math.Abs), 0, 2);
    }

    [Theory]
    [InlineData(12, 1, true)]
    [InlineData(10, 4, true)]
    [InlineData(12, 11, false)]
    [InlineData(0, 0, false)]
    public void Analyze_LoadFlagsThatLeanToOneArm_AreAFindingBesideTheVerdict(int candidate, int baseline, bool isFinding)
    {
        RunPlan plan = RunFixture.Plan(isShort: true);
        List<LaunchRecord> launches = Late(Late(
            RunFixture.Blocks(plan, 6, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20)), ArmNames.Candidate, candidate), ArmNames.Baseline, baseline);

        AnalysisResult result = RunFixture.Analyze(plan, launches);
        FlagLean? lean = result.Leans.FirstOrDefault(l => l.Finding.Flag == LaunchFlag.LoadLate);

        Assert.Equal(isFinding, lean?.IsFinding ?? false);
        Assert.Equal(6, result.Blocks);
        Assert.Equal(isFinding, ReasonText.Reasons(VerdictMaker.Decide(plan, result), isProvisional: false).Any(r => r.StartsWith("A finding of its own: the load was late or busy in", StringComparison.Ordinal)));
    }

    [Fact]
    public void Analyze_SomeBlocksFlagged_GivesTheIntervalWithAndWithout()
    {
        RunPlan plan = RunFixture.Plan(isShort: true);
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20))
            .With(l => l is { Block: 5 }, l => l.WithLoad(r => r with { SaturationFlags = ["lateness p99 2.0 ms"] }) with { Metrics = RunFixture.Metrics(500, l.Arm == ArmNames.Candidate ? 40 : 20) });

        AnalysisResult result = RunFixture.Analyze(plan, launches);
        MetricEstimate cpu = result.Estimates.Single(e => e.Policy.Id == MetricIds.CpuUsPerMessage);

        Assert.Equal((6, 5), (cpu.Blocks, cpu.WithoutFlagged!.Blocks));
        Assert.True(cpu.Lower < -0.3 && cpu.WithoutFlagged.Lower > -0.01, $"{cpu.Lower} {cpu.WithoutFlagged.Lower}");
        Assert.Contains(Sentences.Warnings(result), w => w.StartsWith("cpu-us-per-message", StringComparison.Ordinal) && w.Contains("in the 5 blocks without a flagged launch", StringComparison.Ordinal));
        Assert.All(RunFixture.Analyze(plan, launches.With(_ => true, RunFixture.Disturbed)).Estimates, e => Assert.Null(e.WithoutFlagged));
    }

    private static List<LaunchRecord> Late(List<LaunchRecord> launches, string arm, int count)
    {
        HashSet<string> picked = [.. launches.Where(l => l.Arm == arm).Take(count).Select(l => l.Id)];
        return launches.With(l => picked.Contains(l.Id), l => l.WithLoad(r => r with { SaturationFlags = ["lateness p99 2.0 ms"] }));
    }
}
