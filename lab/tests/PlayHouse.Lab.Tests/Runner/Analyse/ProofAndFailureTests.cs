using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

public sealed class ProofAndFailureTests
{
    private readonly RunPlan _plan = RunFixture.Plan();

    [Theory]
    [InlineData("target", 3, 0, true)]
    [InlineData("target", 2, 0, false)]
    [InlineData("target", 3, 1, false)]
    [InlineData("load", 3, 0, false)]
    public void Crash_ThreeOfTheCandidateAgainstNone_StopsTheRun(string role, int candidate, int baseline, bool stops)
    {
        List<LaunchRecord> launches = Crash(Crash(Clean(), ArmNames.Candidate, role, candidate), ArmNames.Baseline, role, baseline);

        IReadOnlyList<HardFailure> found = HardFailureRule.Find(_plan, launches);

        Assert.Equal(stops, found.Any(f => f is { Kind: "crash", IsDecisive: true, StopsTheRun: true }));
        Assert.Equal(stops, found.Any(f => f.IsDecisive));
    }

    [Fact]
    public void Crash_OfBothArmsButFarMoreOften_IsDecisiveByTheExactTest()
    {
        List<LaunchRecord> launches = Crash(Crash(Clean(), ArmNames.Candidate, "target", 12), ArmNames.Baseline, "target", 1);

        HardFailure crash = HardFailureRule.Find(_plan, launches)[0];

        Assert.Equal(("crash", true, false), (crash.Kind, crash.IsDecisive, crash.StopsTheRun));
        Assert.Contains("in 12 of 24 launches, that of baseline in 1 of 13 launches; one-sided p = 0.011 by Fisher's exact test.", ReasonText.Of(crash.Finding), StringComparison.Ordinal);
    }

    [Fact]
    public void Crash_BeforeAnyBlockIsWhole_IsARollbackWithoutEstimates()
    {
        List<LaunchRecord> launches = Crash([], ArmNames.Candidate, "target", 3, Clean().First(l => l.Arm == ArmNames.Candidate));

        VerdictRecord verdict = VerdictMaker.Decide(_plan, RunFixture.Analyze(_plan, launches));

        Assert.Equal((VerdictKind.Rollback, "hard-failure", 0, false), (verdict.Kind, verdict.RuleId, verdict.Blocks, verdict.IsProvisional));
    }

    [Fact]
    public void Toggle_BuiltTheSameInBothArms_IsRefused()
    {
        List<LaunchRecord> launches = Clean().With(_ => true, l => l with { Strategies = new Dictionary<string, string> { [RunFixture.Seam] = "one-and-the-same" } });

        Assert.Contains(Sentences.Of(RunFixture.Analyze(_plan, launches).Mixed), m => m.Contains("did not take", StringComparison.Ordinal));
    }

    [Fact]
    public void Proof_EveryLaunchReachesTheCount_IsProved()
    {
        ExecutionProof proof = Assert.Single(RunFixture.Analyze(_plan, Clean()).Proofs);

        Assert.True(proof.IsProved, ProofWords.Objection(proof));
        Assert.Equal((RunFixture.Seam, 1.0, 1.0, 0.9), (proof.Seam, proof.BaselineHits, proof.OtherHits, proof.Required));
    }

    [Theory]
    [InlineData(0.0)]
    [InlineData(0.89)]
    [InlineData(double.NaN)]
    public void Proof_OneLaunchBelow_IsNotProved(double hits)
    {
        AnalysisResult result = RunFixture.Analyze(_plan, Clean().With(l => l.Id == "l-4-0-2", l => Hits(l, hits)));
        ExecutionProof proof = Assert.Single(result.Proofs);

        Assert.True(!proof.IsProved && result.IsProofLost);
        Assert.Contains("l-4-0-2", ProofWords.Objection(proof), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1.10, true)]
    [InlineData(1.12, false)]
    [InlineData(2.00, false)]
    public void Proof_ArmsApart_AtMostTenPercent(double candidateHits, bool isProved)
    {
        AnalysisResult result = RunFixture.Analyze(_plan, Clean().With(l => l.Arm == ArmNames.Candidate, l => Hits(l, candidateHits)));
        ExecutionProof proof = Assert.Single(result.Proofs);

        Assert.False(result.IsProofLost, "medians of more blocks may come together");
        Assert.Equal(isProved, proof.IsProved);
        Assert.Equal(isProved, proof.Reason is null);
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

        Assert.Contains("did not report", ProofWords.Objection(Assert.Single(silent.Proofs)), StringComparison.Ordinal);
        Assert.Contains("catalogue", ProofWords.Objection(Assert.Single(unknown.Proofs)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5, 0, false)]
    [InlineData(6, 0, true)]
    [InlineData(9, 1, true)]
    [InlineData(6, 1, false)]
    [InlineData(2, 0, false)]
    public void HardFailure_EventsOfTheCandidate_AreJudgedByFishersTest(int candidate, int baseline, bool isDecisive)
    {
        foreach (Func<LoadResult, LoadResult> spoil in new Func<LoadResult, LoadResult>[]
        {
            l => l with { ErrorReplies = 5 }, l => l with { WrongReplies = 1 }, l => l with { Lost = 900 }, l => l with { ConnectionsLost = 1 },
        })
        {
            List<LaunchRecord> launches = Spoil(Spoil(Clean(), ArmNames.Candidate, candidate, spoil), ArmNames.Baseline, baseline, spoil);

            HardFailure finding = Assert.Single(RunFixture.Analyze(_plan, launches).HardFailures);

            Assert.Equal(isDecisive, finding.IsDecisive);
            Assert.Equal((baseline, candidate), (finding.BaselineLaunches, finding.OtherLaunches));
        }
    }

    [Theory]
    [InlineData(0, 0, true, MetricClass.Equivalent)]
    [InlineData(1, 1, true, MetricClass.Equivalent)]
    [InlineData(1, 0, false, MetricClass.Inconclusive)]
    [InlineData(3, 0, false, MetricClass.Inconclusive)]
    [InlineData(6, 0, false, MetricClass.WorsePractical)]
    public void CountingGuard_AnyIncrease_IsNotShownToBeNoWorse(int candidate, int baseline, bool isNonInferior, MetricClass expected)
    {
        MetricPolicy lost = new() { Id = MetricIds.Lost, Role = MetricRole.Guard, Scale = MetricScale.Difference, DeltaAbs = 0.5, Aggregation = "sum" };
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, lost]);
        HashSet<string> picked =
        [
            .. Clean().Where(l => l.Arm == ArmNames.Candidate).Take(candidate).Concat(Clean().Where(l => l.Arm == ArmNames.Baseline).Take(baseline)).Select(l => l.Id),
        ];
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20))
            .With(_ => true, l => l with { Metrics = new Dictionary<string, double>(l.Metrics) { [MetricIds.Lost] = picked.Contains(l.Id) ? 40 : 0 } });

        AnalysisResult result = RunFixture.Analyze(plan, launches);
        MetricEstimate guard = result.Estimates.Single(e => e.Policy.Id == MetricIds.Lost);

        Assert.Equal((isNonInferior, expected), (guard.IsNonInferior, guard.Class));
        Assert.Equal((baseline, 12, candidate, 12), (guard.Counts!.BaselineLaunches, guard.Counts.BaselineOf, guard.Counts.OtherLaunches, guard.Counts.OtherOf));
        Assert.Equal(isNonInferior ? VerdictKind.Keep : expected == MetricClass.Inconclusive ? VerdictKind.Inconclusive : VerdictKind.TradeOff, VerdictMaker.Decide(plan, result).Kind);
    }

    [Fact]
    public void HardFailure_OnlyTheBaselineFails_IsNotDecisive()
    {
        List<LaunchRecord> launches = Spoil(Clean(), ArmNames.Baseline, 4, l => l with { ErrorReplies = 9 });

        Assert.False(Assert.Single(RunFixture.Analyze(_plan, launches).HardFailures).IsDecisive);
    }

    [Fact]
    public void HardFailure_ErrorsInADisturbedLaunch_Count()
    {
        List<LaunchRecord> launches = Spoil(Clean(), ArmNames.Candidate, 6, l => l with { ErrorReplies = 9 })
            .With(l => l.Load!.ErrorReplies > 0, RunFixture.Disturbed);

        Assert.True(Assert.Single(RunFixture.Analyze(_plan, launches).HardFailures).IsDecisive);
    }

    [Theory]
    [InlineData(19_700, false, true)]
    [InlineData(19_900, false, false)]
    [InlineData(19_700, true, true)]
    public void HardFailure_RateNotHeldByTheCandidateAlone_CountsWhateverTheLoadSays(double achieved, bool isClientSaturated, bool isDecisive)
    {
        string[] flags = isClientSaturated ? ["achieved 98.5 %", "cpu 92 %"] : ["achieved 98.5 %"];
        List<LaunchRecord> launches = Spoil(Clean(), ArmNames.Candidate, 6, l => l with { AchievedRate = achieved, SaturationFlags = flags });

        AnalysisResult result = RunFixture.Analyze(_plan, launches);

        Assert.Equal(isDecisive, result.HardFailures.Any(f => f is { Kind: "rate-not-held", IsDecisive: true }));
        Assert.Equal(6, result.Blocks);
    }

    /// <summary>
    /// Launches of either arm whose load was flagged, and those among them that missed the rate. An arm that starves the load must not be
    /// excused by the load's flags, and the same counts with the arms exchanged never speak against the candidate.
    /// </summary>
    [Theory]
    [InlineData(12, 12, 12, 12, null)]
    [InlineData(8, 6, 8, 6, null)]
    [InlineData(8, 7, 6, 5, null)]
    [InlineData(12, 12, 0, 0, true)]
    [InlineData(12, 12, 12, 1, true)]
    [InlineData(12, 1, 12, 12, false)]
    [InlineData(12, 8, 3, 3, false)]
    [InlineData(12, 4, 12, 0, false)]
    [InlineData(12, 5, 12, 0, false)]
    [InlineData(12, 6, 12, 0, true)]
    public void HardFailure_RateMissedUnderFlags_IsExcusedOnlyWhereNothingLeans(int flags, int misses, int baselineFlags, int baselineMisses, bool? isDecisive)
    {
        List<LaunchRecord> Flagged(int candidate, int candidateMisses, int baseline, int missesOfBaseline)
        {
            List<LaunchRecord> launches = Spoil(Spoil(Clean(), ArmNames.Candidate, candidate, Late), ArmNames.Baseline, baseline, Late);
            return Spoil(Spoil(launches, ArmNames.Candidate, candidateMisses, Missed), ArmNames.Baseline, missesOfBaseline, Missed);
        }

        HardFailure? found = HardFailureRule.Find(_plan, Flagged(flags, misses, baselineFlags, baselineMisses)).SingleOrDefault();
        HardFailure? exchanged = HardFailureRule.Find(_plan, Flagged(baselineFlags, baselineMisses, flags, misses)).SingleOrDefault();

        Assert.Equal(isDecisive, found?.IsDecisive);
        Assert.Equal(found is null, exchanged is null);
        Assert.Equal((found?.BaselineLaunches, found?.OtherLaunches), (exchanged?.OtherLaunches, exchanged?.BaselineLaunches));
        Assert.False(isDecisive == true && exchanged!.IsDecisive);
    }

    [Theory]
    [InlineData(19_795, true, false)]
    [InlineData(19_795, false, true)]
    [InlineData(19_785, true, true)]
    public void HardFailure_RateOfARoom_ForgivesOneEventAtTheEdge(double achieved, bool isRoom, bool isDecisive)
    {
        List<LaunchRecord> launches = Spoil(Clean(), ArmNames.Candidate, 6, l => l with { AchievedRate = achieved });

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

    [Theory]
    [InlineData(7, 7, true)]
    [InlineData(12, 12, true)]
    [InlineData(12, 6, false)]
    [InlineData(0, 12, false)]
    public void LoadLimit_RateMissedByALateLoadInBothArms_IsUnfit(int candidate, int baseline, bool isUnfit)
    {
        static LoadResult Starve(LoadResult l) => l with { AchievedRate = 3_000, SaturationFlags = ["lateness p99 300 ms", "achieved 15 %"] };
        List<LaunchRecord> launches = Spoil(Spoil(Clean(), ArmNames.Candidate, candidate, Starve), ArmNames.Baseline, baseline, Starve);

        AnalysisResult result = RunFixture.Analyze(_plan, launches);
        VerdictRecord verdict = VerdictMaker.Decide(_plan, result);

        Assert.Equal(isUnfit, result.LoadLimit is not null);
        Assert.Equal(isUnfit, verdict.Kind == VerdictKind.Unfit);
        Assert.Equal(isUnfit, ReasonText.Reasons(verdict, isProvisional: false)[0].StartsWith("The load could not offer its rate", StringComparison.Ordinal));
        Assert.Null(RunFixture.Analyze(_plan, Spoil(Clean(), ArmNames.Candidate, 12, l => l with { SaturationFlags = ["lateness p99 2 ms"] })).LoadLimit);
    }

    private static LoadResult Late(LoadResult load) => load with { SaturationFlags = ["cpu 92 %"] };

    private static LoadResult Missed(LoadResult load) => load with { AchievedRate = 19_700 };

    private static List<LaunchRecord> Crash(List<LaunchRecord> launches, string arm, string role, int count, LaunchRecord? like = null)
    {
        LaunchRecord some = like ?? launches.First(l => l.Arm == arm);
        return
        [
            .. launches,
            .. Enumerable.Range(0, count).Select(i => some with
            {
                Id = $"l-fault-{arm}-{i}", Block = 90 + i, State = LaunchState.Failed, FailedRole = role, Failure = $"{role} ended", Load = null,
            }),
        ];
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
