using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Tests.Execute;

public sealed class LaunchMetricsTests
{
    [Fact]
    public void Complete_TwoMarks_GivesMetricsPerMessage()
    {
        LaunchRecord launch = LaunchMetrics.Complete(Launch(new LoadResult()) with { StartUp = new StartUpRecord(12, 800, 90) });

        Assert.Equal(60, launch.Metrics[MetricIds.BytesPerMessage]);
        Assert.Equal(2_500, launch.Metrics[MetricIds.CpuUsPerMessage], 6);
        Assert.Equal(0.25, launch.Metrics[MetricIds.WritesPerMessage]);
        Assert.Equal(1_000, launch.Metrics[MetricIds.Gen0PerMillion], 6);
        Assert.Equal(0.75, launch.Metrics[MetricIds.SystemCallsPerMessage]);
        Assert.Equal(7, launch.Metrics[MetricIds.MethodsInWindow]);
        Assert.Equal(0.01, launch.Metrics[MetricIds.CompilerShare], 9);
        Assert.Equal((12, 800, 90), (launch.Metrics[MetricIds.TimeToReady], launch.Metrics[MetricIds.MethodsAtReady], launch.Metrics[MetricIds.TimeToFirstThousand]));
        Assert.False(launch.Metrics.ContainsKey(MetricIds.UserInstructionsPerMessage), "nothing counted them");
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

        Assert.Equal(LaunchState.Failed, LaunchMetrics.Complete(launch with { End = launch.Begin! with { TicksAfter = 5 } }).State);
    }

    [Fact]
    public void Complete_SkippedArrivals_KeepEveryPercentileAndAreAShare()
    {
        var load = new LoadResult
        {
            Offered = 10_000,
            Skipped = 40,
            PercentilesUs = new Dictionary<string, double> { [MetricIds.LatencyP50] = 1, [MetricIds.LatencyP99] = 2, [MetricIds.LatencyP999] = 3 },
        };

        LaunchRecord launch = LaunchMetrics.Complete(Launch(load));

        Assert.Equal((1, 2, 3), (launch.Metrics[MetricIds.LatencyP50], launch.Metrics[MetricIds.LatencyP99], launch.Metrics[MetricIds.LatencyP999]));
        Assert.Equal((40, 0.004), (launch.Metrics[MetricIds.Skipped], launch.Metrics[MetricIds.SkippedShare]));
    }

    [Fact]
    public void Complete_OneServer_HasTheLoadOnTheOtherSide()
    {
        LaunchRecord launch = LaunchMetrics.Complete(Launch(new LoadResult { WindowSeconds = 2, AchievedRate = 500, CpuCores = 0.25, AllocatedBytes = 3_000 }));

        Assert.Equal((3, 500), (launch.Metrics[MetricIds.PeerBytesPerMessage], launch.Metrics[MetricIds.PeerCpuUsPerMessage]));
    }

    [Fact]
    public void Complete_TwoServers_HasTheSecondOneOnTheOtherSide()
    {
        LaunchRecord launch = Launch(new LoadResult { WindowSeconds = 2, AchievedRate = 500, CpuCores = 0.25, AllocatedBytes = 3_000 });

        launch = LaunchMetrics.Complete(launch with { PeerBegin = Mark("begin", 0, 0), PeerEnd = Mark("end", 1_000_000_000, 500) });

        Assert.Equal((30, 1_250), (launch.Metrics[MetricIds.PeerBytesPerMessage], Math.Round(launch.Metrics[MetricIds.PeerCpuUsPerMessage], 6)));
    }

    [Fact]
    public void Complete_CountedInstructions_ArePerMessage()
    {
        LaunchRecord launch = Launch(new LoadResult());
        static MarkRecord With(MarkRecord mark, double instructions) =>
            mark with { Counters = new Dictionary<string, double>(mark.Counters) { [CounterNames.UserInstructions] = instructions } };

        launch = LaunchMetrics.Complete(launch with { Begin = With(launch.Begin!, 1_000), End = With(launch.End!, 9_001_000) });

        Assert.Equal(9_000, launch.Metrics[MetricIds.UserInstructionsPerMessage]);
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
        ["engine." + CounterNames.EngineSocketReads] = messages / 2,
        ["engine.seam.mailbox"] = messages / 2,
        [CounterNames.AllocatedBytes] = 100 * messages,
        [CounterNames.ControlBytes] = 40 * messages,
        [CounterNames.CpuUserSeconds] = messages / 500,
        [CounterNames.CpuKernelSeconds] = messages / 2_000,
        [CounterNames.Gen0] = messages / 1_000,
        [CounterNames.JitMethods] = 900 + (messages * 0.007),
        [CounterNames.JitSeconds] = 1 + (messages * 0.000025),
        [CounterNames.WorkingSetBytes] = 1,
    });
}
