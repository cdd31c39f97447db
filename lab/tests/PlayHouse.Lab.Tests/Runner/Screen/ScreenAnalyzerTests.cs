using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Screen;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Runner.Tests.Screen;

public sealed class ScreenAnalyzerTests
{
    private const string A = "reply-codec", B = "message-id", C = "hand-over";

    private static readonly string[] Names = [$"{A} × {B}", A, B, C];

    private static readonly ScreenFactor[] Factors =
    [
        Factor(A, "to-byte-array", "write-to-span"), Factor(B, "cached-table", "string-per-message"), Factor(C, "value-task", "per-message"),
    ];

    // Either of the first two saves 100 bytes, both together no more; the third saves 40.
    private static readonly Func<int, double> Truth = cell => 1000 - ((cell & 3) == 0 ? 0 : 100) - ((cell & 4) == 0 ? 0 : 40);

    [Fact]
    public void Analyze_TogglesThatReplaceEachOther_NamesInteractionMaskAndWhatSingleExperimentsWouldPromise()
    {
        RunPlan plan = Plan();

        ScreenResult result = ScreenAnalyzer.Analyze(plan, Launches(plan, Truth));

        Assert.True(result.IsComplete);
        ScreenMetric bytes = result.Metrics.Single(m => m.Policy.Id == MetricIds.BytesPerMessage);
        Assert.Equal(Names, bytes.Effects.Where(e => e.StandsOut).Select(e => e.Name).OrderBy(n => Array.IndexOf(Names, n)));
        ScreenEffect pair = bytes.Effects.Single(e => e.Name == $"{A} × {B}");
        Assert.Equal(50, pair.Estimate.Estimate, 3.0);
        Assert.Equal(-100, pair.Alone.Estimate, 5.0);
        Assert.Equal(0, pair.Beside.Estimate, 5.0);
        Assert.Equal(1000, bytes.BaselineValue, 5.0);
        Assert.Equal(-140, bytes.Total!.Together, 6.0);
        Assert.Equal(-240, bytes.Total.OneAtATime, 12.0);
        Assert.Equal([true, true, false], bytes.Ablations.Select(a => a.IsMasked));
        Assert.Equal(40, bytes.Ablations[2].Change.Estimate, 4.0);
        Assert.True(bytes.Ablations[2].StandsOut);
        Assert.True(result.Proposals[^1].IsFinal);
        Assert.Equal((0, 7), (result.Proposals[^1].Baseline, result.Proposals[^1].Candidate));
        Assert.Contains(result.Proposals, p => (p.Baseline, p.Candidate) == (1, 3));
    }

    [Fact]
    public void Analyze_SameLaunchesInAnyOrder_IsTheSame()
    {
        RunPlan plan = Plan();
        List<LaunchRecord> launches = Launches(plan, Truth);

        string one = System.Text.Json.JsonSerializer.Serialize(ScreenAnalyzer.Analyze(plan, launches), Model.LabJson.Compact);
        string other = System.Text.Json.JsonSerializer.Serialize(ScreenAnalyzer.Analyze(plan, [.. launches.AsEnumerable().Reverse()]), Model.LabJson.Compact);

        Assert.Equal(one, other);
    }

    [Fact]
    public void Analyze_RatioMetric_ShowsFactorsAsShares()
    {
        RunPlan plan = Plan();

        ScreenMetric cpu = ScreenAnalyzer.Analyze(plan, Launches(plan, Truth)).Metrics.Single(m => m.Policy.Id == MetricIds.CpuUsPerMessage);

        ScreenEffect third = cpu.Effects.Single(e => e.Name == C);
        Assert.Equal(-0.20, third.Estimate.Shown(cpu.Policy.Scale).Estimate, 0.02);
        Assert.Equal(Math.Log(1.03), cpu.Delta, 1e-9);
    }

    [Fact]
    public void Analyze_BlockCutOffAndBegunAgain_CountsTheLastAttemptOnly()
    {
        RunPlan plan = Plan();
        List<LaunchRecord> launches = Launches(plan, Truth);
        LaunchRecord spoiled = launches[0] with { Id = "l-old", Metrics = RunFixture.Metrics(1e6, 1e6) };
        List<LaunchRecord> begunAgain = [spoiled, .. launches.Select(l => l.Block == 0 ? l with { Attempt = 1 } : l)];

        ScreenResult result = ScreenAnalyzer.Analyze(plan, begunAgain);

        Assert.Equal(plan.Screen!.Launches, result.LaunchesUsed);
        Assert.Equal(-40, result.Metrics[0].Effects.Single(e => e.Name == C).Estimate.Estimate, 4.0);
    }

    [Fact]
    public void Analyze_LaunchThatFailed_IsMissingAndSaidAndTheOthersCountFromTheNextAttempt()
    {
        RunPlan plan = Plan();
        List<LaunchRecord> launches = Launches(plan, Truth);
        LaunchRecord guilty = launches[2] with { State = LaunchState.Failed, Metrics = new Dictionary<string, double>() };
        LaunchRecord[] block = [.. launches.Where(l => l.Block == guilty.Block)];
        LaunchRecord[] first = [.. block.Select(l => l.Slot == guilty.Slot ? guilty : guilty with { Id = l.Id + "-first", Arm = l.Arm, Slot = l.Slot, FailureCode = HardFailureRule.PartnerCode })];
        LaunchRecord[] second = [.. block.Where(l => l.Slot != guilty.Slot).Select(l => l with { Attempt = 1 })];

        ScreenResult result = ScreenAnalyzer.Analyze(plan, [.. launches.Except(block), .. first, .. second]);

        Assert.False(result.IsComplete);
        Assert.Equal([new(guilty.Arm, 1)], result.Failures);
        Assert.Equal(plan.Screen!.Launches - 1, result.LaunchesUsed);
        Assert.Equal(-40, result.Metrics[0].Effects.Single(e => e.Name == C).Estimate.Estimate, 4.0);
        Assert.True(ScreenLaunches.IsDone(plan.Screen, guilty.Block, [.. first, .. second]));
        Assert.False(ScreenLaunches.IsDone(plan.Screen, guilty.Block, first));
        Assert.False(ScreenLaunches.IsDone(plan.Screen, guilty.Block, [.. first, .. second.SkipLast(1)]));
    }

    [Fact]
    public void Analyze_SeamThatDidNotRun_IsNotProposed()
    {
        RunPlan plan = Plan();
        List<LaunchRecord> launches = [.. Launches(plan, Truth).Select((l, i) => i == 5 ? l with { HitsPerMessage = new Dictionary<string, double>(l.HitsPerMessage) { [C] = 0 } } : l)];

        ScreenResult result = ScreenAnalyzer.Analyze(plan, launches);

        Assert.False(result.Proofs.Single(p => p.Seam == C).IsProved);
        Assert.Contains(Sentences.Of(result.Warnings), w => w.Contains(C, StringComparison.Ordinal));
        Assert.DoesNotContain(result.Proposals, p => p.Name == C);
    }

    [Fact]
    public void Analyze_BothLevelsBuiltTheSame_IsSaid()
    {
        RunPlan plan = Plan();
        List<LaunchRecord> launches = [.. Launches(plan, Truth).Select(l => l with { Strategies = new Dictionary<string, string>(l.Strategies) { [C] = "value-task" } })];

        ScreenResult result = ScreenAnalyzer.Analyze(plan, launches);

        Assert.Contains(Sentences.Of(result.Warnings), w => w.Contains("the toggle did not take", StringComparison.Ordinal));
        Assert.False(result.Proofs.Single(p => p.Seam == C).IsProved);
    }

    [Fact]
    public void Analyze_NothingLaunched_ProposesTheWholeOnly() =>
        Assert.Equal("all", Assert.Single(ScreenAnalyzer.Analyze(Plan(), []).Proposals).Name);

    private static RunPlan Plan()
    {
        ScreenPlan screen = ScreenDesign.Draw(Factors, [], new ScreenOptions { Rounds = 4 }, 11);
        RunPlan plan = RunFixture.Plan() with { RunId = "r-20260102-030405-abcd", Screen = screen };
        return plan with
        {
            Baseline = plan.Baseline with { Strategies = ScreenPlan.StrategiesOf(new Dictionary<string, StrategySetting>(), Factors, 0) },
            Other = plan.Other with { Strategies = ScreenPlan.StrategiesOf(new Dictionary<string, StrategySetting>(), Factors, screen.AllKept) },
        };
    }

    private static List<LaunchRecord> Launches(RunPlan plan, Func<int, double> truth)
    {
        var random = new SeededRandom(17);
        List<LaunchRecord> launches = [];
        for (int block = 0; block < plan.Screen!.Blocks.Count; block++)
        {
            // Blocks drift apart by more than any effect.
            double drift = 30 * block;
            for (int slot = 0; slot < plan.Screen.Blocks[block].Cells.Count; slot++)
            {
                int cell = plan.Screen.Blocks[block].Cells[slot];
                double cpu = 50 * ((cell & 4) == 0 ? 1 : 0.8) * Math.Exp(0.01 * random.NextNormal());
                launches.Add(RunFixture.Launch(plan, block, 0, slot, plan.Screen.CodeOf(cell), RunFixture.Metrics(truth(cell) + drift + random.NextNormal(), cpu)) with
                {
                    HitsPerMessage = Factors.ToDictionary(f => f.Name, _ => 50.0),
                    Strategies = plan.CombinationOf(cell).Strategies.ToDictionary(s => s.Key, s => s.Value.Use),
                });
            }
        }

        // The baseline's own level is that of a middle block.
        double level = 30 * plan.Screen.Blocks.Select((b, i) => (b, i)).Where(b => b.b.Stage == ScreenStage.Screen).Average(b => b.i);
        return [.. launches.Select(l => l with { Metrics = new Dictionary<string, double>(l.Metrics) { [MetricIds.BytesPerMessage] = l.Metrics[MetricIds.BytesPerMessage] - level } })];
    }

    private static ScreenFactor Factor(string seam, string low, string high) =>
        new(seam, new Dictionary<string, SeamLevels> { [seam] = new(StrategySetting.Of(low), StrategySetting.Of(high)) });
}
