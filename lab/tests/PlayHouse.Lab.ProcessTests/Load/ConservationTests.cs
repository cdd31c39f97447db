using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Statistics.Histograms;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Load.Tests;

[Trait("Run", "selftest-load")]
public sealed class ConservationTests(ITestOutputHelper output)
{
    // Below it is what the runtime itself allocates in a window, which weighs more the fewer messages a slow machine lets through.
    private const double SmallestObjectBytes = 24;

    [Theory]
    [InlineData(ScenarioCatalog.Echo, 64, Arrivals.Constant)]
    [InlineData(ScenarioCatalog.ProtoEcho, 64, Arrivals.Poisson)]
    [InlineData(ScenarioCatalog.Send, 64, Arrivals.Constant)]
    [InlineData(ScenarioCatalog.Send, 3, Arrivals.Poisson)]
    [InlineData(ScenarioCatalog.Echo, 0, Arrivals.Constant)]
    [InlineData(ScenarioCatalog.ProtoEcho, 0, Arrivals.Constant)]
    public async Task OpenLoop_HonestServer_EveryRequestOfTheWindowIsAnswered(string scenario, int payloadBytes, Arrivals arrivals)
    {
        await using var server = new EchoServer();
        var load = new LoadSpec { Connections = 20, Depth = 20, RatePerSecond = 2_000, PayloadBytes = payloadBytes, Arrivals = arrivals };

        LoadResult result = await LoadChild.RunAsync(server, load, 0.2, 1, scenario);

        output.WriteLine(Print(result));
        AssertConserved(result);
        Assert.Equal(0, result.Lost + result.WrongReplies + result.ErrorReplies + result.ConnectionsLost);
        // What was sent between the window's first tick and the moment the pacing thread saw the window is not counted.
        Assert.InRange(result.Offered, arrivals == Arrivals.Constant ? 1_800 : 1_600, arrivals == Arrivals.Constant ? 2_020 : 2_300);
        Assert.Empty(result.Faults);
        Assert.Single(result.Seconds);
    }

    [Theory]
    [InlineData(ScenarioCatalog.Echo, 1)]
    [InlineData(ScenarioCatalog.ProtoEcho, 10)]
    [InlineData(ScenarioCatalog.Send, 10)]
    public async Task ClosedLoop_HonestServer_EveryRequestOfTheWindowIsAnswered(string scenario, int depth)
    {
        await using var server = new EchoServer();
        var load = new LoadSpec { Mode = LoadMode.Closed, Connections = 10, Depth = depth };

        LoadResult result = await LoadChild.RunAsync(server, load, 0.2, 1, scenario);

        output.WriteLine(Print(result));
        AssertConserved(result);
        Assert.Equal(0, result.Lost + result.Skipped + result.WrongReplies + result.ErrorReplies);
        Assert.True(result.Received > 10 * depth, "the loop continues after its first requests");
        Assert.DoesNotContain("latency-p50", result.PercentilesUs.Keys);
        Assert.DoesNotContain("latency", result.Histograms.Keys);
        Assert.Contains("service-p50", result.PercentilesUs.Keys);
    }

    [Fact]
    public async Task OpenLoop_LargePayloads_AreSentInPiecesAndAnswered()
    {
        await using var server = new EchoServer();
        var load = new LoadSpec { Connections = 2, Depth = 8, RatePerSecond = 100, PayloadBytes = 1024 * 1024 };

        LoadResult result = await LoadChild.RunAsync(server, load, 0, 0.5);

        output.WriteLine(Print(result));
        AssertConserved(result);
        Assert.Equal(0, result.Lost + result.WrongReplies + result.ConnectionsLost);
        Assert.True(result.Received > 0);
    }

    [Fact]
    public async Task OpenLoop_ServerStandsStill_ArrivalsOverTheCapAreSkippedAndCounted()
    {
        await using var server = new EchoServer();
        var load = new LoadSpec { Connections = 10, Depth = 2, RatePerSecond = 1_000 };

        LoadResult result = await LoadChild.RunStalledAsync(server, load, 1.5, 500);

        output.WriteLine(Print(result));
        AssertConserved(result);
        Assert.Equal(0, result.Lost + result.WrongReplies);
        // 500 ms hold 500 arrivals, of which ten connections may keep two each.
        Assert.InRange(result.Skipped, 400, result.Offered - 1);
    }

    [Fact]
    public async Task Stall_OneRequestUnderWayAtATime_IsSeenByWhatWasNotSent()
    {
        const int StallMs = 500;
        await using var server = new EchoServer();
        var load = new LoadSpec { Connections = 10, Depth = 1, RatePerSecond = 500 };

        LoadResult result = await LoadChild.RunStalledAsync(server, load, 2.5, StallMs);

        output.WriteLine(Print(result));
        AssertConserved(result);
        Assert.True(result.Skipped > 100, "a fifth of the window stood still");
        Assert.Equal(result.Skipped + result.Lost, result.CensoredArrivals);
        Assert.True(result.PercentilesUs["latency-p999"] >= 1_000 * (StallMs - 100), "the first arrivals of the stall waited for its end");
        // Only ten requests were sent into it, one in 125 of all: without what was skipped this would be an ordinary reply.
        Assert.True(result.PercentilesUs["latency-p90"] >= 1_000 * (StallMs / 5), "and so did those behind them");
    }

    [Fact]
    public async Task ClosedLoop_SteadyState_AllocatesNothingPerMessage()
    {
        await using var server = new EchoServer();
        var load = new LoadSpec { Mode = LoadMode.Closed, Connections = 10, Depth = 20 };

        LoadResult result = await LoadChild.RunUntilReceivedAsync(server, load, 1, 2, 20_001);

        output.WriteLine($"{result.AllocatedBytes} B for {result.Received} messages");
        Assert.True(result.Received > 20_000, "too few messages to tell");
        Assert.True(result.AllocatedBytes < SmallestObjectBytes / 2 * result.Received, "a message may not allocate, not even every second one");
    }

    [Fact]
    public async Task OpenLoop_SteadyState_AllocatesNothingPerMessage()
    {
        await using var server = new EchoServer();
        var load = new LoadSpec { Connections = 20, Depth = 50, RatePerSecond = 10_000 };

        LoadResult result = await LoadChild.RunUntilReceivedAsync(server, load, 1, 2, 10_001);

        output.WriteLine($"{result.AllocatedBytes} B for {result.Received} messages");
        Assert.True(result.Received > 10_000, "too few messages to tell");
        Assert.True(result.AllocatedBytes < SmallestObjectBytes / 2 * result.Received, "a message may not allocate, not even every second one");
    }

    internal static void AssertConserved(LoadResult result)
    {
        Assert.Equal(result.Offered, result.Sent + result.Skipped);
        Assert.Equal(result.Sent, result.Received + result.Lost);
        AssertTimed(result);
        Assert.DoesNotContain(result.SaturationFlags, f => f.StartsWith("client-defect", StringComparison.Ordinal));
    }

    // What was due and did not come is in the histogram, too; a late reply that was given up is there as the bound it was given.
    private static void AssertTimed(LoadResult result)
    {
        if (!result.Histograms.TryGetValue(LoadResult.LatencyRole, out string? stored))
        {
            Assert.Equal(0, result.CensoredArrivals);
            return;
        }

        long missing = result.Lost + result.Skipped;
        Assert.InRange(result.CensoredArrivals, missing, missing + result.WrongReplies);
        long timed = LatencyHistogram.FromCompressed(Convert.FromBase64String(stored)).Count;
        if (result.WrongReplies + result.ErrorReplies == 0)
        {
            Assert.Equal(result.Offered, timed);
        }
    }

    internal static string Print(LoadResult r) =>
        $"offered {r.Offered} sent {r.Sent} skipped {r.Skipped} received {r.Received} lost {r.Lost} errors {r.ErrorReplies} wrong {r.WrongReplies} " +
        $"connections lost {r.ConnectionsLost} achieved {r.AchievedRate:F0}/s cpu {r.CpuCores:F2} allocated {r.AllocatedBytes}\n" +
        string.Join(" ", r.PercentilesUs.Select(p => $"{p.Key}={p.Value:F0}")) + "\n" + string.Join("\n", r.SaturationFlags.Concat(r.Faults));
}
