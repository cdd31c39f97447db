using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

public sealed class WarmupRuleTests
{
    private static readonly RunPlan Plan = RunFixture.Plan();

    [Theory]
    [InlineData(5, 0.0099, CompilationMode.Runtime, false)]
    [InlineData(6, 0.000, CompilationMode.Runtime, true)]
    [InlineData(0, 0.011, CompilationMode.Runtime, true)]
    [InlineData(600, 0.0099, CompilationMode.AtOnce, false)]
    [InlineData(0, 0.011, CompilationMode.AtOnce, true)]
    public void IsFlagged_AtTheLimits_IsMoreThanOnePercentOrFiveMethodsWhereHotCodeIsCompiledAgain(double methods, double share, CompilationMode compilation, bool isFlagged) =>
        Assert.Equal(isFlagged, WarmupRule.IsFlagged(Compiled(RunFixture.Blocks(Plan, 1, RunFixture.Metrics(100, 10), RunFixture.Metrics(100, 10))[0], methods, share), compilation));

    [Fact]
    public void Check_NoWindowFlagged_FindsNothing() => Assert.Null(WarmupRule.Check(Plan, Launches(_ => 5)));

    [Theory]
    [InlineData(6, false)]
    [InlineData(7, true)]
    public void Check_AQuarterOfTheLaunches_IsTheMostThatDecides(int flagged, bool isUnfinished)
    {
        WarmupFinding? finding = WarmupRule.Check(Plan, Launches(i => i < flagged ? 120 : 0));

        Assert.NotNull(finding);
        Assert.Equal((flagged, isUnfinished), (finding.FlaggedBaseline + finding.FlaggedOther, finding.IsUnfinished));
        Assert.Contains($"{flagged} of 24 launches", ReasonText.Of(finding.Finding), StringComparison.Ordinal);
    }

    [Fact]
    public void Check_RecordsWithoutTheCompilersTime_AreNamedAndJudgedAsTheyWere()
    {
        List<LaunchRecord> old = Launches(_ => 120).With(_ => true, l => l with { Begin = Without(l.Begin!), End = Without(l.End!) });

        WarmupFinding? finding = WarmupRule.Check(Plan, old);

        Assert.Equal((12, 12, false), (finding?.FlaggedBaseline, finding?.FlaggedOther, finding?.IsUnfinished));
    }

    [Theory]
    [InlineData(MetricIds.CpuUsPerMessage, true)]
    [InlineData(MetricIds.LatencyP99, true)]
    [InlineData(MetricIds.BytesPerMessage, false)]
    [InlineData(MetricIds.SystemCallsPerMessage, false)]
    [InlineData(MetricIds.Lost, false)]
    public void Opens_WhatTheCompilerTakesPartIn(string metric, bool opens) => Assert.Equal(opens, WarmupRule.Opens(metric));

    private static List<LaunchRecord> Launches(Func<int, double> methodsOf) =>
        [.. RunFixture.Blocks(Plan, 6, RunFixture.Metrics(100, 10), RunFixture.Metrics(100, 10)).Select((l, i) => Compiled(l, methodsOf(i), 0))];

    private static LaunchRecord Compiled(LaunchRecord launch, double methods, double share) =>
        launch with { Begin = Mark("begin", 0, 0, 0), End = Mark("end", 10, methods, share) };

    private static MarkRecord Mark(string name, double cpuSeconds, double methods, double share) => new(name, 0, 0, new Dictionary<string, double>
    {
        [CounterNames.CpuUserSeconds] = cpuSeconds,
        [CounterNames.JitMethods] = 1_000 + methods,
        [CounterNames.JitSeconds] = 2 + (share * cpuSeconds),
    });

    private static MarkRecord Without(MarkRecord mark) =>
        mark with { Counters = mark.Counters.Where(c => c.Key != CounterNames.JitSeconds).ToDictionary() };
}
