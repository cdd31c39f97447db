using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>
/// What <see cref="RoomTests"/> sees of a real process, to the last delivery. Messages 46 … 115 belong to the window, and two of
/// five members see a fault in every tenth: 7 of each.
/// </summary>
public sealed class RoomTwinTests
{
    private const long Ms = Simulation.Ms;
    private const int Members = 5;
    private const int Every = 10;
    private const long WarmMs = 450;
    private const long WindowMs = 700;
    private const int Offered = 70 * Members;
    private const int Faults = 7 * 2;

    // The next message is due 10 ms later, and pushed after 3.
    private const long OvertakenNs = 13 * Ms;

    private static readonly LoadSpec Load = new() { Connections = Members, Depth = 500, RatePerSecond = 500 };

    [Theory]
    [InlineData(64, 500)]
    [InlineData(0, 1)]
    [InlineData(3, 20)]
    public void Open_Honest_EveryMessageReachesEveryMember(int payloadBytes, int depth)
    {
        LoadResult result = Run(new EchoFaults(), Load with { PayloadBytes = payloadBytes, Depth = depth });

        new Books(Offered).AssertAre(result);
        AssertTimes(result, right: Offered);
        Simulation.AssertTimes(result, "lateness", Enumerable.Repeat(0L, Offered / Members));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(30)]
    public void Closed_Honest_EveryMessageReachesEveryMember(int depth)
    {
        LoadResult result = Run(new EchoFaults(), Load with { Mode = LoadMode.Closed, Depth = depth }, windowMs: 600);

        // What is published arrives after 3 ms, and then the next is.
        new Books(200 * depth * Members).AssertAre(result);
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, 200 * depth * Members));
    }

    [Fact]
    public void Drop_IsLostAndNothingIsWrong()
    {
        LoadResult result = Run(new EchoFaults { DropEvery = Every });

        new Books(Offered) { Lost = Faults }.AssertAre(result, Achieved(Faults));
        AssertTimes(result, right: Offered - Faults, overtaken: Faults);
    }

    [Fact]
    public void Swap_IsWrongAndNothingIsLost()
    {
        LoadResult result = Run(new EchoFaults { SwapEvery = Every });

        new Books(Offered) { Wrong = Faults, Censored = Faults }.AssertAre(result, Achieved(Faults));
        AssertTimes(result, right: Offered - Faults, overtaken: Faults);
    }

    [Fact]
    public void Corrupt_OneBit_IsWrongAndNothingIsLost() => AssertWrong(Run(new EchoFaults { CorruptEvery = Every }));

    [Fact]
    public void WrongId_IsWrongAndNothingIsLost() => AssertWrong(Run(new EchoFaults { WrongIdEvery = Every }));

    [Fact]
    public void Duplicate_IsWrongAndStandsForNoOther()
    {
        LoadResult result = Run(new EchoFaults { DuplicateEvery = Every });

        new Books(Offered) { Wrong = Faults }.AssertAre(result);
        AssertTimes(result, right: Offered);
    }

    [Fact]
    public void Oversize_IsWrongAndItsMessageIsLost()
    {
        LoadResult result = Run(new EchoFaults { OversizeEvery = Every });

        new Books(Offered) { Wrong = Faults, Lost = Faults }.AssertAre(result, Achieved(Faults));
        AssertTimes(result, right: Offered - Faults, overtaken: Faults);
    }

    [Fact]
    public void Garbage_ToSomeMembers_LosesThemAndTheOthersContinue()
    {
        LoadResult result = Run(new EchoFaults { SendsGarbage = true });

        // They are lost before the window and owed all of it.
        new Books(Offered) { Lost = 2 * 70, ConnectionsLost = 2 }.AssertAre(result, Achieved(2 * 70));
        Assert.Equal(["2 of 5 connections lost: 2 × the server sent a frame that breaks the format"], result.Faults);
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, 3 * 70));
    }

    [Fact]
    public void Close_OneMember_IsOwedTheRestAndTheOthersContinue()
    {
        LoadResult result = Run(new EchoFaults { CloseConnections = 1, CloseAfter = 60 }, isFaulty: m => m == 4);

        // It receives 46 … 59.
        new Books(Offered) { Lost = 56, ConnectionsLost = 1 }.AssertAre(result, Achieved(56));
        Assert.Equal(["1 of 5 connections lost: 1 × closed by the server"], result.Faults);
    }

    [Fact]
    public void Close_AllMembers_SaysSo()
    {
        LoadResult result = Run(new EchoFaults { CloseConnections = 1, CloseAfter = 60 }, isFaulty: _ => true);

        // Message 60 is sent and closes; who is gone publishes nothing.
        new Books(Offered) { Lost = Members, Skipped = 55 * Members, ConnectionsLost = Members }.AssertAre(result, Achieved(56 * Members));
        Assert.Equal(["all connections lost: 5 × closed by the server"], result.Faults);
    }

    [Fact]
    public void Standstill_OfTheRoom_SkipsWholeMessages()
    {
        var server = new SimulatedServer { IsRoom = true };
        using var simulation = new Simulation(server, Load with { Depth = 3 }, ScenarioCatalog.RoomBroadcast);
        simulation.Warm(WarmMs);
        server.IsStanding = true;
        simulation.Measure(WindowMs);

        LoadResult result = simulation.Drain();

        new Books(Offered) { Lost = 3 * Members, Skipped = 67 * Members }.AssertAre(result, Achieved(Offered));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    [InlineData(4)]
    public void DroppedPush_NothingOvertakesIt_TimesOutAndFreesItsPlace(int member)
    {
        LoadSpec load = Load with { Depth = 1, RatePerSecond = 500.5 };

        LoadResult result = Run(new EchoFaults { DropEvery = 3 }, load, m => m == member, warmMs: 0, windowMs: 7_000);

        // The third to one member, and after five seconds the third of the next three.
        int messages = Simulation.Arrivals(load, 0, 7_000, isRoom: true).Count;
        Assert.Equal((messages * Members, 6 * Members, 2), (result.Offered, result.Sent, result.Lost));
        Assert.Equal((result.Offered - result.Sent, result.Skipped + result.Lost), (result.Skipped, result.CensoredArrivals));
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, 28));
    }

    private static LoadResult Run(EchoFaults faults, LoadSpec? load = null, Predicate<int>? isFaulty = null, long warmMs = WarmMs, long windowMs = WindowMs) =>
        Simulation.Run(
            new SimulatedServer { IsRoom = true, Faults = faults, IsFaulty = isFaulty ?? (m => m >= 3) }, load ?? Load, warmMs, windowMs, ScenarioCatalog.RoomBroadcast);

    private static void AssertWrong(LoadResult result)
    {
        new Books(Offered) { Wrong = Faults }.AssertAre(result, Achieved(Faults));
        AssertTimes(result, right: Offered - Faults);
    }

    // Five deliveries at the window's edges say nothing about a rate.
    private static string[] Achieved(int missing) => ConservationTwinTests.Achieved(missing, WindowMs, 500);

    private static void AssertTimes(LoadResult result, int right, int overtaken = 0)
    {
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, right));
        Simulation.AssertTimes(result, "latency", [.. Enumerable.Repeat(3 * Ms, right), .. Enumerable.Repeat(OvertakenNs, overtaken)]);
    }
}
