using PlayHouse.Dashboard.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class LiveFiguresTests
{
    [Fact]
    public void Chart_IsNamedAsPeopleSayIt_WithItsUnit()
    {
        LiveFigures figures = new();
        LaunchRecord launch = SampleReports.Launch("1", "baseline", 0, 0, 184);
        RunReport run = SampleReports.Report(null) with { Launches = [launch with { Metrics = new Dictionary<string, double> { [MetricIds.AchievedRate] = 12_000 } }] };

        figures.Look(run, null);

        Assert.Equal("Throughput in the order of the launches", figures.Chart!.Title);
        Assert.Equal(("throughput", "messages/s"), (figures.Chart.Value.Label, figures.Chart.Value.Unit));
        Assert.StartsWith("throughput: baseline 12,000 messages/s (1 launch", figures.Chart.Summary, StringComparison.Ordinal);
        Assert.All(LiveFigures.Choices, c => Assert.DoesNotContain('-', c.Label));
    }

    [Fact]
    public void Chart_StaysTheSameUntilALaunchIsAdded()
    {
        LiveFigures figures = new();
        RunReport one = SampleReports.Report(null, state: RunState.Running) with { Launches = [SampleReports.Launch("l-1", "baseline", 0, 0, 184.02)] };
        figures.Look(one, MetricIds.BytesPerMessage);
        var first = figures.Chart;
        figures.Look(one, MetricIds.BytesPerMessage);
        Assert.Same(first, figures.Chart);

        figures.Look(one with { Launches = [.. one.Launches, SampleReports.Launch("l-2", "candidate", 0, 1, 120)] }, MetricIds.BytesPerMessage);
        Assert.NotSame(first, figures.Chart);
        Assert.Equal(2, figures.Chart!.Series.Count);
    }

    [Fact]
    public void Chart_OfWhatNoLaunchCarries_SaysSoAndInventsNothing()
    {
        LiveFigures figures = new();
        figures.Look(SampleReports.Report(null, state: RunState.Running), "no-such-metric");

        Assert.Equal(MetricIds.AchievedRate, LiveFigures.Chosen("no-such-metric"));
        Assert.True(figures.Chart!.IsEmpty);
    }
}
