using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Analyse;

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

    [Theory]
    [InlineData("client-cpu 91 % of its allowance", ContaminationCauses.ClientSaturated)]
    [InlineData("lateness p99 4.1 ms", ContaminationCauses.ClientSaturated)]
    [InlineData("achieved 97.2 % of offered", null)]
    public void Check_LoadFlags_OnlyThoseOfTheClientItself(string flag, string? cause)
    {
        LaunchRecord launch = Clean.WithLoad(l => l with { SaturationFlags = [flag] });

        Assert.Equal(cause, ContaminationRule.Check(launch));
        Assert.Equal(cause is not null, ContaminationRule.IsClientSaturated(launch));
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
    public void Analyze_ContaminatedBlockRepeated_CountsTheCleanAttempt()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20));
        launches = launches.With(l => l is { Block: 2, Slot: 1 }, RunFixture.Disturbed);
        AnalysisResult before = RunFixture.Analyze(plan, launches);
        launches.AddRange(RunFixture.Block(plan, 2, (_, _) => RunFixture.Metrics(500, 20), attempt: 1));
        AnalysisResult after = RunFixture.Analyze(plan, launches);

        Assert.Equal([0, 1, 3, 4, 5], before.AcceptedBlocks);
        Assert.Equal([0, 1, 2, 3, 4, 5], after.AcceptedBlocks);
        Assert.Equal((7, 1), (after.Attempts, after.ContaminatedAttempts));
        ContaminationCount count = Assert.Single(after.Contaminated);
        Assert.Equal((ContaminationCauses.ForeignCpu, 1, 1), (count.Cause, count.Blocks, count.BaselineLaunches + count.OtherLaunches));
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
        Assert.Equal(1, result.FailedBaseline + result.FailedOther);
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

    [Fact]
    public void Analyze_MostBlocksContaminated_SaysSoOnlyFromSixAttempts()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20))
            .With(l => l is { Block: < 4, Slot: 0 }, RunFixture.Disturbed);

        Assert.True(RunFixture.Analyze(plan, launches).IsMostlyContaminated);
        Assert.False(RunFixture.Analyze(plan, [.. launches.Where(l => l.Block < 5)]).IsMostlyContaminated);
        Assert.False(RunFixture.Analyze(plan, launches.With(l => l.Block == 3, l => l with { Noise = null })).IsMostlyContaminated);
    }

    [Fact]
    public void Analyze_InvalidationsOfOneArmOnly_AreAFinding()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(500, 20), RunFixture.Metrics(500, 20));
        AnalysisResult leaning = RunFixture.Analyze(plan, launches.With(l => l.Block < 3 && l.Arm == ArmNames.Candidate, RunFixture.Disturbed));
        AnalysisResult even = RunFixture.Analyze(plan, launches.With(l => l.Block < 3, RunFixture.Disturbed));

        Assert.Equal(2.0 / 64, leaning.InvalidationLeanP, 1e-12);
        Assert.Contains(leaning.Warnings, w => w.Contains("lean to one arm", StringComparison.Ordinal));
        Assert.Equal(1, even.InvalidationLeanP);
        Assert.DoesNotContain(even.Warnings, w => w.Contains("lean to one arm", StringComparison.Ordinal));
    }
}
