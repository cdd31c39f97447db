using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Capacity;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Runner.Tests.Validate;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Statistics.Capacity;

namespace PlayHouse.Lab.Runner.Tests.Capacity;

public sealed class CapacityTests
{
    private const double Ceiling = 100_000;
    private static readonly Policy Policy = PolicyLoader.Load(Repository.PathOf("experiments", "policies", "capacity.yaml")).Required();

    public static TheoryData<string, string, string> Absurd => new()
    {
        { "slo: { p99Ms: 0 }", "design.slo.p99Ms", "0.05" },
        { "slo: { p99Ms: 60000 }", "design.slo.p99Ms", "10000" },
        { "slo: { p99Ms: 500 }, windowSeconds: 1", "p99", "windowSeconds: 5" },
        { "slo: { skippedShare: 0.9 }", "skippedShare", "0.5" },
        { "slo: { p50Ms: 1 }", "p50Ms", "p99Ms" },
    };

    [Theory]
    [MemberData(nameof(Absurd))]
    public void Load_AnAbsurdObjective_IsRefusedWithWhatToWrite(string design, string place, string remedy)
    {
        LoadedFile<ExperimentSpec> file = Parse($"{{ kind: capacity, {design} }}");
        string[] problems = [.. file.Problems.Concat(file.Value is { } spec ? ExperimentValidator.Validate(spec, Policy).Errors : []).Select(p => p.ToString())];

        string all = string.Join('\n', problems);
        Assert.NotEmpty(problems);
        Assert.Contains(place.Split('.')[^1], all, StringComparison.Ordinal);
        Assert.Contains(remedy, all, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("c2s-echo", "closed", "policies/capacity.yaml", "a closed loop slows down with the server")]
    [InlineData("room-tick", "open", "policies/capacity.yaml", "has a rate of its own")]
    [InlineData("connect-storm", "open", "policies/capacity.yaml", "has a rate of its own")]
    [InlineData("c2s-echo", "open", "policies/default.yaml", "which is no primary of policies/default.yaml")]
    public void Validate_WhatHasNoCapacity_IsRefusedByName(string scenario, string mode, string policy, string message)
    {
        ExperimentSpec spec = Parse("{ kind: capacity }").Required() with { Scenario = scenario, Policy = policy };
        spec = spec with { Load = spec.Load with { Mode = Enum.Parse<LoadMode>(mode, ignoreCase: true) } };

        ValidationResult result = ExperimentValidator.Validate(spec, PolicyLoader.Load(Repository.PathOf("experiments", policy)).Required());

        Assert.Contains(result.Errors, e => e.Message.Contains(message, StringComparison.Ordinal));
    }

    [Fact]
    public void Validate_CapacityPolicyOrObjectiveInAnotherDesign_IsRefused()
    {
        ExperimentSpec full = Parse("{ kind: sequential, slo: { p99Ms: 5 } }").Required();

        Assert.Equal(["design.slo", "policy"], CapacityRules.Problems(full, Policy, null).Select(p => p.Path));
    }

    [Fact]
    public void Plan_CapacityDesign_HasTheLooksShortProbesAndNoTraces()
    {
        ExperimentSpec spec = Parse("{ kind: capacity }").Required();

        RunPlan plan = RunPlanner.Plan(spec, Policy, [1]);

        Assert.Equal("policies/capacity.yaml", spec.Policy);
        Assert.Equal(new SloSpec(), spec.Design.Slo);
        Assert.Equal([6, 9, 12, 20, 40], plan.Looks);
        Assert.NotNull(plan.Pairs);
        Assert.Equal((4.0, 1.0, 0), (plan.WarmupSeconds, plan.WindowSeconds, plan.ProfileEveryBlocks));
        PlanEstimate estimate = PlanEstimate.Of(plan);
        Assert.InRange(estimate.LaunchSeconds, 20, 60);
        Assert.True(estimate.Phases[0].Seconds > estimate.LaunchSeconds, "pilots take time");
    }

    [Theory]
    [InlineData(4_900, 0, 0, 1_000, true)]
    [InlineData(5_100, 0, 0, 1_000, false)]
    [InlineData(4_900, 1, 0, 1_000, true)]
    [InlineData(4_900, 2, 0, 1_000, false)]
    [InlineData(4_900, 1, 1, 1_000, false)]
    [InlineData(4_900, 0, 0, 989, false)]
    public void Judge_AWindow_MeetsTheObjectiveOrNot(double p99Us, int skipped, int lost, double achieved, bool isSustained)
    {
        CapacityProbe probe = Task(7).Judge(1_000, Load(p99Us, skipped, lost, achieved));

        Assert.Equal(isSustained, probe.IsSustained);
    }

    [Fact]
    public void Judge_AWindowWithoutLatencies_DoesNot() =>
        Assert.False(Task(7).Judge(1_000, Load(1, 0, 0, 1_000) with { PercentilesUs = new Dictionary<string, double>() }).IsSustained);

    [Fact]
    public void Task_Starts_AreSpreadOverOneStepAndRepeatable()
    {
        double[] starts = [.. Enumerable.Range(0, 2_000).Select(i => Task(0x9E3779B97F4A7C15UL * (ulong)i).StartPerSecond)];

        double root = Math.Sqrt(CapacitySearch.FirstStep);
        Assert.All(starts, s => Assert.InRange(s, 10_000 / root, 10_000 * root));
        Assert.InRange(starts.Average(s => Math.Log(s / 10_000)), -0.005, 0.005);
        Assert.Equal(Task(42), Task(42));
    }

    [Fact]
    public void Analyze_BothArmsAtTheLoadsCeiling_IsUnfitAndSaysSo()
    {
        RunPlan plan = Plan();

        VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, Launches(plan, Ceiling, Ceiling * 0.97)));

        Assert.Equal(VerdictKind.Unfit, verdict.Kind);
        Assert.Contains(ReasonText.Reasons(verdict, isProvisional: false), r => r.Contains("The load limited both arms", StringComparison.Ordinal) && r.Contains("100,000 messages/s", StringComparison.Ordinal));
    }

    [Fact]
    public void Analyze_OneArmAtTheCeiling_IsJudgedWithAWarning()
    {
        RunPlan plan = Plan();

        AnalysisResult analysis = RunFixture.Analyze(plan, Launches(plan, 50_000, Ceiling));

        Assert.Empty(analysis.Mixed);
        Assert.Contains(Sentences.Warnings(analysis), w => w.StartsWith("candidate reached the load's own ceiling", StringComparison.Ordinal));
        MetricEstimate capacity = analysis.Estimates.Single(e => e.Policy.Id == MetricIds.Capacity);
        Assert.Equal(MetricClass.ImprovedPractical, capacity.Class);
        Assert.InRange(capacity.ShownChange, 0.95, 1.05);
    }

    [Fact]
    public void Analyze_HalfTheCapacity_IsARollback()
    {
        RunPlan plan = Plan();

        VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, Launches(plan, 40_000, 20_000)));

        Assert.Equal(VerdictKind.Rollback, verdict.Kind);
    }

    [Fact]
    public void Analyze_OtherDesigns_KnowNoCeiling()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 6, RunFixture.Metrics(400, 20), RunFixture.Metrics(300, 20));

        Assert.Null(CapacityCensoring.LimitsBoth(plan, launches));
        Assert.Empty(CapacityCensoring.Warnings(plan, launches));
    }

    private static CapacityTask Task(ulong seed) => CapacityTask.Of(Plan(), 10_000, Ceiling, seed);

    private static RunPlan Plan()
    {
        RunPlan plan = RunFixture.Plan(7, false, false, [.. Policy.Metrics]);
        return plan with { Looks = [6], Experiment = plan.Experiment with { Design = new DesignSpec { Kind = DesignKind.Capacity, Slo = new SloSpec() } } };
    }

    private static List<LaunchRecord> Launches(RunPlan plan, double baseline, double other) =>
        [.. RunFixture.Blocks(plan, 6, Metrics(baseline), Metrics(other)).Select(l => l with
        {
            Capacity = new CapacityResult
            {
                RatePerSecond = l.Metrics[MetricIds.Capacity], CeilingPerSecond = Ceiling, Probes = [new CapacityProbe(1_000, 900, 0, 1, true)],
            },
        })];

    private static Dictionary<string, double> Metrics(double capacity) => new(RunFixture.Metrics(400, 20))
    {
        [MetricIds.Capacity] = capacity, [MetricIds.Errors] = 0, [MetricIds.Lost] = 0,
    };

    private static LoadResult Load(double p99Us, int skipped, int lost, double achieved) => new()
    {
        WindowSeconds = 1, Offered = 1_000, Sent = 1_000 - skipped, Received = 1_000 - skipped - lost, Skipped = skipped, Lost = lost, AchievedRate = achieved,
        PercentilesUs = new Dictionary<string, double> { [MetricIds.LatencyP99] = p99Us },
    };

    private static LoadedFile<ExperimentSpec> Parse(string design) => ExperimentLoader.Parse("e.yaml", System.Text.Encoding.UTF8.GetBytes($$"""
        version: 1
        id: 001-x
        question: why
        scenario: c2s-echo
        arms:
          baseline: { preset: default, set: { buffer-pool: new-array } }
          candidate: { preset: default, set: { buffer-pool: array-pool-shared } }
        design: {{design}}

        """));
}
