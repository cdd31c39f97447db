using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

public sealed class RunAnalyzerTests
{
    [Fact]
    public void Analyze_SavedBytesAndCpu_EstimatesInTheOwnDirection()
    {
        RunPlan plan = RunFixture.Plan();
        AnalysisResult result = RunFixture.Analyze(plan, RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 18)));

        MetricEstimate bytes = result.Estimates.Single(e => e.Policy.Id == MetricIds.BytesPerMessage);
        MetricEstimate cpu = result.Estimates.Single(e => e.Policy.Id == MetricIds.CpuUsPerMessage);
        Assert.Equal(64, bytes.Theta, 1.0);
        Assert.Equal(-64, bytes.ShownChange, 1.0);
        Assert.Equal(0.02 * 512, bytes.Delta, 0.02);
        Assert.Equal(MetricClass.ImprovedPractical, bytes.Class);
        Assert.Equal(1.0 / 64, bytes.PBetter);
        Assert.Equal(-0.10, cpu.ShownChange, 0.002);
        Assert.Equal(Math.Log(1.03), cpu.Delta, 1e-12);
        Assert.Equal((512.0, 448.0), (Math.Round(bytes.BaselineMedian), Math.Round(bytes.OtherMedian)));
    }

    [Fact]
    public void Analyze_MoreBytes_IsWorse()
    {
        RunPlan plan = RunFixture.Plan();
        AnalysisResult result = RunFixture.Analyze(plan, RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(576, 20)));

        Assert.Equal(MetricClass.WorsePractical, result.Estimates[0].Class);
        Assert.True(result.Estimates[0].ShownLow > 60);
    }

    [Fact]
    public void Analyze_ExactlyEqualCounters_AreEquivalentWithAPointInterval()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes]);
        List<LaunchRecord> launches = [.. Enumerable.Range(0, 6).SelectMany(b => RunFixture.Block(plan, b, (_, _) => RunFixture.Metrics(512, 20)))];

        MetricEstimate bytes = RunFixture.Analyze(plan, launches).Estimates.Single();

        Assert.Equal((0.0, 0.0, 0.0), (bytes.Theta, bytes.Lower, bytes.Upper));
        Assert.Equal(MetricClass.Equivalent, bytes.Class);
        Assert.False(bytes.IsHeterogeneous);
    }

    [Fact]
    public void Analyze_AnyOrderOfTheList_GivesTheSameResult()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 7, RunFixture.Metrics(512, 20), RunFixture.Metrics(500, 19));
        string forward = System.Text.Json.JsonSerializer.Serialize(RunFixture.Analyze(plan, launches), Model.LabJson.Compact);
        launches.Reverse();

        Assert.Equal(forward, System.Text.Json.JsonSerializer.Serialize(RunFixture.Analyze(plan, launches), Model.LabJson.Compact));
    }

    [Fact]
    public void Analyze_PilotsAndDiagnostics_AreIgnored()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20));
        LaunchRecord pilot = launches[0] with { Id = "l-pilot", Kind = LaunchKind.Pilot, Fingerprint = new Dictionary<string, string>() };

        AnalysisResult result = RunFixture.Analyze(plan, [pilot, pilot with { Kind = LaunchKind.Diagnostic }, .. launches]);

        Assert.Equal(6, result.Blocks);
        Assert.Empty(result.Mixed);
    }

    [Fact]
    public void Analyze_ShortDesign_TakesNoRoleAway()
    {
        RunPlan plan = RunFixture.Plan(isShort: true);
        AnalysisResult result = RunFixture.Analyze(plan, RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 30)));

        Assert.Equal(plan.Policy.Metrics.Select(m => (m.Id, m.Role)), result.Estimates.Select(e => (e.Policy.Id, e.Policy.Role)));
        Assert.Equal(MetricClass.WorsePractical, result.Estimates.Single(e => e.Policy.Id == MetricIds.CpuUsPerMessage).Class);
    }

    [Fact]
    public void Analyze_OptionalMetric_TakesPartOnlyWhereTheMachineCountsIt()
    {
        MetricPolicy instructions = RunFixture.Cpu with { Id = MetricIds.UserInstructionsPerMessage, Optional = true };
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, instructions]);
        List<LaunchRecord> without = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20));
        LaunchRecord Counted(LaunchRecord l) => l with { Metrics = new Dictionary<string, double>(l.Metrics) { [instructions.Id] = 9_000 } };

        AnalysisResult absent = RunFixture.Analyze(plan, without);
        AnalysisResult partly = RunFixture.Analyze(plan, without.With(l => l.Arm == ArmNames.Baseline, Counted));
        AnalysisResult counted = RunFixture.Analyze(plan, without.With(_ => true, Counted));

        Assert.Equal((1, 0), (absent.PrimaryFamily, absent.NotMeasured.Count));
        Assert.Equal(VerdictKind.Keep, VerdictMaker.Decide(plan, absent).Kind);
        Assert.Contains("user-instructions-per-message takes no part: no launch carries it.", Sentences.Warnings(absent));
        Assert.Equal((2, 1), (partly.PrimaryFamily, partly.NotMeasured.Count));
        Assert.Equal(VerdictKind.Inconclusive, VerdictMaker.Decide(plan, partly).Kind);
        Assert.Equal((2, 0), (counted.PrimaryFamily, counted.NotMeasured.Count));
    }

    [Fact]
    public void Analyze_NoisyMachine_SaysWhatItCanSee()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Cpu]);
        List<LaunchRecord> launches =
        [
            .. Enumerable.Range(0, 12).SelectMany(b => RunFixture.Block(plan, b, (_, slot) => RunFixture.Metrics(512, 20 * Math.Exp(0.15 * Math.Sin(1.9 * b + 2.4 * slot))))),
        ];

        AnalysisResult result = RunFixture.Analyze(plan, launches);

        MetricEstimate cpu = result.Estimates.Single();
        Assert.Equal(3.065 * cpu.NullDeviation / Math.Sqrt(12), cpu.NoiseFloor, 1e-4);
        Assert.InRange(cpu.NullDeviation, 0.05, 0.2);
        Assert.Contains(Sentences.Warnings(result), w => w.Contains("with 12 blocks this machine can see >= ", StringComparison.Ordinal)
            && w.EndsWith("policy asks 3 %.", StringComparison.Ordinal));
        Assert.NotNull(cpu.BlocksToKeep);
        Assert.True(cpu.BlocksToEquivalence > cpu.BlocksToKeep);
    }

    [Fact]
    public void Analyze_MissingOrUnusableMetric_IsReported()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, RunFixture.Cpu, RunFixture.P99]);
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 0), RunFixture.Metrics(512, 0))
            .With(l => l is { Block: 1, Slot: 0 }, l => l with { Metrics = new Dictionary<string, double> { [MetricIds.BytesPerMessage] = double.NaN } });

        AnalysisResult result = RunFixture.Analyze(plan, launches);

        Assert.Equal(MetricIds.CpuUsPerMessage, Assert.Single(result.NotMeasured).Id);
        Assert.Equal(5, result.Estimates[0].Blocks);
        Assert.Contains(Sentences.Warnings(result), w => w.Contains("missing or unusable in 1 of 6 blocks", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("session", "lock", true, false)]
    [InlineData("session", "lock", false, true)]
    [InlineData("mailbox", "lock", true, true)]
    [InlineData("session", "mailbox", true, true)]
    public void Analyze_SeamThatOneArmDoesNotBuild_IsMixedUnlessItBelongsToAToggle(string toggled, string seam, bool isAbsent, bool isMixed)
    {
        RunPlan plan = RunFixture.Plan() with { ToggledSeams = [toggled] };
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20));
        LaunchRecord Build(LaunchRecord launch)
        {
            bool isCandidate = launch.Arm == ArmNames.Candidate;
            var built = new Dictionary<string, string> { [toggled] = isCandidate ? "a" : "b", [seam] = isCandidate ? "c" : "d" };
            _ = isCandidate && isAbsent && built.Remove(seam);
            return launch with { Strategies = built };
        }

        string[] mixed = Sentences.Of(RunFixture.Analyze(plan, launches.With(_ => true, Build)).Mixed);

        Assert.Equal(isMixed, mixed.Any(m => m.Contains($"The arms differ in {seam}", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(FingerprintKeys.Runtime)]
    [InlineData(FingerprintKeys.Build)]
    [InlineData(FingerprintKeys.ProcessorCount)]
    [InlineData(FingerprintKeys.GcServer)]
    [InlineData(FingerprintKeys.Layout)]
    public void Analyze_FingerprintDiffersOrIsMissing_IsMixed(string key)
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20));
        Func<LaunchRecord, LaunchRecord> Set(string? value) => l =>
        {
            var changed = new Dictionary<string, string>(l.Fingerprint);
            _ = value is null ? changed.Remove(key) : (changed[key] = value) == value;
            return l with { Fingerprint = changed };
        };

        Assert.Empty(RunFixture.Analyze(plan, launches).Mixed);
        Assert.Contains(Sentences.Of(RunFixture.Analyze(plan, launches.With(l => l.Id == "l-3-0-2", Set("else"))).Mixed), m => m.StartsWith($"Launches differ in {key}", StringComparison.Ordinal));
        Assert.Contains(Sentences.Of(RunFixture.Analyze(plan, launches.With(_ => true, Set(null))).Mixed), m => m.Contains($"do not report {key}", StringComparison.Ordinal));
    }

    [Fact]
    public void Analyze_DebugBuild_IsRefused()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20))
            .With(_ => true, l => l with { Fingerprint = new Dictionary<string, string>(l.Fingerprint) { [FingerprintKeys.Build] = "Debug" } });

        Assert.Equal("A Debug build was measured; only Release builds are judged.", Assert.Single(Sentences.Of(RunFixture.Analyze(plan, launches).Mixed)));
    }

    [Fact]
    public void Analyze_ArmBuiltOtherwiseThanPlanned_IsMixed()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20));
        LaunchRecord Mailbox(LaunchRecord l) => l with { Strategies = new Dictionary<string, string>(l.Strategies) { ["mailbox"] = "mpsc-ring" } };

        Assert.Contains(Sentences.Of(RunFixture.Analyze(plan, launches.With(l => l.Arm == ArmNames.Candidate, Mailbox)).Mixed), m => m.Contains("does not toggle", StringComparison.Ordinal));
        Assert.Contains(Sentences.Of(RunFixture.Analyze(plan, launches.With(l => l.Id == "l-0-0-0", Mailbox)).Mixed), m => m.Contains("different strategies", StringComparison.Ordinal));
    }

    [Fact]
    public void Analyze_LaunchOutOfItsPlace_IsMixedAndItsBlockDoesNotCount()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20));
        string swapped = launches[5].Arm == ArmNames.Baseline ? ArmNames.Candidate : ArmNames.Baseline;

        AnalysisResult result = RunFixture.Analyze(plan, launches.With(l => l.Id == launches[5].Id, l => l with { Arm = swapped }));

        Assert.Equal(5, result.Blocks);
        Assert.Contains(Sentences.Of(result.Mixed), m => m.Contains("did not run the arm", StringComparison.Ordinal));
    }

    [Fact]
    public void Analyze_WindowWithATrend_IsFlaggedAndKept()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20))
            .With(l => l.Id == "l-2-0-1", l => l.WithLoad(r => r with { Seconds = [.. r.Seconds.Select(s => s with { P50Us = 200 + 4 * s.Second })] }))
            .With(l => l.Id == "l-3-0-1", l => l.WithLoad(r => r with { Seconds = [.. r.Seconds.Select(s => s with { P50Us = 200 + 0.4 * s.Second })] }))
            .With(l => l.Id == "l-4-0-1", l => l.WithLoad(r => r with { Seconds = [.. r.Seconds.Take(5).Select(s => s with { P50Us = 200 + 40 * s.Second })] }));

        AnalysisResult result = RunFixture.Analyze(plan, launches);

        UnsteadyLaunch flagged = Assert.Single(result.Unsteady);
        Assert.Equal("l-2-0-1", flagged.LaunchId);
        Assert.Contains(Sentences.Warnings(result), w => w.Contains("(launch l-2-0-1: median latency rises by 17 % over the window)", StringComparison.Ordinal));
        Assert.Equal(6, result.Blocks);
    }

    [Fact]
    public void Analyze_NothingYet_IsEmptyAndDoesNotThrow()
    {
        AnalysisResult result = RunFixture.Analyze(RunFixture.Plan(), []);

        Assert.Equal(0, result.Blocks);
        Assert.Empty(result.Estimates);
        Assert.Empty(result.Proofs);
        Assert.Empty(result.Mixed);
    }
}
