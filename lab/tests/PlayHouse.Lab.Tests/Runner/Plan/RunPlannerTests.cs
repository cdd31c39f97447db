using System.Security.Cryptography;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Tests.Validate;
using PlayHouse.Lab.Runner.Validate;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Runner.Tests.Plan;

public sealed class RunPlannerTests(ITestOutputHelper output)
{
    private static readonly Policy Policy = new() { Metrics = [new MetricPolicy { Id = "bytes-per-message", Role = MetricRole.Primary }] };
    private static readonly byte[] PolicyBytes = [1, 2, 3];
    private static readonly ExperimentSpec Spec = ExperimentValidatorTests.Spec(
        ExperimentValidatorTests.Arm(("mailbox", "buffer-block")), ExperimentValidatorTests.Arm(("mailbox", "channel-bounded")));

    [Fact]
    public void Plan_Full_HasTheLooksAndTheirLevel()
    {
        RunPlan plan = Plan(Spec);

        Assert.Equal([6, 9, 12, 16, 20, 24], plan.Looks);
        Assert.Equal(1.0 / 64, plan.OneSidedAlpha);
        Assert.Equal((16.0, 5.0), (plan.WarmupSeconds, plan.WindowSeconds));
        Assert.Equal(["mailbox"], plan.ToggledSeams);
        Assert.Equal((ArmNames.Baseline, ArmNames.Candidate), (plan.Baseline.Name, plan.Other.Name));
        Assert.Equal(Convert.ToHexStringLower(SHA256.HashData(PolicyBytes)), plan.PolicyHash);
        Assert.Matches("^r-[0-9]{8}-[0-9]{6}-[0-9a-f]{4}$", plan.RunId);
        Assert.Equal(4_000, plan.RatePerSecond);
    }

    [Theory]
    [InlineData("room-tick", null, null, 2_000.0)]
    [InlineData("idle-sessions", null, null, 100.0)]
    [InlineData("idle-sessions", 30.0, null, 30.0)]
    [InlineData("idle-sessions", 30.0, 70.0, 70.0)]
    [InlineData("connect-storm", null, 70.0, 70.0)]
    public void Plan_BlocksOfLaunches_TakeTheRateOfTheScenarioTheFileOrTheCommandLine(string scenario, double? inFile, double? asked, double? expected)
    {
        ExperimentSpec spec = Spec with
        {
            Scenario = scenario,
            Load = new LoadSpec { RatePerSecond = inFile },
            Design = new DesignSpec { Kind = DesignKind.Sequential, Aa = true },
        };

        Assert.Equal(expected, Plan(spec, new RunOptions { RatePerSecond = asked }).RatePerSecond);
    }

    [Fact]
    public void Plan_RateOfTheCommandLine_IsCheckedAgainstTheScenario()
    {
        ExperimentSpec spec = Spec with { Scenario = "room-tick", Design = new DesignSpec { Kind = DesignKind.Sequential, Aa = true } };

        LabInputException e = Assert.Throws<LabInputException>(() => Plan(spec, new RunOptions { RatePerSecond = 1_000 }));

        Assert.Contains("100 connections are 2000/s, not 1000/s", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Plan_EverySeam_IsResolvedWithEveryKnob()
    {
        RunPlan plan = Plan(Spec);
        foreach (ResolvedArm arm in new[] { plan.Baseline, plan.Other })
        {
            Assert.Equal(EngineCatalog.Of(plan.Experiment.Scenario).Seams.Select(s => s.Id).Order(), arm.Strategies.Keys.Order());
            Assert.All(EngineCatalog.Of(plan.Experiment.Scenario).Seams, seam => Assert.Equal(
                seam.Find(arm.Strategies[seam.Id].Use)!.Knobs.Select(k => k.Name).Order(), arm.Strategies[seam.Id].Knobs.Keys.Order()));
        }

        Assert.Equal(("buffer-block", "channel-bounded"), (plan.Baseline.Strategies["mailbox"].Use, plan.Other.Strategies["mailbox"].Use));
    }

    [Fact]
    public void Plan_AnotherDesignThanTheFiles_BringsItsOwnBlocksAndSeconds()
    {
        ExperimentSpec file = Spec with { Design = new DesignSpec { Kind = DesignKind.Sequential, Blocks = 12, WarmupSeconds = 20, WindowSeconds = 15 } };

        RunPlan own = Plan(file, new RunOptions { Design = DesignKind.Sequential });
        Assert.Equal((1, 12, 20.0, 15.0), (own.Looks.Count, own.Looks[0], own.WarmupSeconds, own.WindowSeconds));
        RunPlan sequential = Plan(Spec, new RunOptions { Design = DesignKind.Sequential });
        Assert.Equal((16.0, 5.0), (sequential.WarmupSeconds, sequential.WindowSeconds));
        Assert.Equal(DesignSpec.BlockLooks, sequential.Looks);
        RunPlan pairs = Plan(file, new RunOptions { Design = DesignKind.Pairs });
        Assert.Equal(16.0, pairs.WarmupSeconds);
        Assert.Equal(DesignSpec.PairLooks, pairs.Looks);
    }

    [Fact]
    public void Plan_MetricAboutASeam_IsPrimaryWhereTheSeamIsToggledAndInItsAaRun()
    {
        Policy policy = new()
        {
            Metrics =
            [
                .. Policy.Metrics,
                new MetricPolicy { Id = "system-calls-per-message", Role = MetricRole.Explore, PrimaryFor = ["session", "mailbox"] },
                new MetricPolicy { Id = "writes-per-message", Role = MetricRole.Explore, PrimaryFor = ["session"] },
            ],
        };

        foreach (bool isAa in new[] { false, true })
        {
            RunPlan plan = RunPlanner.Plan(Spec, policy, PolicyBytes, new RunOptions { Aa = isAa });

            Assert.Equal([MetricRole.Primary, MetricRole.Primary, MetricRole.Explore], plan.Policy.Metrics.Select(m => m.Role));
            Assert.All(plan.Policy.Metrics, m => Assert.Null(m.PrimaryFor));
        }
    }

    [Fact]
    public void Plan_FixedBlocks_HaveOneLookAtFivePercent()
    {
        RunPlan plan = Plan(Spec, new RunOptions { Blocks = 10 });

        Assert.Equal([10], plan.Looks);
        Assert.Equal(0.05, plan.OneSidedAlpha);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(201)]
    public void Plan_BlocksOutOfRange_AreRefused(int blocks) =>
        Assert.Contains("blocks is", Assert.Throws<LabInputException>(() => Plan(Spec, new RunOptions { Blocks = blocks })).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(0)]
    [InlineData(double.NaN)]
    [InlineData(1e8)]
    public void Plan_RateOutOfRange_IsRefused(double rate) =>
        Assert.Contains("rate is", Assert.Throws<LabInputException>(() => Plan(Spec, new RunOptions { RatePerSecond = rate })).Message, StringComparison.Ordinal);

    [Fact]
    public void Plan_Aa_RunsTheBaselineAgainstItsTwin()
    {
        RunPlan plan = Plan(Spec, new RunOptions { Aa = true });

        Assert.Equal(ArmNames.Twin, plan.Other.Name);
        Assert.Same(plan.Baseline.Strategies, plan.Other.Strategies);
        Assert.Empty(plan.ToggledSeams);
    }

    [Fact]
    public void Plan_InvalidExperiment_IsRefusedWithEveryReason()
    {
        var error = Assert.Throws<LabInputException>(() => Plan(Spec with { Scenario = "c2s-none" }, new RunOptions { Blocks = 1 }));

        Assert.Equal(2, error.Errors.Count);
    }

    [Fact]
    public void Plan_PrimaryThatIsNone_IsRefusedWithThoseOfTheRun()
    {
        Assert.Equal("bytes-per-message", Plan(Spec with { Primary = "bytes-per-message" }, new RunOptions()).Experiment.Primary);

        var error = Assert.Throws<LabInputException>(() => Plan(Spec with { Primary = "latency-p99" }, new RunOptions()));

        Assert.Contains("primary is 'latency-p99', which is no primary metric of this run; it has bytes-per-message", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Plan_Rates_ComeFromTheOptionThenTheFileAndNeverInClosedLoop()
    {
        ExperimentSpec fixedRate = Spec with { Load = new LoadSpec { RatePerSecond = 100 } };

        Assert.Equal(100, Plan(fixedRate).RatePerSecond);
        Assert.Equal(200, Plan(fixedRate, new RunOptions { RatePerSecond = 200 }).RatePerSecond);
        Assert.Null(Plan(fixedRate with { Load = fixedRate.Load with { Mode = LoadMode.Closed } }).RatePerSecond);
    }

    [Fact]
    public void Plan_Seeds_AreGivenOrDrawn()
    {
        Assert.Equal(7UL, Plan(Spec, new RunOptions { Seed = 7 }).Seed);
        Assert.Equal(50, Enumerable.Range(0, 50).Select(_ => Plan(Spec).Seed).Distinct().Count());
    }

    [Fact]
    public void Plan_Json_RoundTrips()
    {
        RunPlan plan = Plan(Spec);
        string json = JsonSerializer.Serialize(plan, LabJson.Compact);

        Assert.Equal(json, JsonSerializer.Serialize(JsonSerializer.Deserialize<RunPlan>(json, LabJson.Compact), LabJson.Compact));
    }

    [Fact]
    public void OrderOf_ManySeeds_IsAFairIndependentCoin()
    {
        const int Seeds = 2_000, Blocks = 24, Flips = Seeds * Blocks;
        ulong start = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(8));
        int heads = 0, repeatsOfNext = 0, repeatsOfAttempt = 0, repeatsOfSeed = 0, longestRun = 0;
        RunPlan plan = Plan(Spec);
        for (int s = 0; s < Seeds; s++)
        {
            RunPlan one = plan with { Seed = start + (ulong)s }, next = plan with { Seed = start + (ulong)s + 1 };
            int run = 0;
            for (int b = 0; b < Blocks; b++)
            {
                BlockOrder order = one.OrderOf(b, 0);
                Assert.Equal(order, one.OrderOf(b, 0));
                bool isRepeat = b > 0 && order == one.OrderOf(b - 1, 0);
                run = isRepeat ? run + 1 : 1;
                longestRun = Math.Max(longestRun, run);
                heads += order == BlockOrder.Abba ? 1 : 0;
                repeatsOfNext += order == one.OrderOf(b + 1, 0) ? 1 : 0;
                repeatsOfAttempt += order == one.OrderOf(b, 1) ? 1 : 0;
                repeatsOfSeed += order == next.OrderOf(b, 0) ? 1 : 0;
            }
        }

        // Five standard deviations of a fair coin: a false alarm in fewer than one of 400,000 runs of these four checks.
        double limit = 5 * Math.Sqrt(Flips) / 2;
        output.WriteLine($"seed {start}, {Flips} flips, heads {heads}, repeats: block {repeatsOfNext}, attempt {repeatsOfAttempt}, seed {repeatsOfSeed}, limit ±{limit:F0}, longest run {longestRun}");
        Assert.All(new[] { heads, repeatsOfNext, repeatsOfAttempt, repeatsOfSeed }, n => Assert.InRange(n, (Flips / 2) - limit, (Flips / 2) + limit));
        // A balanced design would never show a run like this; an independent coin does, in 2,000 sequences, all but surely.
        Assert.True(longestRun >= 9);
    }

    /// <summary>The demo: two pilot pairs, six pairs and two traces of each arm, and no more than it promises.</summary>
    [Fact]
    public void Estimate_SixPairs_FitsTheDemo()
    {
        ExperimentSpec steady = Spec with { Load = new LoadSpec(), Environment = Spec.Environment.In(EnvironmentKind.Steady), Design = new DesignSpec { Aa = true } };
        PlanEstimate estimate = PlanEstimate.Of(Plan(steady, new RunOptions { Design = DesignKind.Pairs, Blocks = 6 }));

        Assert.InRange(estimate.TotalSeconds, 180, 260);
        Assert.Equal([4, 12, 4], estimate.Phases.Select(p => p.Launches));
        Assert.Equal(estimate.TotalSeconds, estimate.FirstLookSeconds, 6);
    }

    [Fact]
    public void Estimate_FixedRateOrNoProfiles_LeavesThosePhasesOut()
    {
        ExperimentSpec spec = Spec with { Load = new LoadSpec { RatePerSecond = 10 }, Design = new DesignSpec { Kind = DesignKind.Sequential, ProfileEveryBlocks = 0 } };

        Assert.Equal([0, 96, 0], PlanEstimate.Of(Plan(spec)).Phases.Select(p => p.Launches));
    }

    private static RunPlan Plan(ExperimentSpec spec, RunOptions? options = null) => RunPlanner.Plan(spec, Policy, PolicyBytes, options);
}
