using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner.History;

namespace PlayHouse.Lab.Runner.Tests.History;

public sealed class ExperimentHistoryTests
{
    [Theory]
    [InlineData("scenario")]
    [InlineData("load")]
    [InlineData("policy")]
    [InlineData("machine")]
    public void Runs_UnderOtherConditions_AreNotJoined(string what)
    {
        RunReport other = what switch
        {
            "scenario" => Run(1, p => p with { Experiment = p.Experiment with { Scenario = "c2s-echo" } }),
            "load" => Run(1, p => p with { Experiment = p.Experiment with { Load = new LoadSpec { Connections = 7 } } }),
            "policy" => Run(1, p => p with { PolicyHash = "another" }),
            _ => Run(1, machine: "another processor"),
        };

        ExperimentHistory history = ExperimentHistory.Of([Run(0), other, Run(2)]);

        Assert.Equal([2, 1], history.Series.Select(s => s.Runs.Count));
        Assert.Empty(history.LeftOut);
    }

    [Fact]
    public void Runs_OfAnotherBuild_AreJoinedAndMarked()
    {
        ExperimentHistory history = ExperimentHistory.Of([Run(0, commit: "aaaa"), Run(1, commit: "bbbb")]);

        HistorySeries series = Assert.Single(history.Series);
        MetricHistory metric = MetricHistory.All(series)[0];
        Assert.Contains(HistoryMarks.Others(series, metric), m => m is { Kind: "another commit", Words: "bbbb" });
    }

    [Fact]
    public void Runs_ThatSayNothingAboutTheEngine_AreLeftOutAndCounted()
    {
        ExperimentHistory history = ExperimentHistory.Of(
            [Run(0, p => p with { Other = p.Other with { Inject = new InjectSpec() } }), Run(1, _ => SampleReports.Plan(isAa: true)), Run(2) with { Launches = [] }, Run(3, p => p with { Screen = new ScreenPlan { Factors = [], Blocks = [] } })]);

        Assert.Empty(history.Series);
        Assert.Equal(4, history.LeftOut.Count);
        Assert.Contains(history.LeftOut, l => l.Contains("a screen of several toggles", StringComparison.Ordinal));
        Assert.Contains(history.LeftOut, l => l.Contains("INJECTED", StringComparison.Ordinal));
    }

    [Fact]
    public void Metric_WithAStep_NamesTheRunTheArmAndTheSize()
    {
        HistorySeries series = ExperimentHistory.Of([.. Enumerable.Range(0, 30).Select(i => Run(i, bytes: i < 15 ? 184 + i % 3 : 150 + i % 3))]).Series[0];
        MetricHistory metric = MetricHistory.All(series).Single(m => m.Metric == MetricIds.BytesPerMessage);

        Assert.Empty(metric.Steps);
        HistoryStep step = metric.WithSteps(20).Steps.Single(s => s.Arm == "baseline");

        Assert.Equal(("r-15", 185.0, 151.0), (step.Run.Run.Id, step.Before, step.After));
        Assert.Equal("-18.4 %", step.Change);
        Assert.True(step.IsMoreThanMatters);
        Assert.InRange(metric.RecentChange, -0.01, 0.02);
    }

    [Fact]
    public void Metric_OfFewRuns_HasNoStepAndSaysSo()
    {
        HistorySeries series = ExperimentHistory.Of([.. Enumerable.Range(0, 15).Select(i => Run(i, bytes: i < 7 ? 184 : 20))]).Series[0];
        MetricHistory metric = MetricHistory.All(series)[0].WithSteps(1);

        Assert.False(metric.IsLongEnough);
        Assert.Empty(metric.Steps);
    }

    private static RunReport Run(int hour, Func<RunPlan, RunPlan>? change = null, string machine = "a processor", string commit = "aaaa", double bytes = 184)
    {
        RunReport report = SampleReports.KeepReport();
        RunPlan plan = change?.Invoke(report.Run.Plan) ?? report.Run.Plan;
        LaunchRecord Launch(string arm, int slot) => SampleReports.Launch($"l-{hour}-{slot}", arm, 0, slot, bytes) with
        {
            Fingerprint = new Dictionary<string, string> { [FingerprintKeys.ProcessorModel] = machine, [FingerprintKeys.EngineVersion] = $"0.1.0+{commit}" },
        };
        return report with
        {
            Run = report.Run with { Id = $"r-{hour:00}", CreatedAt = SampleReports.Time.AddHours(hour), Plan = plan },
            Launches = [Launch("baseline", 0), Launch("candidate", 1)],
        };
    }
}
