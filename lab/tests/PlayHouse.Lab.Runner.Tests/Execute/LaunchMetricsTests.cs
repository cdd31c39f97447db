using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.Runner.Tests.Execute;

public sealed class LaunchMetricsTests
{
    [Fact]
    public void Complete_TwoMarks_GivesMetricsPerMessage()
    {
        LaunchRecord launch = LaunchMetrics.Complete(Launch(new LoadResult()), 12);

        Assert.Equal(60, launch.Metrics[MetricIds.BytesPerMessage]);
        Assert.Equal(2_500, launch.Metrics[MetricIds.CpuUsPerMessage], 6);
        Assert.Equal(0.25, launch.Metrics[MetricIds.WritesPerMessage]);
        Assert.Equal(1_000, launch.Metrics[MetricIds.Gen0PerMillion], 6);
        Assert.Equal(12, launch.Metrics[MetricIds.TimeToReady]);
        Assert.Equal(0.5, launch.HitsPerMessage["mailbox"]);
    }

    [Fact]
    public void Runtime_TwoMarks_GivesTheCountersATraceIsHeldAgainst()
    {
        LaunchRecord launch = Launch(new LoadResult());
        var counters = LaunchMetrics.Runtime(launch.Begin!, launch.End!);

        Assert.Equal((1_000, 60_000, 0), (counters.Messages, counters.AllocatedBytes, counters.PauseMs));
        Assert.Equal([1, 0, 0], counters.Collections);
    }

    [Fact]
    public void Complete_NoMessageBetweenTheMarks_IsAFailedLaunch()
    {
        LaunchRecord launch = Launch(new LoadResult());

        Assert.Equal(LaunchState.Failed, LaunchMetrics.Complete(launch with { End = launch.Begin! with { TicksAfter = 5 } }, 1).State);
    }

    [Theory]
    [InlineData(0, true, true)]
    [InlineData(5, true, false)]
    [InlineData(11, false, false)]
    public void Complete_SkippedArrivals_VoidThePercentilesTheyBelongTo(long skipped, bool hasP99, bool hasP999)
    {
        var load = new LoadResult
        {
            Offered = 10_000,
            Skipped = skipped,
            PercentilesUs = new Dictionary<string, double> { [MetricIds.LatencyP50] = 1, [MetricIds.LatencyP99] = 2, [MetricIds.LatencyP999] = 3 },
        };

        LaunchRecord launch = LaunchMetrics.Complete(Launch(load), 1);

        Assert.Equal((true, hasP99, hasP999), (launch.Metrics.ContainsKey(MetricIds.LatencyP50), launch.Metrics.ContainsKey(MetricIds.LatencyP99), launch.Metrics.ContainsKey(MetricIds.LatencyP999)));
    }

    private static LaunchRecord Launch(LoadResult load) => new()
    {
        Id = "l-1",
        RunId = "r-1",
        Arm = "baseline",
        Kind = LaunchKind.Timed,
        StartedAt = DateTimeOffset.UnixEpoch,
        Begin = Mark("begin", 0, 0),
        End = Mark("end", 1_000_000_000, 1_000),
        Load = load,
    };

    private static MarkRecord Mark(string name, long ticks, double messages) => new(name, ticks, ticks, new Dictionary<string, double>
    {
        ["engine." + CounterNames.EngineMessages] = messages,
        ["engine." + CounterNames.EngineSocketWrites] = messages / 4,
        ["engine.seam.mailbox"] = messages / 2,
        [CounterNames.AllocatedBytes] = 100 * messages,
        [CounterNames.ControlBytes] = 40 * messages,
        [CounterNames.CpuUserSeconds] = messages / 500,
        [CounterNames.CpuKernelSeconds] = messages / 2_000,
        [CounterNames.Gen0] = messages / 1_000,
        [CounterNames.WorkingSetBytes] = 1,
    });
}
