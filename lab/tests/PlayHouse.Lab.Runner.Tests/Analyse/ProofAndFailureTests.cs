using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

public sealed class ProofAndFailureTests
{
    private readonly RunPlan _plan = RunFixture.Plan();

    [Theory]
    [InlineData("target", 2, true)]
    [InlineData("target", 1, false)]
    [InlineData("load", 2, false)]
    public void TargetFault_OfTheCandidateOnly_IsAResultThoughItsBlocksAreRepeated(string role, int faults, bool isDecisive)
    {
        List<LaunchRecord> launches = Clean();
        LaunchRecord some = launches.First(l => l.Arm == ArmNames.Candidate);
        for (int i = 0; i < faults; i++)
        {
            launches.Add(some with { Id = $"l-fault-{i}", Block = 90 + i, State = LaunchState.Failed, FailedRole = role, Failure = $"{role} ended", Load = null });
        }

        Assert.Equal(isDecisive, RunFixture.Analyze(_plan, launches).HardFailures.Any(f => f.Kind == "target-fault" && f.IsDecisive));
    }

    [Fact]
    public void Toggle_BuiltTheSameInBothArms_IsRefused()
    {
        List<LaunchRecord> launches = Clean().With(_ => true, l => l with { Strategies = new Dictionary<string, string> { [RunFixture.Seam] = "one-and-the-same" } });

        Assert.Contains(RunFixture.Analyze(_plan, launches).Mixed, m => m.Contains("did not take", StringComparison.Ordinal));
    }

    [Fact]
    public void Proof_EveryLaunchReachesTheCount_IsProved()
    {
        ExecutionProof proof = Assert.Single(RunFixture.Analyze(_plan, Clean()).Proofs);

        Assert.True(proof.IsProved, proof.Reason);
        Assert.Equal((RunFixture.Seam, 1.0, 1.0, 0.9), (proof.Seam, proof.BaselineHits, proof.OtherHits, proof.Required));
    }

    [Theory]
    [InlineData(0.0)]
    [InlineData(0.89)]
    [InlineData(double.NaN)]
    public void Proof_OneLaunchBelow_IsNotProved(double hits)
    {
        ExecutionProof proof = Assert.Single(RunFixture.Analyze(_plan, Clean().With(l => l.Id == "l-4-0-2", l => Hits(l, hits))).Proofs);

        Assert.False(proof.IsProved);
        Assert.Contains("l-4-0-2", proof.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1.10, true)]
    [InlineData(1.12, false)]
    [InlineData(2.00, false)]
    public void Proof_ArmsApart_AtMostTenPercent(double candidateHits, bool isProved)
    {
        ExecutionProof proof = Assert.Single(
            RunFixture.Analyze(_plan, Clean().With(l => l.Arm == ArmNames.Candidate, l => Hits(l, candidateHits))).Proofs);

        Assert.Equal(isProved, proof.IsProved);
        Assert.Equal(isProved, proof.Reason.Length == 0);
    }

    [Theory]
    [InlineData(0.0095, true)]
    [InlineData(0.0085, false)]
    public void Proof_OfARoom_AsksOncePerEventAndNotOncePerPush(double hits, bool isProved)
    {
        RunPlan room = Room(_plan);
        ExecutionProof proof = Assert.Single(RunFixture.Analyze(room, Clean().With(_ => true, l => Hits(l, hits))).Proofs);

        Assert.Equal((isProved, 0.009), (proof.IsProved, Math.Round(proof.Required, 9)));
    }

    [Fact]
    public void Proof_NotReportedOrNotInTheCatalogue_IsNotProved()
    {
        AnalysisResult silent = RunFixture.Analyze(_plan, Clean().With(l => l.Block == 0, l => l with { HitsPerMessage = new Dictionary<string, double>() }));
        AnalysisResult unknown = RunAnalyzer.Analyze(_plan, Clean(), new Dictionary<string, double>());

        Assert.Contains("did not report", Assert.Single(silent.Proofs).Reason, StringComparison.Ordinal);
        Assert.Contains("catalogue", Assert.Single(unknown.Proofs).Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, 0, 5, true)]
    [InlineData(1, 0, 5, false)]
    [InlineData(2, 1, 5, false)]
    [InlineData(2, 0, 1, false)]
    [InlineData(3, 0, 1, true)]
    [InlineData(3, 1, 1, false)]
    public void HardFailure_Errors_NeedTwoLaunchesOrThreeSingleEvents(int candidate, int baseline, int events, bool isDecisive)
    {
        foreach (Func<LoadResult, LoadResult> spoil in new Func<LoadResult, LoadResult>[]
        {
            l => l with { ErrorReplies = events }, l => l with { WrongReplies = events }, l => l with { Lost = events }, l => l with { ConnectionsLost = events },
        })
        {
            List<LaunchRecord> launches = Spoil(Spoil(Clean(), ArmNames.Candidate, candidate, spoil), ArmNames.Baseline, baseline, spoil);

            HardFailure finding = Assert.Single(RunFixture.Analyze(_plan, launches).HardFailures);

            Assert.Equal(isDecisive, finding.IsDecisive);
            Assert.Equal((baseline, candidate), (finding.BaselineLaunches, finding.OtherLaunches));
        }
    }

    [Fact]
    public void HardFailure_OnlyTheBaselineFails_IsNotDecisive()
    {
        List<LaunchRecord> launches = Spoil(Clean(), ArmNames.Baseline, 4, l => l with { ErrorReplies = 9 });

        Assert.False(Assert.Single(RunFixture.Analyze(_plan, launches).HardFailures).IsDecisive);
    }

    [Fact]
    public void HardFailure_ErrorsInAContaminatedLaunch_StillCount()
    {
        List<LaunchRecord> launches = Spoil(Clean(), ArmNames.Candidate, 2, l => l with { ErrorReplies = 9 })
            .With(l => l.Load!.ErrorReplies > 0, RunFixture.Disturbed);

        Assert.True(Assert.Single(RunFixture.Analyze(_plan, launches).HardFailures).IsDecisive);
    }

    [Theory]
    [InlineData(19_700, false, true)]
    [InlineData(19_900, false, false)]
    [InlineData(19_700, true, false)]
    public void HardFailure_RateNotHeld_CountsOnlyWithAnUnsaturatedClient(double achieved, bool isClientSaturated, bool isDecisive)
    {
        string[] flags = isClientSaturated ? ["achieved 98.5 %", "cpu 92 %"] : ["achieved 98.5 %"];
        List<LaunchRecord> launches = Spoil(Clean(), ArmNames.Candidate, 2, l => l with { AchievedRate = achieved, SaturationFlags = flags });

        AnalysisResult result = RunFixture.Analyze(_plan, launches);

        Assert.Equal(isDecisive, result.HardFailures.Any(f => f is { Kind: "rate-not-held", IsDecisive: true }));
        Assert.Equal(isClientSaturated ? 2 : 0, result.SaturatedLaunches);
        Assert.Equal(isClientSaturated, result.ContaminatedAttempts > 0);
    }

    [Theory]
    [InlineData(19_795, true, false)]
    [InlineData(19_795, false, true)]
    [InlineData(19_785, true, true)]
    public void HardFailure_RateOfARoom_ForgivesOneEventAtTheEdge(double achieved, bool isRoom, bool isDecisive)
    {
        List<LaunchRecord> launches = Spoil(Clean(), ArmNames.Candidate, 2, l => l with { AchievedRate = achieved });

        AnalysisResult result = RunFixture.Analyze(isRoom ? Room(_plan) : _plan, launches);

        Assert.Equal(isDecisive, result.HardFailures.Any(f => f is { Kind: "rate-not-held", IsDecisive: true }));
    }

    [Fact]
    public void HardFailure_ClosedLoop_HasNoRateToHold()
    {
        RunPlan closed = _plan with { Experiment = _plan.Experiment with { Load = new LoadSpec { Mode = LoadMode.Closed } } };
        List<LaunchRecord> launches = Spoil(Clean(), ArmNames.Candidate, 6, l => l with { AchievedRate = 100 });

        Assert.Empty(RunFixture.Analyze(closed, launches).HardFailures);
    }

    private List<LaunchRecord> Clean() => RunFixture.Blocks(_plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20));

    /// <summary>A hundred connections in one room whose state is encoded once for all.</summary>
    private static RunPlan Room(RunPlan plan) => plan with { Experiment = plan.Experiment with { Scenario = "room-tick" } };

    private static LaunchRecord Hits(LaunchRecord launch, double hits) =>
        launch with { HitsPerMessage = new Dictionary<string, double> { [RunFixture.Seam] = hits } };

    private static List<LaunchRecord> Spoil(List<LaunchRecord> launches, string arm, int count, Func<LoadResult, LoadResult> change)
    {
        HashSet<string> picked = [.. launches.Where(l => l.Arm == arm).Take(count).Select(l => l.Id)];
        return launches.With(l => picked.Contains(l.Id), l => l.WithLoad(change));
    }
}
