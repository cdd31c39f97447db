using PlayHouse.Dashboard.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.History;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class HistoryFiguresTests
{
    [Fact]
    public void AnotherMetricAndBack_ComputesNothingTwice()
    {
        RunReport run = SampleReports.KeepReport() with { Launches = [SampleReports.Launch("1", "baseline", 0, 0, 184), SampleReports.Launch("2", "candidate", 0, 1, 120)] };
        HistoryFigures figures = new(ExperimentHistory.Of([run]));

        HistoryView first = Show(null);
        HistoryView other = Show(first.Metrics[^1].Metric);
        HistoryView again = Show(null);

        Assert.Same(first.Metrics, other.Metrics);
        Assert.Same(first.Metric, again.Metric);

        HistoryView Show(string? metric) => HistoryView.Of(figures, "001-reply-codec", null, null, metric, []);
    }
}
