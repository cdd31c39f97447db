using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Statistics.Blocks;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Runner.Tests.Decide;

public sealed class VerdictMakerTests(ITestOutputHelper output)
{
    private static readonly MetricPolicy[] BytesOnly = [RunFixture.Bytes];

    [Fact]
    public void Decide_SavedBytesNothingWorse_IsKeepAndProvisional()
    {
        VerdictRecord verdict = Decide(RunFixture.Plan(), RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20), blocks: 9);

        Assert.Equal(VerdictKind.Keep, verdict.Kind);
        Assert.True(verdict.IsProvisional);
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.StartsWith("bytes-per-message fell by 6", StringComparison.Ordinal)
            && r.Contains("% interval -6", StringComparison.Ordinal) && r.Contains("better by more than matters", StringComparison.Ordinal));
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.Contains("The toggled code ran in every launch: reply-codec 1 and 1 times", StringComparison.Ordinal));
        Assert.Contains(ReasonText.Remedies(verdict), r => r.Contains("second run", StringComparison.Ordinal));
    }

    [Fact]
    public void Decide_TwoPrimariesAtSixBlocks_WaitsForTheCorrectedLevel()
    {
        VerdictRecord verdict = Decide(RunFixture.Plan(), RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20), blocks: 6);

        Assert.Equal(VerdictKind.Inconclusive, verdict.Kind);
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.Contains("at most 0.00781 by Holm's rule", StringComparison.Ordinal));
        Assert.Contains("The next look is after 9 blocks, 3 from now.", ReasonText.Remedies(verdict));
    }

    /// <summary>The metric that the experiment names is tested alone, and what comes after it only if it improved.</summary>
    [Theory]
    [InlineData(MetricIds.BytesPerMessage, 448, 20, VerdictKind.Keep, null)]
    [InlineData(MetricIds.CpuUsPerMessage, 448, 20, VerdictKind.Inconclusive, "bytes-per-message improved, but this experiment tests cpu-us-per-message first")]
    [InlineData(MetricIds.CpuUsPerMessage, 512, 14, VerdictKind.Keep, null)]
    public void Decide_NamedPrimary_ComesFirst(string first, double bytes, double cpu, VerdictKind kind, string? reason)
    {
        RunPlan plan = RunFixture.Plan();
        plan = plan with { Experiment = plan.Experiment with { Primary = first } };

        VerdictRecord verdict = Decide(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(bytes, cpu), blocks: 6);

        Assert.Equal(kind, verdict.Kind);
        Assert.Equal(reason is not null, ReasonText.Reasons(verdict, isProvisional: false).Any(r => r.Contains(reason ?? "tests", StringComparison.Ordinal) && r.Contains("first", StringComparison.Ordinal)));
        Assert.DoesNotContain(ReasonText.Reasons(verdict, isProvisional: false), r => r.Contains("Holm", StringComparison.Ordinal));
    }

    /// <summary>The metric that the experiment names got worse, so no other can earn a KEEP; one that Holm's rule shows weighs against the loss all the same.</summary>
    [Theory]
    [InlineData(6, VerdictKind.Inconclusive, "loss-beside-open-primary")]
    [InlineData(9, VerdictKind.TradeOff, "gain-with-cost")]
    public void Decide_NamedPrimaryGotWorse_AnotherGainWeighsByHolmsRule(int blocks, VerdictKind kind, string row)
    {
        RunPlan plan = RunFixture.Plan();
        plan = plan with { Experiment = plan.Experiment with { Primary = MetricIds.BytesPerMessage } };

        VerdictRecord verdict = Decide(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(612, 14), blocks);

        Assert.Equal((kind, row), (verdict.Kind, verdict.RuleId));
    }

    [Fact]
    public void Decide_ShortDesignSavedBytesButCostsCpu_IsTradeOff()
    {
        VerdictRecord verdict = Decide(RunFixture.Plan(isShort: true), RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 26), blocks: 6);

        Assert.Equal((VerdictKind.TradeOff, false, "gain-with-cost"), (verdict.Kind, verdict.IsProvisional, verdict.RuleId));
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.Contains("90.63 % interval", StringComparison.Ordinal));
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.StartsWith("cpu-us-per-message rose by", StringComparison.Ordinal));
    }

    [Fact]
    public void Decide_ShortDesignSavedBytes_IsKeepAtSixBlocks()
    {
        VerdictRecord verdict = Decide(RunFixture.Plan(isShort: true), RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20), blocks: 6);

        Assert.Equal((VerdictKind.Keep, true), (verdict.Kind, verdict.IsProvisional));
        Assert.Contains("Provisional until the next run of the same question, declared before it starts, confirms it.", ReasonText.Reasons(verdict, verdict.IsProvisional));
    }

    /// <summary>The launches of a threshold that costs time and saves no byte: the first of the two words that were wrong.</summary>
    [Fact]
    public void Decide_EqualBytesTwoFifthsMoreCpu_IsRollbackInBothDesigns()
    {
        MetricPolicy writes = RunFixture.Bytes with { Id = MetricIds.WritesPerMessage, Role = MetricRole.Explore, DeltaRel = 0.05, DeltaAbs = 0.02, Unit = "calls" };
        foreach (bool isShort in new[] { true, false })
        {
            RunPlan plan = RunFixture.Plan(isShort: isShort, metrics: [RunFixture.Bytes, RunFixture.Cpu, writes]);
            List<LaunchRecord> launches = Launches(plan, RunFixture.Metrics(16_679, 176.3), RunFixture.Metrics(16_727, 245.1), 6)
                .With(_ => true, l => l with { Metrics = new Dictionary<string, double>(l.Metrics) { [MetricIds.WritesPerMessage] = l.Arm == ArmNames.Candidate ? 34 : 10 } });

            VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));

            Assert.Equal((VerdictKind.Rollback, "worse-without-gain", true), (verdict.Kind, verdict.RuleId, verdict.IsProvisional));
            Assert.Equal("writes-per-message 10 -> 34 calls: more than twice what would matter, but not part of this policy.", ReasonText.Reasons(verdict, isProvisional: false)[2]);
        }
    }

    /// <summary>A design that doubles the bytes and saves a third of the time: the second word that was wrong.</summary>
    [Fact]
    public void Decide_TwiceTheBytesAThirdLessCpu_IsTradeOff()
    {
        VerdictRecord verdict = Decide(RunFixture.Plan(isShort: true), RunFixture.Metrics(68_464, 652), RunFixture.Metrics(147_936, 418), blocks: 6);

        Assert.Equal(VerdictKind.TradeOff, verdict.Kind);
    }

    [Fact]
    public void Decide_LossBesideAPrimaryThatIsOpen_IsInconclusiveAndNamesTheLoss()
    {
        RunPlan plan = RunFixture.Plan(isShort: true, metrics: [RunFixture.Bytes, RunFixture.Cpu]);
        List<LaunchRecord> launches =
        [
            .. Enumerable.Range(0, 6).SelectMany(b => RunFixture.Block(plan, b, (isOther, slot) =>
                RunFixture.Metrics(isOther ? 612 : 512, 20 * Math.Exp(0.2 * Math.Sin(1.9 * b + 2.4 * slot))))),
        ];

        VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));

        Assert.Equal((VerdictKind.Inconclusive, "loss-beside-open-primary"), (verdict.Kind, verdict.RuleId));
        Assert.StartsWith("bytes-per-message rose by 100 B", ReasonText.Reasons(verdict, isProvisional: false)[0], StringComparison.Ordinal);
        Assert.Contains(ReasonText.Remedies(verdict), r => r.StartsWith("cpu-us-per-message: ", StringComparison.Ordinal));
    }

    [Fact]
    public void Decide_GainBesideAGuardThatIsOpen_IsInconclusiveAndNamesTheGuardAndItsBlocks()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, RunFixture.P99]);
        List<LaunchRecord> launches =
        [
            .. Enumerable.Range(0, 24).SelectMany(b => RunFixture.Block(plan, b, (isOther, slot) =>
                RunFixture.Metrics(isOther ? 448 : 512, 20, 800 * Math.Exp(0.6 * Math.Sin(1.9 * b + 2.4 * slot))))),
        ];

        VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));

        Assert.Equal((VerdictKind.Inconclusive, "gain-beside-open-guard"), (verdict.Kind, verdict.RuleId));
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.StartsWith("latency-p99 ", StringComparison.Ordinal) && r.Contains("not settled", StringComparison.Ordinal));
        Assert.Contains(ReasonText.Remedies(verdict), r => r.StartsWith("latency-p99: about ", StringComparison.Ordinal) && r.Contains("to show that it is no worse", StringComparison.Ordinal));
    }

    /// <summary>Processor time is lost in noise: nothing shows that the bytes are not paid for with it.</summary>
    [Fact]
    public void Decide_GainBesideAPrimaryThatIsOpen_IsInconclusiveAndNamesThePrimaryAndItsBlocks()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, RunFixture.Cpu]);
        List<LaunchRecord> launches =
        [
            .. Enumerable.Range(0, 24).SelectMany(b => RunFixture.Block(plan, b, (isOther, slot) =>
                RunFixture.Metrics(isOther ? 448 : 512, 20 * Math.Exp(0.15 * Math.Sin(1.9 * b + 2.4 * slot))))),
        ];
        AnalysisResult analysis = RunFixture.Analyze(plan, launches);

        VerdictRecord verdict = VerdictMaker.Decide(plan, analysis);

        MetricEstimate cpu = analysis.Estimates.Single(e => e.Policy.Id == MetricIds.CpuUsPerMessage);
        Assert.Equal((VerdictKind.Inconclusive, "gain-beside-open-primary"), (verdict.Kind, verdict.RuleId));
        Assert.Equal(Resolution.BlocksToKeep(Resolution.StandardDeviation(cpu.Contrasts), cpu.Delta, 1.0 / 64) - 24, cpu.BlocksToHold);
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.StartsWith("cpu-us-per-message ", StringComparison.Ordinal) && r.Contains("not settled", StringComparison.Ordinal));
        Assert.Contains(ReasonText.Remedies(verdict), r => r.StartsWith($"cpu-us-per-message: about {cpu.BlocksToHold} more blocks to show that it is no worse", StringComparison.Ordinal));
    }

    [Fact]
    public void Decide_GainBesideAPrimaryWithoutData_IsInconclusive()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, RunFixture.Cpu with { Id = MetricIds.SystemCallsPerMessage }]);

        VerdictRecord verdict = Decide(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20), 9);

        Assert.Equal((VerdictKind.Inconclusive, "gain-beside-open-primary"), (verdict.Kind, verdict.RuleId));
        Assert.Contains("system-calls-per-message must be measured: it is a primary of the policy.", ReasonText.Remedies(verdict));
    }

    /// <summary>What matters is 10 %. Every block is worse, and only the size of the estimate differs.</summary>
    [Theory]
    [InlineData(0.092, VerdictKind.Inconclusive)]
    [InlineData(0.099, VerdictKind.TradeOff)]
    public void Decide_GuardWorseByAboutWhatMatters_CountsFromThereOn(double loss, VerdictKind kind)
    {
        VerdictRecord verdict = WithTail([RunFixture.P99], [.. Enumerable.Range(-4, 9).Select(i => loss + 0.0125 * i)]);

        MetricEstimate tail = verdict.Estimates.Single(e => e.Policy.Id == MetricIds.LatencyP99);
        Assert.Equal((kind, MetricClass.Worse, 1.0 / 512), (verdict.Kind, tail.Class, tail.PWorse));
        Assert.Equal(kind == VerdictKind.TradeOff ? "gain-with-cost" : "gain-beside-open-guard", verdict.RuleId);
        Assert.Equal(
            kind == VerdictKind.Inconclusive,
            ReasonText.Reasons(verdict, isProvisional: false)[0].StartsWith("Suspected loss, neither shown nor excluded: latency-p99 rose by ", StringComparison.Ordinal));
        Assert.Equal(1, ReasonText.Reasons(verdict, isProvisional: false).Count(r => r.Contains("latency-p99 rose by", StringComparison.Ordinal)));
        Assert.Equal(kind == VerdictKind.Inconclusive, ReasonText.Remedies(verdict).Any(r => r.StartsWith("latency-p99: ", StringComparison.Ordinal)));
        Assert.Equal(kind == VerdictKind.TradeOff, SequentialStop.ShouldStop(RunFixture.Plan(), 9, verdict));
    }

    [Fact]
    public void Decide_SuspectedLossWithoutAGain_StandsAmongTheGuards()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Cpu, RunFixture.P99]);
        List<LaunchRecord> launches =
        [
            .. Enumerable.Range(0, 9).SelectMany(b => RunFixture.Block(plan, b, (isOther, slot) =>
                RunFixture.Metrics(512, 20 * Math.Exp(0.15 * Math.Sin(1.9 * b + 2.4 * slot)), isOther ? 800 * Math.Exp(0.042 + 0.0125 * b) : 800))),
        ];

        VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));

        Assert.Equal(("undecided", MetricClass.Worse), (verdict.RuleId, verdict.Estimates[1].Class));
        Assert.StartsWith("cpu-us-per-message ", ReasonText.Reasons(verdict, isProvisional: false)[0], StringComparison.Ordinal);
        Assert.StartsWith("latency-p99 rose by ", ReasonText.Reasons(verdict, isProvisional: false)[1], StringComparison.Ordinal);
    }

    /// <summary>What matters is 10 %. A guard that is worse by its interval, and by that much by its estimate, is not settled; a smaller one does not matter.</summary>
    [Theory]
    [InlineData(0.12, "suspected-guard", VerdictKind.Inconclusive)]
    [InlineData(0.08, "equivalent", VerdictKind.NoEffect)]
    public void Decide_NoGainBesideAGuardThatLooksWorse_IsNotCalledNoEffect(double loss, string row, VerdictKind kind)
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, RunFixture.P99, RunFixture.P50 with { Role = MetricRole.Guard }]);
        List<LaunchRecord> launches =
        [
            .. Enumerable.Range(0, 6).SelectMany(b => RunFixture.Block(plan, b, (isOther, _) => RunFixture.Metrics(512, 20, isOther ? 800 * Math.Exp(loss + (0.02 * (b - 2.5))) : 800))),
        ];

        VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));

        Assert.Equal((row, kind), (verdict.RuleId, verdict.Kind));
        Assert.Equal(
            kind == VerdictKind.Inconclusive,
            ReasonText.Reasons(verdict, isProvisional: false)[0].StartsWith("Suspected loss, neither shown nor excluded: latency-p99 rose by ", StringComparison.Ordinal));
        Assert.Equal(kind == VerdictKind.NoEffect, SequentialStop.ShouldStop(RunFixture.Plan(), 6, verdict));
    }

    /// <summary>A p between a half of the level and the level: enough for a lone guard, too little for one of two.</summary>
    [Fact]
    public void Decide_LossOfOneOfTwoGuards_NeedsHolmsLevel()
    {
        double[] losses = [-0.01, -0.02, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17];
        MetricPolicy quiet = RunFixture.P50 with { Role = MetricRole.Guard };
        MetricPolicy counted = new() { Id = MetricIds.Lost, Role = MetricRole.Guard, Scale = MetricScale.Difference, DeltaAbs = 0.5, Aggregation = "sum" };

        VerdictRecord alone = WithTail([RunFixture.P99], losses);

        Assert.InRange(alone.Estimates.Single(e => e.Policy.Id == MetricIds.LatencyP99).PWorse, 1.0 / 128, 1.0 / 64);
        Assert.Equal(VerdictKind.TradeOff, alone.Kind);
        Assert.Equal(VerdictKind.Inconclusive, WithTail([RunFixture.P99, quiet], losses).Kind);
        Assert.Equal(VerdictKind.TradeOff, WithTail([RunFixture.P99, counted], losses).Kind);
    }

    [Fact]
    public void Decide_LossBesideAGuardWithoutData_NeedsHolmsLevelToo()
    {
        MetricPolicy missing = RunFixture.P99 with { Id = MetricIds.WorkingSet };
        double[] losses = [-0.01, -0.02, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17];

        Assert.Equal(VerdictKind.Inconclusive, WithTail([RunFixture.P99, missing], losses).Kind);
        Assert.Equal(VerdictKind.TradeOff, WithTail([RunFixture.P99, missing], [.. losses.Select(l => l + 0.03)]).Kind);
    }

    [Fact]
    public void Decide_TwoPrimaries_AskForTheBlocksOfHolmsLevel()
    {
        List<LaunchRecord> Noisy(RunPlan plan) =>
        [
            .. Enumerable.Range(0, 12).SelectMany(b => RunFixture.Block(plan, b, (_, slot) => RunFixture.Metrics(512, 20 * Math.Exp(0.15 * Math.Sin(1.9 * b + 2.4 * slot))))),
        ];
        RunPlan one = RunFixture.Plan(metrics: [RunFixture.Cpu]);
        RunPlan two = RunFixture.Plan(metrics: [RunFixture.Cpu, RunFixture.Bytes]);

        MetricEstimate alone = RunFixture.Analyze(one, Noisy(one)).Estimates[0];
        MetricEstimate competing = RunFixture.Analyze(two, Noisy(two)).Estimates[0];

        double deviation = Resolution.StandardDeviation(alone.Contrasts);
        Assert.Equal(Resolution.BlocksToKeep(deviation, alone.Delta, 1.0 / 64) - 12, alone.BlocksToKeep);
        Assert.Equal(Resolution.BlocksToKeep(deviation, alone.Delta, 1.0 / 128) - 12, competing.BlocksToKeep);
        Assert.True(competing.BlocksToKeep > alone.BlocksToKeep);
        Assert.Equal(alone.BlocksToEquivalence, competing.BlocksToEquivalence);
    }

    [Fact]
    public void Decide_MoreBytes_IsRollback()
    {
        VerdictRecord verdict = Decide(RunFixture.Plan(), RunFixture.Metrics(512, 20), RunFixture.Metrics(576, 20), blocks: 6);

        Assert.Equal(VerdictKind.Rollback, verdict.Kind);
        Assert.StartsWith("bytes-per-message rose by 6", ReasonText.Reasons(verdict, isProvisional: false)[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Decide_SavedBytesWorseTail_IsTradeOff()
    {
        VerdictRecord verdict = Decide(RunFixture.Plan(), RunFixture.Metrics(512, 20, 800), RunFixture.Metrics(448, 20, 1000), blocks: 9);

        Assert.Equal(VerdictKind.TradeOff, verdict.Kind);
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.StartsWith("latency-p99 rose by 25", StringComparison.Ordinal));
    }

    [Fact]
    public void Decide_EqualArms_IsNoEffect()
    {
        VerdictRecord verdict = Decide(RunFixture.Plan(isAa: true), RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20), blocks: 6);

        Assert.Equal(VerdictKind.NoEffect, verdict.Kind);
        Assert.False(verdict.IsProvisional);
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.Contains("A/A run", StringComparison.Ordinal));
    }

    [Fact]
    public void Decide_BetweenLooks_NeverDecides()
    {
        RunPlan plan = RunFixture.Plan(metrics: BytesOnly);
        foreach (int blocks in new[] { 1, 5, 7, 8, 10, 23 })
        {
            VerdictRecord verdict = Decide(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20), blocks);

            Assert.Equal(VerdictKind.Inconclusive, verdict.Kind);
            Assert.False(SequentialStop.ShouldStop(plan, blocks, verdict));
        }

        Assert.Equal(VerdictKind.Keep, Decide(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20), 6).Kind);
    }

    [Fact]
    public void Decide_ErrorsOfTheCandidate_IsRollbackBeforeAnythingElse()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = Launches(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(100, 5), 6)
            .With(l => l.Arm == ArmNames.Candidate, l => l.WithLoad(r => r with { WrongReplies = 3 }) with { HitsPerMessage = new Dictionary<string, double>() });

        VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));

        Assert.Equal(VerdictKind.Rollback, verdict.Kind);
        Assert.StartsWith("candidate had wrong replies in 12 of 12 launches (36 in all), baseline in 0 of 12 launches (0 in all); one-sided p = ", ReasonText.Reasons(verdict, isProvisional: false)[0], StringComparison.Ordinal);
        Assert.False(verdict.IsProvisional);
    }

    [Fact]
    public void Decide_CodeNotRun_IsUnfitAndStops()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = Launches(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(100, 5), 2)
            .With(_ => true, l => l with { HitsPerMessage = new Dictionary<string, double> { [RunFixture.Seam] = 0 } });

        VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));

        Assert.Equal(VerdictKind.Unfit, verdict.Kind);
        Assert.StartsWith("reply-codec ran 0 times per message in launch l-0-0-0", ReasonText.Reasons(verdict, isProvisional: false)[0], StringComparison.Ordinal);
        Assert.True(SequentialStop.ShouldStop(plan, 2, verdict));
    }

    [Fact]
    public void Decide_MixedLaunchesOrAlarm_IsUnfit()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = Launches(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 20), 6);
        AnalysisResult clean = RunFixture.Analyze(plan, launches);
        AnalysisResult mixed = RunFixture.Analyze(plan, launches.With(l => l.Block == 5, l => l with
        {
            Fingerprint = new Dictionary<string, string>(l.Fingerprint) { [FingerprintKeys.Runtime] = ".NET 10.0.2" },
        }));

        Assert.Equal(VerdictKind.NoEffect, VerdictMaker.Decide(plan, clean).Kind);
        Assert.Equal("Launches differ in runtime: .NET 10.0.1 and .NET 10.0.2.", ReasonText.Reasons(VerdictMaker.Decide(plan, mixed), isProvisional: false)[0]);
        Assert.Equal(VerdictKind.Unfit, VerdictMaker.Decide(plan, mixed).Kind);
        VerdictRecord alarmed = VerdictMaker.Decide(plan, clean, new AaStanding(20, 5, 0.087, 0.491, new Said("5 of 20 A/A runs called a difference.")));
        Assert.Equal((VerdictKind.Unfit, "5 of 20 A/A runs called a difference."), (alarmed.Kind, ReasonText.Reasons(alarmed, isProvisional: false)[0]));
    }

    [Fact]
    public void Decide_EveryBlockDisturbed_IsJudgedLikeAnyOther()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, RunFixture.Cpu]);
        List<LaunchRecord> launches = Launches(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 28), 6).With(_ => true, RunFixture.Disturbed);

        VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));

        Assert.Equal(VerdictKind.Rollback, verdict.Kind);
        Assert.Contains(ReasonText.Warnings(verdict), w => w.StartsWith("6 blocks were disturbed from outside and count", StringComparison.Ordinal));
    }

    [Fact]
    public void Decide_GuardWithoutData_AllowsNoKeep()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, RunFixture.P99 with { Id = MetricIds.WorkingSet }]);

        VerdictRecord verdict = Decide(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20), 6);

        Assert.Equal(VerdictKind.Inconclusive, verdict.Kind);
        Assert.Contains("working-set must be measured: it is a guard of the policy.", ReasonText.Remedies(verdict));
    }

    [Fact]
    public void Decide_NoPrimaryThatMayDecide_IsInconclusiveAndSaysSo()
    {
        RunPlan plan = RunFixture.Plan(isShort: true, metrics: [RunFixture.P99]);

        VerdictRecord verdict = Decide(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(512, 10), 6);

        Assert.Equal(VerdictKind.Inconclusive, verdict.Kind);
        Assert.Contains("The policy names no primary metric that these launches carry.", ReasonText.Reasons(verdict, isProvisional: false));
    }

    [Fact]
    public void Decide_Noise_SaysHowManyBlocksAreMissing()
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Cpu]);
        List<LaunchRecord> launches =
        [
            .. Enumerable.Range(0, 6).SelectMany(b => RunFixture.Block(plan, b, (_, slot) => RunFixture.Metrics(512, 20 * Math.Exp(0.05 * Math.Sin(1.9 * b + 2.4 * slot))))),
        ];
        AnalysisResult analysis = RunFixture.Analyze(plan, launches);

        VerdictRecord verdict = VerdictMaker.Decide(plan, analysis);

        MetricEstimate cpu = analysis.Estimates.Single();
        Assert.Equal(VerdictKind.Inconclusive, verdict.Kind);
        Assert.Contains(ReasonText.Remedies(verdict), r => r.StartsWith(
            $"cpu-us-per-message: about {cpu.BlocksToKeep} more blocks to confirm an improvement of 3 %, about {cpu.BlocksToEquivalence} to show that there is none", StringComparison.Ordinal));
    }

    [Fact]
    public void Decide_PlantedEffect_IsMarkedInjected()
    {
        RunPlan plan = RunFixture.Plan() with { };
        plan = plan with { Other = plan.Other with { Inject = new InjectSpec { BytesPerMessage = 64 } } };

        VerdictRecord verdict = Decide(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(576, 20), 6);

        Assert.StartsWith("INJECTED", ReasonText.Warnings(verdict)[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Decide_SameRecords_GivesByteIdenticalVerdictsThatSurviveTheStore()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = Launches(plan, RunFixture.Metrics(512, 20), RunFixture.Metrics(500, 19.9), 12);
        string first = JsonSerializer.Serialize(VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches)), LabJson.Indented);
        List<LaunchRecord> stored = JsonSerializer.Deserialize<List<LaunchRecord>>(JsonSerializer.Serialize(launches, LabJson.Compact), LabJson.Compact)!;
        RunPlan storedPlan = JsonSerializer.Deserialize<RunPlan>(JsonSerializer.Serialize(plan, LabJson.Compact), LabJson.Compact)!;

        string again = JsonSerializer.Serialize(VerdictMaker.Decide(storedPlan, RunFixture.Analyze(storedPlan, stored)), LabJson.Indented);

        Assert.Equal(first, again);
        output.WriteLine(first);
    }

    [Theory]
    [InlineData(6, VerdictKind.Keep, true)]
    [InlineData(6, VerdictKind.Inconclusive, false)]
    [InlineData(7, VerdictKind.Rollback, false)]
    [InlineData(9, VerdictKind.NoEffect, true)]
    [InlineData(12, VerdictKind.TradeOff, true)]
    [InlineData(24, VerdictKind.Inconclusive, true)]
    [InlineData(25, VerdictKind.Inconclusive, true)]
    [InlineData(1, VerdictKind.Unfit, true)]
    public void ShouldStop_BlocksAndVerdict_OnlyAtLooks(int blocks, VerdictKind kind, bool shouldStop)
    {
        var verdict = new VerdictRecord
        {
            RunId = "r-test", Kind = kind, IsProvisional = false, Rule = "", Reasons = [], Estimates = [], Proofs = [], Blocks = blocks, PolicyHash = "00",
        };

        Assert.Equal(shouldStop, SequentialStop.ShouldStop(RunFixture.Plan(), blocks, verdict));
    }

    /// <summary>A true gain of bytes next to guards of which the tail loses so much in each block.</summary>
    private static VerdictRecord WithTail(MetricPolicy[] guards, double[] losses)
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Bytes, .. guards]);
        List<LaunchRecord> launches =
        [
            .. losses.SelectMany((loss, b) => RunFixture.Block(plan, b, (isOther, _) =>
                new(RunFixture.Metrics(isOther ? 448 : 512, 20, isOther ? 800 * Math.Exp(loss) : 800)) { [MetricIds.Lost] = 0 })),
        ];
        return VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));
    }

    private static VerdictRecord Decide(RunPlan plan, Dictionary<string, double> baseline, Dictionary<string, double> other, int blocks) =>
        VerdictMaker.Decide(plan, RunFixture.Analyze(plan, Launches(plan, baseline, other, blocks)));

    private static List<LaunchRecord> Launches(RunPlan plan, Dictionary<string, double> baseline, Dictionary<string, double> other, int blocks) =>
        RunFixture.Blocks(plan, blocks, baseline, other);
}
