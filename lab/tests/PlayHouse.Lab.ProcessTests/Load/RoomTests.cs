using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>One publishes and all receive: each way in which a room can be wrong is counted where it belongs, per delivery.</summary>
[Trait("Run", "selftest-load")]
public sealed class RoomTests(ITestOutputHelper output)
{
    private const int Members = 5;
    private const int FaultyMembers = 2;
    private const int FaultEvery = 10;
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    // The depth holds five seconds of messages: a machine that stands still for less skips none of them.
    private static readonly LoadSpec Load = new() { Connections = Members, Depth = 500, RatePerSecond = 500 };

    [Theory]
    [InlineData(LoadMode.Open, 64, 500)]
    [InlineData(LoadMode.Open, 0, 1)]
    [InlineData(LoadMode.Open, 3, 20)]
    [InlineData(LoadMode.Closed, 64, 1)]
    [InlineData(LoadMode.Closed, 64, 30)]
    public async Task Honest_EveryMessage_ReachesEveryMember(LoadMode mode, int payloadBytes, int depth)
    {
        await using var server = new RoomServer();

        LoadResult result = await RunAsync(server, Load with { Mode = mode, PayloadBytes = payloadBytes, Depth = depth });

        Assert.Equal(0, result.Lost + result.WrongReplies + result.ErrorReplies + result.ConnectionsLost);
        Assert.True(result.Received > 0, "nothing was measured");
        Assert.Equal(mode == LoadMode.Open, result.PercentilesUs.ContainsKey("latency-p50"));
        Assert.InRange(result.Sent, 1, server.Published * Members);
        Assert.Equal(0, result.Skipped * (mode == LoadMode.Closed ? 1 : 0));
    }

    [Fact]
    public async Task Open_Rate_IsOfDeliveries()
    {
        await using var server = new RoomServer();

        LoadResult result = await RunAsync(server, Load, windowSeconds: 1);

        // 500 deliveries a second to five members are 100 messages; a busy machine may begin to count late.
        Assert.InRange(result.Offered, Members * 80, Members * 101);
    }

    [Fact]
    public async Task Drop_OfSomePushes_IsLostAndNothingIsWrong()
    {
        (LoadResult result, RoomServer server) = await RunAsync(new EchoFaults { DropEvery = FaultEvery });

        AssertFaults(result, result.Lost, server);
        Assert.Equal(0, result.WrongReplies);
    }

    [Fact]
    public async Task Swap_OfSomePushes_IsWrongAndNothingIsLost()
    {
        (LoadResult result, RoomServer server) = await RunAsync(new EchoFaults { SwapEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies, server);
        // The last held-back push of a member never comes when nothing follows it.
        Assert.InRange(result.Lost, 0, FaultyMembers);
    }

    [Fact]
    public async Task Corrupt_OneBitOfSomePushes_IsWrongAndNothingIsLost()
    {
        (LoadResult result, RoomServer server) = await RunAsync(new EchoFaults { CorruptEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies, server);
        Assert.Equal(0, result.Lost);
    }

    [Fact]
    public async Task WrongId_OfSomePushes_IsWrongAndNothingIsLost()
    {
        (LoadResult result, RoomServer server) = await RunAsync(new EchoFaults { WrongIdEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies, server);
        Assert.Equal(0, result.Lost);
    }

    [Fact]
    public async Task Duplicate_OfSomePushes_IsWrongAndStandsForNoOther()
    {
        (LoadResult result, RoomServer server) = await RunAsync(new EchoFaults { DuplicateEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies, server, isByArrival: true);
        Assert.Equal(0, result.Lost);
    }

    [Fact]
    public async Task Oversize_InPlaceOfSomePushes_IsWrongAndTheyAreLost()
    {
        (LoadResult result, RoomServer server) = await RunAsync(new EchoFaults { OversizeEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies, server, isByArrival: true);
        AssertFaults(result, result.Lost, server);
        Assert.Equal(0, result.ConnectionsLost);
    }

    [Fact]
    public async Task Garbage_ToSomeMembers_LosesThemAndTheOthersGoOn()
    {
        (LoadResult result, _) = await RunAsync(new EchoFaults { SendsGarbage = true });

        Assert.Equal(FaultyMembers, result.ConnectionsLost);
        Assert.Contains("breaks the format", Assert.Single(result.Faults), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Close_OneMember_IsOwedTheRestAndTheOthersGoOn()
    {
        await using var server = new RoomServer(new EchoFaults { CloseConnections = 1, CloseAfter = 30 }, faultyMembers: 1);

        LoadResult result = await RunAsync(server, Load);

        Assert.Equal(1, result.ConnectionsLost);
        Assert.Contains("closed by the server", Assert.Single(result.Faults), StringComparison.Ordinal);
        Assert.Equal(0, result.WrongReplies);
        Assert.Equal(0, result.Skipped);
        Assert.InRange(result.Lost, 1, result.Offered / Members);
    }

    [Fact]
    public async Task Close_AllMembers_SaysSoAndEndsInTime()
    {
        await using var server = new RoomServer(new EchoFaults { CloseConnections = 1, CloseAfter = 10 }, faultyMembers: Members);

        LoadResult result = await RunAsync(server, Load, windowSeconds: 2);

        Assert.Equal(Members, result.ConnectionsLost);
        Assert.StartsWith("all connections lost", Assert.Single(result.Faults), StringComparison.Ordinal);
        Assert.True(result.Skipped > 0, "who is gone publishes nothing");
    }

    [Fact]
    public async Task Standstill_OfTheRoom_SkipsWholeMessages()
    {
        await using var server = new RoomServer();
        await using LoadChild child = LoadChild.Launch();
        await child.ConnectAsync(server, Load with { Depth = 3 }, ScenarioCatalog.RoomBroadcast);
        await child.RequestAsync(ControlTypes.Warm, new SecondsBody(0));
        Assert.True(SpinWait.SpinUntil(() => server.Published > 3, Deadline));
        server.IsStanding = true;

        LoadResult result = await MeasureAsync(child, 1);

        // Three are sent and never come; the others find no room.
        Assert.InRange(result.Sent, 0, 3 * Members);
        Assert.Equal(result.Sent, result.Lost);
        Assert.True(result.Skipped > 0, "the cap was never reached");
        Assert.Equal(0, result.Skipped % Members);
    }

    [Fact]
    public async Task DroppedPush_NothingOvertakesIt_TimesOutAndFreesItsPlace()
    {
        await using var server = new RoomServer(new EchoFaults { DropEvery = 3 }, faultyMembers: 1);

        LoadResult result = await RunAsync(server, Load with { Depth = 1 }, windowSeconds: 7);

        Assert.True(result.Lost >= 1, "the third push");
        Assert.True(server.Published > 3, "sending continued after the time-out");
    }

    [Fact]
    public async Task Steady_Deliveries_AllocateNothingEach()
    {
        const double SmallestObjectBytes = 24;
        const int Rounds = 3;
        const int DeliveriesMin = 10_000;
        await using var server = new RoomServer();
        double least = double.PositiveInfinity;
        double seconds = 2;

        // A delivery that allocates does so in every round; what the runtime adds on a starved machine is not in every one.
        for (int round = 0; round < Rounds && least >= SmallestObjectBytes / 2;)
        {
            LoadResult result = await RunAsync(server, new LoadSpec { Mode = LoadMode.Closed, Connections = 20, Depth = 20 }, seconds);
            output.WriteLine($"{result.AllocatedBytes} B for {result.Received} deliveries");
            if (result.Received > DeliveriesMin)
            {
                least = Math.Min(least, (double)result.AllocatedBytes / result.Received);
                round++;
            }
            else
            {
                seconds *= 3;
                Assert.True(seconds < Deadline.TotalSeconds, "too few deliveries to tell");
            }
        }

        Assert.True(least < SmallestObjectBytes / 2, $"{least:F1} B per delivery: a delivery may not allocate, not even every second one");
    }

    private static async Task<LoadResult> MeasureAsync(LoadChild child, double seconds)
    {
        await child.RequestAsync(ControlTypes.Measure, new SecondsBody(seconds));
        ResultBody result = await child.Process.RequestAsync<ResultBody>(ControlTypes.Drain, null, Deadline, CancellationToken.None);
        ConservationTests.AssertConserved(result.Result);
        return result.Result;
    }

    private async Task<LoadResult> RunAsync(RoomServer server, LoadSpec load, double windowSeconds = 0.7)
    {
        LoadResult result = await LoadChild.RunAsync(server, load, 0, windowSeconds, ScenarioCatalog.RoomBroadcast);
        output.WriteLine($"published {server.Published}, faulted {server.Faulted}; {ConservationTests.Print(result)}");
        ConservationTests.AssertConserved(result);
        Assert.Equal(0, result.Offered % load.Connections);
        return result;
    }

    private async Task<(LoadResult Result, RoomServer Server)> RunAsync(EchoFaults faults)
    {
        await using var server = new RoomServer(faults, FaultyMembers);
        return (await RunAsync(server, Load), server);
    }

    /// <summary>
    /// The room knows how many faults it planted, also before and after the window: of each faulty member every tenth push of
    /// those is one that the window does not count.
    /// </summary>
    private static void AssertFaults(LoadResult result, long count, RoomServer server, bool isByArrival = false)
    {
        long outside = FaultyMembers * (server.Published - (result.Sent / Members)) / FaultEvery;
        Assert.True(count > 0, "no fault fell into the window");
        long most = isByArrival ? server.Faulted : Math.Min(server.Faulted, server.Faulted - outside + (2 * FaultyMembers));
        Assert.InRange(count, server.Faulted - outside - (2 * FaultyMembers), most);
    }
}
