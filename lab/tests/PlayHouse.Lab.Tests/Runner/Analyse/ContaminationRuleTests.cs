using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

public sealed class ContaminationRuleTests
{
    private static readonly LaunchRecord Clean = RunFixture.Block(RunFixture.Plan(), 0, (_, _) => RunFixture.Metrics(1, 1))[0];

    [Theory]
    [InlineData(0.03, 0.01, 0.2, ContaminationCauses.Steal)]
    [InlineData(0.001, 0.4, 0.2, ContaminationCauses.ForeignCpu)]
    [InlineData(0.03, 0.4, 0.10, null)]
    [InlineData(0.0, 0.0, 0.0, null)]
    public void Check_DisturbedWindows_NamesTheStrongerCause(double steal, double foreignCores, double windows, string? cause) =>
        Assert.Equal(cause, ContaminationRule.Check(Clean with { Noise = new(steal, foreignCores, windows, null) }));

    /// <summary>Against what is usual on a machine that always steals, the time of others is the stronger cause.</summary>
    [Fact]
    public void Check_StealThatIsUsual_IsNotTheStrongerCause() =>
        Assert.Equal(ContaminationCauses.ForeignCpu, ContaminationRule.Check(Clean with { Noise = new(0.05, 0.2, 0.2, null) { StealLimit = 0.1 } }));

    [Theory]
    [InlineData("client-cpu 91 % of its allowance", true)]
    [InlineData("lateness p99 4.1 ms", true)]
    [InlineData("achieved 97.2 % of offered", false)]
    public void Check_LoadFlags_AreReportedAndRepeatNothing(string flag, bool isSaturated)
    {
        LaunchRecord launch = Clean.WithLoad(l => l with { SaturationFlags = [flag] });

        Assert.Null(ContaminationRule.Check(launch));
        Assert.Equal(isSaturated, ContaminationRule.IsClientSaturated(launch));
        Assert.Equal(isSaturated, ContaminationRule.IsFlagged(launch));
    }

    [Fact]
    public void Check_FailedOrUnobservedLaunch_IsNotContamination()
    {
        Assert.Null(ContaminationRule.Check(RunFixture.Disturbed(Clean) with { State = LaunchState.Failed }));
        Assert.Null(ContaminationRule.Check(Clean with { Noise = null, Load = null }));
    }

    [Fact]
    public void Check_AnyArmAndAnyResult_GivesTheSameAnswer()
    {
        LaunchRecord disturbed = RunFixture.Disturbed(Clean);
        foreach (string arm in new[] { ArmNames.Baseline, ArmNames.Candidate, ArmNames.Twin })
        {
            Assert.Equal(ContaminationCauses.ForeignCpu, ContaminationRule.Check(disturbed with { Arm = arm }));
            Assert.Null(ContaminationRule.Check((Clean with { Arm = arm }).WithLoad(l => l with
            {
                ErrorReplies = 50, Lost = 9, WrongReplies = 3, ConnectionsLost = 1, AchievedRate = 1,
            })));
        }
    }

    [Fact]
    public void Analyze_DisturbedBlock_CountsUnlessItWasRepeated()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20));
        launches = launches.With(l => l is { Block: 2, Slot: 1 }, RunFixture.Disturbed);
        AnalysisResult before = RunFixture.Analyze(plan, launches);
        launches.AddRange(RunFixture.Block(plan, 2, (_, _) => RunFixture.Metrics(500, 20), attempt: 1));
        AnalysisResult after = RunFixture.Analyze(plan, launches);

        Assert.Equal([0, 1, 2, 3, 4, 5], before.AcceptedBlocks);
        Assert.Equal((6, 0, 1), (before.Attempts, before.ContaminatedAttempts, before.DisturbedBlocks));
        Assert.Contains(Sentences.Warnings(before), w => w.StartsWith("1 block was disturbed from outside and counts", StringComparison.Ordinal));
        Assert.Equal([0, 1, 2, 3, 4, 5], after.AcceptedBlocks);
        Assert.Equal((7, 1, 0), (after.Attempts, after.ContaminatedAttempts, after.DisturbedBlocks));
        ContaminationCount count = Assert.Single(after.Contaminated);
        Assert.Equal((ContaminationCauses.ForeignCpu, 1, 1), (count.Cause, count.Blocks, count.BaselineLaunches + count.OtherLaunches));
    }

    [Theory]
    [InlineData(false, 0, 3)]
    [InlineData(false, 5, 3)]
    [InlineData(false, 6, 4)]
    [InlineData(false, 23, 12)]
    [InlineData(true, 0, 3)]
    public void RepeatsMax_OfAnyBlock_IsHalfOfTheBlocksAtTheNextLook(bool isShort, int block, int repeats)
    {
        RunPlan plan = RunFixture.Plan(isShort: isShort);
        LaunchRecord disturbed = RunFixture.Disturbed(Clean) with { Block = block };

        Assert.Equal(repeats, ContaminationRule.RepeatsMax(plan, block));
        Assert.Equal(ContaminationCauses.ForeignCpu, ContaminationRule.CauseToRepeat(plan, disturbed, repeats - 1));
        Assert.Null(ContaminationRule.CauseToRepeat(plan, disturbed, repeats));
        RunPlan fixedLength = plan with { Experiment = plan.Experiment with { Design = plan.Experiment.Design with { Repeats = false } } };
        Assert.Null(ContaminationRule.CauseToRepeat(fixedLength, disturbed, 0));
    }

    [Fact]
    public void Analyze_MachineThatIsNeverQuiet_RepeatsHalfAsManyAndThenCountsEverything()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = [];
        int repeated = 0;
        for (int block = 0; block < 6; block++)
        {
            for (int attempt = 0; ; attempt++)
            {
                launches.AddRange(RunFixture.Block(plan, block, (_, _) => RunFixture.Metrics(500, 20), attempt).With(_ => true, RunFixture.Disturbed));
                if (ContaminationRule.CauseToRepeat(plan, launches[^1], repeated) is null)
                {
                    break;
                }

                repeated++;
            }
        }

        AnalysisResult result = RunFixture.Analyze(plan, launches);

        Assert.Equal((3, 6, 3, 6), (repeated, result.Blocks, result.ContaminatedAttempts, result.DisturbedBlocks));
    }

    [Fact]
    public void Analyze_IncompleteOrFailedAttempt_IsNeitherAcceptedNorContaminated()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 3, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20));
        launches.RemoveAll(l => l is { Block: 0, Slot: 3 });
        launches = launches.With(l => l is { Block: 1, Slot: 2 }, l => l with { State = LaunchState.Failed, Failure = "target died" });

        AnalysisResult result = RunFixture.Analyze(plan, launches);

        Assert.Equal([2], result.AcceptedBlocks);
        Assert.Equal(0, result.ContaminatedAttempts);
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
        Assert.Equal((6, 0), (result.Blocks, result.ContaminatedAttempts));
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
