using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Statistics.Histograms;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>Each way in which a server can be wrong is seen, counted where it belongs, and nothing else is.</summary>
[Trait("Run", "selftest-load")]
public sealed class MisbehaviourTests(ITestOutputHelper output)
{
    private const int Connections = 5;
    private const int FaultEvery = 10;

    // The depth holds five seconds of arrivals: a machine that stands still for less skips none of them.
    private static readonly LoadSpec OpenLoad = new() { Connections = Connections, Depth = 1_000, RatePerSecond = 1_000 };

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.Send)]
    public async Task Drop_EveryTenthReply_IsLostAndNothingIsWrong(string scenario)
    {
        (LoadResult result, Served served) = await RunAsync(new EchoFaults { DropEvery = FaultEvery }, scenario);

        AssertFaults(result, result.Lost, served);
        Assert.Equal(0, result.WrongReplies + result.ErrorReplies);
    }

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.Send)]
    public async Task Swap_EveryTenthReplyComesAfterTheNext_IsWrongAndNothingIsLost(string scenario)
    {
        (LoadResult result, Served served) = await RunAsync(new EchoFaults { SwapEvery = FaultEvery }, scenario);

        AssertFaults(result, result.WrongReplies, served);
        // The last held-back reply of a connection never comes when no request follows it.
        Assert.InRange(result.Lost, 0, Connections);
    }

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.ProtoEcho)]
    [InlineData(ScenarioCatalog.Send)]
    public async Task Corrupt_OneBitOfEveryTenthReply_IsWrong(string scenario)
    {
        (LoadResult result, Served served) = await RunAsync(new EchoFaults { CorruptEvery = FaultEvery }, scenario);

        AssertFaults(result, result.WrongReplies, served);
        Assert.Equal(0, result.Lost);
    }

    [Fact]
    public async Task WrongId_EveryTenthReply_IsWrong()
    {
        (LoadResult result, Served served) = await RunAsync(new EchoFaults { WrongIdEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies, served);
        Assert.Equal(0, result.Lost);
    }

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.Send)]
    public async Task Duplicate_EveryTenthReply_IsWrongAndDoesNotAnswerAnother(string scenario)
    {
        (LoadResult result, Served served) = await RunAsync(new EchoFaults { DuplicateEvery = FaultEvery }, scenario);

        AssertFaults(result, result.WrongReplies, served, isByArrival: true);
        Assert.Equal(0, result.Lost);
    }

    [Fact]
    public async Task Oversize_EveryTenthReply_IsWrongAndTheConnectionLivesOn()
    {
        (LoadResult result, Served served) = await RunAsync(new EchoFaults { OversizeEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies, served, isByArrival: true);
        AssertFaults(result, result.Lost, served);
        Assert.Equal(0, result.ConnectionsLost);
    }

    [Fact]
    public async Task ErrorCode_EveryTenthReply_IsAnErrorReply()
    {
        (LoadResult result, Served served) = await RunAsync(new EchoFaults { ErrorEvery = FaultEvery });

        AssertFaults(result, result.ErrorReplies, served);
        Assert.Equal(0, result.WrongReplies + result.Lost);
        Assert.True(result.AchievedRate * result.WindowSeconds < served.Requests - served.Faulted + 0.5, "an error is not an achieved message");
    }

    [Fact]
    public async Task Close_OneConnection_IsCountedAndTheOthersGoOn()
    {
        // Two thirds into the window: on a busy machine a window begins a while after the first request.
        const int CloseAfter = 90;
        (LoadResult result, _) = await RunAsync(new EchoFaults { CloseConnections = 1, CloseAfter = CloseAfter });

        Assert.Equal(1, result.ConnectionsLost);
        Assert.Contains("closed by the server", Assert.Single(result.Faults), StringComparison.Ordinal);
        Assert.True(result.Lost >= 1, "the request that made the server close had no reply");
        long ofOthers = result.Offered * (Connections - 1) / Connections;
        Assert.InRange(result.Received, ofOthers - Connections, ofOthers + Connections + CloseAfter);
        Assert.Equal(0, result.WrongReplies);
    }

    [Fact]
    public async Task Close_AllConnections_SaysSoAndEndsInTime()
    {
        (LoadResult result, _) = await RunAsync(new EchoFaults { CloseConnections = Connections, CloseAfter = 20 }, windowSeconds: 2);

        Assert.Equal(Connections, result.ConnectionsLost);
        Assert.StartsWith("all connections lost", Assert.Single(result.Faults), StringComparison.Ordinal);
        Assert.True(result.Skipped > 0, "requests due on a dead connection are skipped");
    }

    [Fact]
    public async Task Garbage_InsteadOfAFrame_LosesTheConnection()
    {
        (LoadResult result, _) = await RunAsync(new EchoFaults { SendsGarbage = true });

        Assert.Equal(Connections, result.ConnectionsLost);
        Assert.Contains("breaks the format", Assert.Single(result.Faults), StringComparison.Ordinal);
    }

    [Fact]
    public async Task ClosedLoop_DroppedReplies_AreLostAndTheLoopGoesOn()
    {
        await using var server = new EchoServer(new EchoFaults { DropEvery = FaultEvery });
        var load = new LoadSpec { Mode = LoadMode.Closed, Connections = Connections, Depth = 2 };

        LoadResult result = await LoadChild.RunAsync(server, load, 0, 1);

        output.WriteLine(ConservationTests.Print(result));
        ConservationTests.AssertConserved(result);
        AssertFaults(result, result.Lost, new Served(server.Requests, server.Faulted));
        Assert.True(result.Lost > Connections * load.Depth, "the loop stood still after its depth was dropped");
    }

    [Fact]
    public async Task DroppedReply_NothingOvertakesIt_TimesOutAndFreesItsPlace()
    {
        await using var server = new EchoServer(new EchoFaults { DropEvery = 3 });
        var load = new LoadSpec { Connections = 1, Depth = 1, RatePerSecond = 50 };

        LoadResult result = await LoadChild.RunAsync(server, load, 0, 7);

        output.WriteLine(ConservationTests.Print(result));
        ConservationTests.AssertConserved(result);
        Assert.True(result.Lost is 1 or 2, "the third request, and one more after its time-out");
        Assert.True(server.Requests > 3, "sending continued after the time-out");
    }

    [Fact]
    public async Task Stall_OpenLoop_ShowsWhatClosedLoopHides()
    {
        const int StallMs = 500;
        const int Sessions = 10;
        await using var openServer = new EchoServer();
        var openLoad = new LoadSpec { Connections = Sessions, Depth = 500, RatePerSecond = 500 };
        LoadResult open = await LoadChild.RunStalledAsync(openServer, openLoad, 2.5, StallMs);
        await using var closedServer = new EchoServer();
        var closedLoad = new LoadSpec { Mode = LoadMode.Closed, Connections = Sessions, Depth = 1 };
        LoadResult closed = await LoadChild.RunStalledAsync(closedServer, closedLoad, 2.5, StallMs);

        output.WriteLine(ConservationTests.Print(open) + "\n" + ConservationTests.Print(closed));
        ConservationTests.AssertConserved(open);
        ConservationTests.AssertConserved(closed);
        Assert.True(open.PercentilesUs["latency-p999"] >= 400_000, "an open loop sees the whole stall");
        // A fifth of the window stood still, and a fifth of its arrivals waited for it.
        Assert.True(open.PercentilesUs["latency-p90"] >= 50_000, "arrivals during the stall waited too");
        // Each connection asks once and then waits: ten slow requests, however fast the others were.
        LatencyHistogram service = LatencyHistogram.FromCompressed(Convert.FromBase64String(closed.Histograms["service"]));
        long slow = Sessions;
        Assert.True(service.Count > 20 * slow, "the loop continued after the stall");
        Assert.True(service.Percentile(1 - 2.0 * slow / service.Count) < 400_000_000, "a closed loop stops asking");
    }

    private async Task<(LoadResult Result, Served Served)> RunAsync(
        EchoFaults faults, string scenario = ScenarioCatalog.Echo, double windowSeconds = 0.7)
    {
        await using var server = new EchoServer(faults);
        LoadResult result = await LoadChild.RunAsync(server, OpenLoad, 0, windowSeconds, scenario);
        var served = new Served(server.Requests, server.Faulted);
        output.WriteLine($"served {served.Requests}, faulted {served.Faulted}; {ConservationTests.Print(result)}");
        ConservationTests.AssertConserved(result);
        return (result, served);
    }

    /// <summary>
    /// The server knows how many faults it planted. It also answers requests from before and after the window: of each
    /// connection every tenth of those is a fault that the window does not count. A reply to nothing that waits counts by its
    /// arrival, so one to an earlier request may count too.
    /// </summary>
    private static void AssertFaults(LoadResult result, long count, Served served, bool isByArrival = false)
    {
        long outside = (served.Requests - result.Sent) / FaultEvery;
        Assert.True(count > 0, "no fault fell into the window");
        long most = isByArrival ? served.Faulted : Math.Min(served.Faulted, served.Faulted - outside + 2 * Connections);
        Assert.InRange(count, served.Faulted - outside - 2 * Connections, most);
    }

    /// <summary>What the server did over all connections.</summary>
    private sealed record Served(long Requests, long Faulted);
}
