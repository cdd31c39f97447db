using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Multiplexer;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

/// <summary>A strategy is proved by what its own code counts, and by nothing else.</summary>
public sealed class OwnCodeRuleTests
{
    private readonly RunPlan _plan = RunFixture.Plan();

    public static TheoryData<string> Seams =>
        [.. StrategyCatalog.Seams.Concat(MultiplexerCatalog.Seams).Select(s => s.Id), .. FastPortCatalog.Seams.Select(s => $"fastport {s.Id}")];

    /// <summary>The body of one strategy under the name of another, for every pair of every seam.</summary>
    [Theory]
    [MemberData(nameof(Seams))]
    public void EveryStrategy_WithTheBodyOfAnother_IsNotProved(string name)
    {
        SeamDescriptor seam = Seam(name);
        foreach (StrategyDescriptor named in seam.Strategies)
        {
            foreach (StrategyDescriptor body in seam.Strategies)
            {
                Reason? objection = OwnCodeRule.Objection(Launch(body.Counters.ToDictionary(c => c.Name, c => c.MinPerMessage)), named, 1);

                Assert.Equal(named == body, objection is null);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Seams))]
    public void EveryStrategy_BesideTheCodeOfAnother_IsNotProved(string name)
    {
        SeamDescriptor seam = Seam(name);
        IEnumerable<StrategyCounter> all = seam.Strategies.SelectMany(s => s.Counters);
        LaunchRecord launch = Launch(all.ToDictionary(c => c.Name, _ => 1.0));

        Assert.All(seam.Strategies, s => Assert.Contains("ran", ReasonText.Of(OwnCodeRule.Objection(launch, s, 1)!), StringComparison.Ordinal));
    }

    [Fact]
    public void Pool_ThatIsAlwaysEmpty_IsNotProved_AlthoughEveryMessagePassesTheSeam()
    {
        StrategyDescriptor pool = StrategyCatalog.Seam("message-pool").Find("object-pool")!;
        LaunchRecord launch = Launch(new Dictionary<string, double>
        {
            ["strategy.message-pool.object-pool.reused"] = 0, ["strategy.message-pool.object-pool.made"] = 1,
        });

        Assert.Contains("objects that came back", ReasonText.Of(OwnCodeRule.Objection(launch, pool, 1)!), StringComparison.Ordinal);
    }

    [Fact]
    public void Proof_WithOwnCounters_NamesThem()
    {
        ExecutionProof proof = Assert.Single(RunFixture.Analyze(_plan, Counted()).Proofs);

        Assert.True(proof.IsProved, ProofWords.Objection(proof));
        Assert.Equal(
            [(ArmNames.Baseline, "strategy.reply-codec.to-byte-array.encoded", 1.0, 0.9), (ArmNames.Candidate, "strategy.reply-codec.write-to-span.encoded", 1.0, 0.9)],
            proof.OwnCode.Select(c => (c.Arm, c.Counter, c.PerMessage, c.Required)));
    }

    [Fact]
    public void Proof_WhenTheCandidateRunsTheBaselinesCode_FailsAndTheVerdictIsUnfit()
    {
        List<LaunchRecord> launches = Counted().With(
            l => l.Arm == ArmNames.Candidate, l => l with { StrategyHits = new Dictionary<string, double> { ["strategy.reply-codec.to-byte-array.encoded"] = 1 } });
        AnalysisResult analysis = RunFixture.Analyze(_plan, launches);

        Assert.False(Assert.Single(analysis.Proofs).IsProved);
        Assert.Contains("the code of write-to-span counted 0", ProofWords.Objection(Assert.Single(analysis.Proofs)), StringComparison.Ordinal);
    }

    [Fact]
    public void Proof_WhenOneLaunchHasNoOwnCounters_Fails() => Assert.False(Assert.Single(RunFixture.Analyze(
        _plan, Counted().With(l => l.Id == "l-4-0-2", l => l with { StrategyHits = new Dictionary<string, double>() })).Proofs).IsProved);

    [Fact]
    public void Proof_OfATimeWithoutOwnCounters_StaysProved_AndNamesNone()
    {
        AnalysisResult analysis = RunFixture.Analyze(_plan, Counted().With(_ => true, l => l with { StrategyHits = new Dictionary<string, double>() }));

        Assert.True(Assert.Single(analysis.Proofs).IsProved);
        Assert.Empty(Assert.Single(analysis.Proofs).OwnCode);
    }

    /// <summary>What a preset brings along is judged where the scenario executes it, and named in the verdict's first line where not.</summary>
    [Fact]
    public void Preset_WithASeamTheScenarioDoesNotExecute_IsJudgedForTheOthersAndSaysSo()
    {
        RunPlan plan = With(_plan, "peer-id", "hash-cache", isWritten: false);
        AnalysisResult analysis = RunFixture.Analyze(plan, Counted());

        Assert.Equal([RunFixture.Seam], analysis.Proofs.Select(p => p.Seam));
        Assert.StartsWith("Judged for reply-codec only: the arms differ also in peer-id, which this load does not execute", ReasonText.Of(JudgedSeams.Find(plan, analysis)!), StringComparison.Ordinal);
        Assert.Null(JudgedSeams.Find(_plan, RunFixture.Analyze(_plan, Counted())));
    }

    /// <summary>Batching that never had two frames to batch was not executed, although every message passed the seam.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Seam_OfWhichThisLoadExecutesNothing_IsNamedForAPreset_AndUnfitWhereItIsSet(bool isWritten)
    {
        RunPlan plan = With(_plan, "hand-over", "per-message", isWritten, "per-receive-batch");
        List<LaunchRecord> launches = Counted().With(_ => true, l => l with
        {
            HitsPerMessage = new Dictionary<string, double>(l.HitsPerMessage) { ["hand-over"] = 1 },
            StrategyHits = new Dictionary<string, double>(l.StrategyHits)
            {
                [l.Arm == ArmNames.Baseline ? "strategy.hand-over.per-receive-batch.single" : "strategy.hand-over.per-message.single"] = 1,
            },
        });

        AnalysisResult analysis = RunAnalyzer.Analyze(plan, launches, new Dictionary<string, double> { [RunFixture.Seam] = 0.9, ["hand-over"] = 0.9 });

        Assert.Equal(isWritten, analysis.Proofs.Any(p => p.Seam == "hand-over" && !p.IsProved));
        Assert.Equal(isWritten, JudgedSeams.Find(plan, analysis) is null);
    }

    [Fact]
    public void Seam_ThatAnArmSetsByName_IsAskedEvenWhereTheScenarioDoesNotExecuteIt()
    {
        AnalysisResult analysis = RunFixture.Analyze(With(_plan, "peer-id", "hash-cache", isWritten: true), Counted());

        Assert.False(analysis.Proofs.Single(p => p.Seam == "peer-id").IsProved);
    }

    private static SeamDescriptor Seam(string name) => name.StartsWith("fastport ", StringComparison.Ordinal)
        ? FastPortCatalog.Seams.Single(s => s.Id == name[9..])
        : StrategyCatalog.Seams.Concat(MultiplexerCatalog.Seams).Single(s => s.Id == name);

    private LaunchRecord Launch(Dictionary<string, double> hits) => RunFixture.Block(_plan, 0, (_, _) => [])[0] with { StrategyHits = hits };

    private List<LaunchRecord> Counted() => RunFixture.Blocks(_plan, 6, RunFixture.Metrics(600, 10), RunFixture.Metrics(600, 10));

    private static RunPlan With(RunPlan plan, string seam, string strategy, bool isWritten, string before = "byte-compared-cache") => plan with
    {
        ToggledSeams = [.. plan.ToggledSeams, seam],
        Baseline = plan.Baseline with { Strategies = new Dictionary<string, StrategySetting>(plan.Baseline.Strategies) { [seam] = StrategySetting.Of(before) } },
        Other = plan.Other with { Strategies = new Dictionary<string, StrategySetting>(plan.Other.Strategies) { [seam] = StrategySetting.Of(strategy) } },
        Experiment = plan.Experiment with
        {
            Arms = new Dictionary<string, ArmSpec>
            {
                [ArmNames.Baseline] = new(),
                [ArmNames.Candidate] = new() { Set = isWritten ? new Dictionary<string, StrategySetting> { [seam] = StrategySetting.Of(strategy) } : [] },
            },
        },
    };
}
