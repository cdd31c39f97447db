using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>What <see cref="ConservationTests"/> and <see cref="LoadProcessTests"/> see of a real process, to the last count and nanosecond.</summary>
public sealed class ConservationTwinTests
{
    private const long Ms = Simulation.Ms;
    private const long WarmMs = 200;

    [Theory]
    [InlineData(ScenarioCatalog.Echo, 64, Arrivals.Constant, 2_000)]
    [InlineData(ScenarioCatalog.Echo, 64, Arrivals.Constant, 7)]
    [InlineData(ScenarioCatalog.ProtoEcho, 64, Arrivals.Poisson, 2_000)]
    [InlineData(ScenarioCatalog.Send, 64, Arrivals.Constant, 1)]
    [InlineData(ScenarioCatalog.Send, 3, Arrivals.Poisson, 7)]
    [InlineData(ScenarioCatalog.Echo, 0, Arrivals.Constant, 7)]
    [InlineData(ScenarioCatalog.ProtoEcho, 0, Arrivals.Constant, 7)]
    public void OpenLoop_HonestServer_EveryRequestOfTheWindowIsAnswered(string scenario, int payloadBytes, Arrivals arrivals, int pieceBytes)
    {
        var server = new SimulatedServer { PieceBytes = pieceBytes };
        var load = new LoadSpec { Connections = 20, Depth = 20, RatePerSecond = 2_000, PayloadBytes = payloadBytes, Arrivals = arrivals };

        LoadResult result = Simulation.Run(server, load, WarmMs, 1_000, scenario);

        int offered = Simulation.Arrivals(load, WarmMs, WarmMs + 1_000).Count;
        Assert.True(arrivals == Arrivals.Poisson || offered == 2_000);
        new Books(offered).AssertAre(result);
        Assert.Empty(result.Faults);
        Simulation.AssertTimes(result, "latency", Enumerable.Repeat(3 * Ms, offered));
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, offered));
        Simulation.AssertTimes(result, "lateness", Enumerable.Repeat(0L, offered));
        // A reply counts for a rate by its own time, whenever its request was due.
        int arrived = Simulation.Arrivals(load, WarmMs - 3, WarmMs + 1_000 - 3).Count;
        Assert.Equal((arrived, arrived), ((int)result.AchievedRate, (int)Assert.Single(result.Seconds).Received));
        Assert.Equal(Simulation.Arrivals(load, 0, WarmMs + 1_000).Count, server.Requests);
    }

    [Theory]
    [InlineData(ScenarioCatalog.Echo, 1)]
    [InlineData(ScenarioCatalog.ProtoEcho, 10)]
    [InlineData(ScenarioCatalog.Send, 10)]
    public void ClosedLoop_HonestServer_EveryReplyReleasesTheNextRequest(string scenario, int depth)
    {
        var load = new LoadSpec { Mode = LoadMode.Closed, Connections = 10, Depth = depth };

        LoadResult result = Simulation.Run(new SimulatedServer { DelayNs = Ms }, load, WarmMs, 1_000, scenario);

        int offered = 1_000 * 10 * depth;
        new Books(offered).AssertAre(result);
        Assert.Equal(["service"], result.Histograms.Keys);
        Assert.Equal(["service-p50", "service-p99"], result.PercentilesUs.Keys.Order());
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(Ms, offered));
    }

    [Theory]
    [InlineData(64, 16)]
    [InlineData(400, 2)]
    public void OpenLoop_LargePayloads_AreSentInPiecesAndAnswered(int socketKb, int refills)
    {
        var server = new SimulatedServer { SocketBytes = socketKb * 1024, PieceBytes = 100_000 };
        var load = new LoadSpec { Connections = 2, Depth = 8, RatePerSecond = 100, PayloadBytes = 1024 * 1024 };

        LoadResult result = Simulation.Run(server, load, WarmMs, 500);

        new Books(50).AssertAre(result);
        // A mebibyte and its header are 17 pieces of 64 KiB, or 3 of 400, with a refill between each two.
        Simulation.AssertTimes(result, "latency", Enumerable.Repeat((refills * server.RefillNs) + server.DelayNs, 50));
    }

    [Theory]
    [InlineData(1, 490)]
    [InlineData(2, 480)]
    [InlineData(500, 0)]
    public void OpenLoop_ServerStandsStill_IsSeenByWhatWasSentAndByWhatWasNot(int depth, int skipped)
    {
        const long From = 700 * Ms;
        const long Until = 1_200 * Ms;
        var load = new LoadSpec { Connections = 10, Depth = depth, RatePerSecond = 1_000 };

        LoadResult result = Simulation.Run(new SimulatedServer { Stall = (From, Until) }, load, WarmMs, 1_500);

        new Books(1_500) { Skipped = skipped }.AssertAre(result, Achieved(skipped, 1_500));
        // What was not sent has waited until its connection takes the next.
        var notSent = Enumerable.Range(0, 10).Select(_ => new List<long>()).ToArray();
        int[] sent = new int[10];
        List<long> latencies = [];
        foreach ((long dueNs, int connection) in Simulation.Arrivals(load, WarmMs, WarmMs + 1_500))
        {
            bool isStalled = dueNs >= From && dueNs < Until;
            if (isStalled && sent[connection]++ >= depth)
            {
                notSent[connection].Add(dueNs);
                continue;
            }

            latencies.Add(isStalled ? Until - dueNs : 3 * Ms);
            latencies.AddRange(notSent[connection].Where(_ => !isStalled).Select(n => dueNs - n));
            notSent[connection].RemoveAll(_ => !isStalled);
        }

        Assert.Equal(1_500, latencies.Count);
        Simulation.AssertTimes(result, "latency", latencies);
    }

    [Fact]
    public void ClosedLoop_ServerStandsStill_StopsAskingAndHidesIt()
    {
        var server = new SimulatedServer { DelayNs = Ms, Stall = (700 * Ms, 1_200 * Ms) };

        LoadResult result = Simulation.Run(server, new LoadSpec { Mode = LoadMode.Closed, Connections = 10, Depth = 1 }, WarmMs, 1_500);

        // Each connection asks once and waits: ten slow requests, where an open loop of the same rate has five thousand.
        new Books(10_010).AssertAre(result);
        Simulation.AssertTimes(result, "service", [.. Enumerable.Repeat(500 * Ms, 10), .. Enumerable.Repeat(Ms, 10_000)]);
    }

    [Fact]
    public void Freeze_OfTheLoadItself_CountsFromTheDueTimesAndIsFlagged()
    {
        const long From = 1_200 * Ms;
        const long Until = 1_600 * Ms;
        var load = new LoadSpec { Connections = 10, Depth = 1_000, RatePerSecond = 500 };
        using var simulation = new Simulation(new SimulatedServer(), load);
        simulation.Warm(WarmMs);
        simulation.Measure(2_000);
        simulation.RunFor(1_000);
        simulation.StandStill(400);

        LoadResult result = simulation.Drain();

        double latenessP99 = result.PercentilesUs["lateness-p99"];
        new Books(1_000).AssertAre(
            result,
            FormattableString.Invariant($"client-lateness: p99 {latenessP99:F0} us after the due time (limit {result.PercentilesUs["latency-p99"] / 10:F0} us)"),
            "client-jitter: a thread was woken 400.0 ms late (limit 10 ms)");
        long[] due = [.. Simulation.Arrivals(load, WarmMs, WarmMs + 2_000).Select(a => a.DueNs)];
        Simulation.AssertTimes(result, "lateness", due.Select(d => IsFrozen(d) ? Until - d : 0));
        Simulation.AssertTimes(result, "latency", due.Select(d => IsFrozen(d) ? Until + (3 * Ms) - d : IsFrozen(d + (3 * Ms)) ? Until - d : 3 * Ms));
        Simulation.AssertTimes(result, "service", due.Select(d => !IsFrozen(d) && IsFrozen(d + (3 * Ms)) ? Until - d : 3 * Ms));

        static bool IsFrozen(long timeNs) => timeNs >= From && timeNs < Until;
    }

    [Fact]
    public void Freeze_OverTheEndOfTheWindow_OffersWhatWasDueInsideAndNothingElse()
    {
        const long From = 1_100 * Ms;
        const long Until = 1_500 * Ms;
        var load = new LoadSpec { Connections = 10, Depth = 1_000, RatePerSecond = 500 };
        using var simulation = new Simulation(new SimulatedServer(), load);
        simulation.Warm(WarmMs);
        simulation.Measure(1_000);
        simulation.RunFor(900);
        simulation.StandStill(400);

        LoadResult result = simulation.Drain();

        Assert.Equal((500, 500, 500), (result.Offered, result.Sent, result.Received));
        Simulation.AssertTimes(
            result, "lateness", Simulation.Arrivals(load, WarmMs, WarmMs + 1_000).Select(a => a.DueNs >= From ? Until - a.DueNs : 0));
    }

    [Theory]
    [InlineData(ScenarioCatalog.Echo, LoadMode.Open)]
    [InlineData(ScenarioCatalog.ProtoEcho, LoadMode.Open)]
    [InlineData(ScenarioCatalog.Send, LoadMode.Open)]
    [InlineData(ScenarioCatalog.Echo, LoadMode.Closed)]
    [InlineData(ScenarioCatalog.Send, LoadMode.Closed)]
    [InlineData(ScenarioCatalog.RoomBroadcast, LoadMode.Open)]
    [InlineData(ScenarioCatalog.RoomBroadcast, LoadMode.Closed)]
    public void SteadyState_AllocatesNothing(string scenario, LoadMode mode)
    {
        var server = new SimulatedServer { IsRoom = scenario == ScenarioCatalog.RoomBroadcast };
        using var simulation = new Simulation(server, new LoadSpec { Mode = mode, Connections = 10, Depth = 20, RatePerSecond = 10_000 }, scenario);
        simulation.Warm(500);
        simulation.Measure(1_000);
        // By then a room keeps as many times of a window as it ever does; the row of each whole second is outside, too.
        simulation.RunFor(300);
        List<long> allocated = [];
        for (int round = 0; round < 13; round++)
        {
            long requests = server.Requests;
            int collections = GC.CollectionCount(0);
            long before = GC.GetAllocatedBytesForCurrentThread();
            simulation.RunFor(50);
            long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.True(server.Requests - requests >= 50, "too few messages to tell");
            // A collection, which other tests cause, counts what a thread had set aside as used.
            if (GC.CollectionCount(0) == collections)
            {
                allocated.Add(bytes);
            }
        }

        Assert.NotEmpty(allocated);
        Assert.All(allocated, bytes => Assert.Equal(0, bytes));
        Assert.Equal(0, simulation.Drain().Lost);
    }

    /// <summary>The flag of a window in which so many of all did not arrive; none when all did.</summary>
    internal static string[] Achieved(long missing, long windowMs, double ratePerSecond = 1_000) => missing == 0
        ? []
        : [FormattableString.Invariant($"achieved-rate: {ratePerSecond - (missing * 1e3 / windowMs):F1}/s of {ratePerSecond:F1}/s offered (limit 99 %)")];
}
