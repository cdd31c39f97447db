using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>
/// What <see cref="MisbehaviourTests"/> sees of a real process, to the last fault. Of each connection requests 96 … 235 belong to
/// the window, and every tenth has the fault: 14 of each.
/// </summary>
public sealed class MisbehaviourTwinTests
{
    private const long Ms = Simulation.Ms;
    private const int Connections = 5;
    private const int Every = 10;
    private const long WarmMs = 475;
    private const long WindowMs = 700;
    private const int Offered = 700;
    private const int Faults = 14 * Connections;

    // The next request of the connection is due 5 ms later, and answered after 3.
    private const long OvertakenNs = 8 * Ms;

    private static readonly LoadSpec Load = new() { Connections = Connections, Depth = 1_000, RatePerSecond = 1_000 };

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.ProtoEcho)]
    [InlineData(ScenarioCatalog.Send)]
    public void Drop_IsLostAndNothingIsWrong(string scenario)
    {
        LoadResult result = Run(new EchoFaults { DropEvery = Every }, scenario);

        new Books(Offered) { Lost = Faults }.AssertAre(result, ConservationTwinTests.Achieved(Faults, WindowMs));
        AssertTimes(result, right: Offered - Faults, overtaken: Faults);
    }

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.Send)]
    public void Swap_IsWrongAndNothingIsLost(string scenario)
    {
        LoadResult result = Run(new EchoFaults { SwapEvery = Every }, scenario);

        new Books(Offered) { Wrong = Faults, Censored = Faults }.AssertAre(result, ConservationTwinTests.Achieved(Faults, WindowMs));
        AssertTimes(result, right: Offered - Faults, overtaken: Faults);
    }

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.ProtoEcho)]
    [InlineData(ScenarioCatalog.Send)]
    public void Corrupt_OneBit_IsWrong(string scenario) => AssertWrong(Run(new EchoFaults { CorruptEvery = Every }, scenario));

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.Send)]
    public void WrongId_IsWrong(string scenario) => AssertWrong(Run(new EchoFaults { WrongIdEvery = Every }, scenario));

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.Send)]
    public void Duplicate_IsWrongAndAnswersNoOther(string scenario)
    {
        LoadResult result = Run(new EchoFaults { DuplicateEvery = Every }, scenario);

        new Books(Offered) { Wrong = Faults }.AssertAre(result);
        AssertTimes(result, right: Offered);
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(5_000)]
    public void Oversize_IsWrongAndTheConnectionLivesOn(int pieceBytes)
    {
        LoadResult result = Run(new EchoFaults { OversizeEvery = Every }, pieceBytes: pieceBytes);

        new Books(Offered) { Wrong = Faults, Lost = Faults }.AssertAre(result, ConservationTwinTests.Achieved(Faults, WindowMs));
        AssertTimes(result, right: Offered - Faults, overtaken: Faults);
    }

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.Send)]
    public void ErrorCode_IsAnErrorReplyAndNoAchievedMessage(string scenario)
    {
        LoadResult result = Run(new EchoFaults { ErrorEvery = Every }, scenario);

        new Books(Offered) { Errors = Faults }.AssertAre(result, ConservationTwinTests.Achieved(Faults, WindowMs));
        AssertTimes(result, right: Offered - Faults);
        Assert.Equal((Offered - Faults) * 1_000.0 / WindowMs, result.AchievedRate, 9);
    }

    [Fact]
    public void Close_OneConnection_IsCountedAndTheOthersContinue()
    {
        LoadResult result = Run(new EchoFaults { CloseConnections = 1, CloseAfter = 150 });

        // It answers 96 … 149, closes on 150, and is owed nothing that was due after.
        new Books(Offered) { Lost = 1, Skipped = 85, ConnectionsLost = 1 }.AssertAre(result, MissedFrom150(1));
        Assert.Equal(["1 of 5 connections lost: 1 × closed by the server"], result.Faults);
    }

    [Fact]
    public void Close_AllConnections_SaysSo()
    {
        LoadResult result = Run(new EchoFaults { CloseConnections = Connections, CloseAfter = 150 });

        new Books(Offered) { Lost = Connections, Skipped = 85 * Connections, ConnectionsLost = Connections }
            .AssertAre(result, MissedFrom150(Connections));
        Assert.Equal(["all connections lost: 5 × closed by the server"], result.Faults);
    }

    [Fact]
    public void Garbage_InsteadOfAFrame_LosesTheConnection()
    {
        LoadResult result = Simulation.Run(new SimulatedServer { Faults = new EchoFaults { SendsGarbage = true } }, Load, 0, WindowMs);

        new Books(Offered) { Lost = Connections, Skipped = Offered - Connections, ConnectionsLost = Connections }
            .AssertAre(result, ConservationTwinTests.Achieved(Offered, WindowMs));
        Assert.Equal(["all connections lost: 5 × the server sent a frame that breaks the format"], result.Faults);
    }

    [Fact]
    public void ClosedLoop_DroppedReplies_AreLostAndTheLoopContinues()
    {
        var server = new SimulatedServer { DelayNs = Ms, Faults = new EchoFaults { DropEvery = Every } };

        LoadResult result = Simulation.Run(server, new LoadSpec { Mode = LoadMode.Closed, Connections = Connections, Depth = 2 }, 0, 1_000);

        // Two a millisecond, but one after the tenth: from then on the reply that overtakes a lost one releases both.
        new Books(1_999 * Connections) { Lost = 199 * Connections, Censored = 0 }.AssertAre(result);
        Assert.Equal((result.Sent, result.Lost), (server.Requests, server.Faulted));
    }

    [Theory]
    [InlineData(LoadMode.Open)]
    [InlineData(LoadMode.Closed)]
    public void DroppedReply_NothingOvertakesIt_TimesOutAndFreesItsPlace(LoadMode mode)
    {
        var server = new SimulatedServer { Faults = new EchoFaults { DropEvery = 3 } };
        var load = new LoadSpec { Mode = mode, Connections = 1, Depth = 1, RatePerSecond = 50.1 };

        LoadResult result = Simulation.Run(server, load, 0, 7_000);

        // The third, and after five seconds the third of the next three.
        int offered = mode == LoadMode.Open ? Simulation.Arrivals(load, 0, 7_000).Count : 6;
        Assert.Equal((6, 2), (result.Sent, result.Lost));
        Assert.Equal((offered, offered - 6), (result.Offered, result.Skipped));
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, 4));
    }

    private static LoadResult Run(EchoFaults faults, string scenario = ScenarioCatalog.Echo, int pieceBytes = int.MaxValue) =>
        Simulation.Run(new SimulatedServer { Faults = faults, PieceBytes = pieceBytes }, Load, WarmMs, WindowMs, scenario);

    // By the times at which replies would have come: the first of the window are to requests from before it.
    private static string[] MissedFrom150(int connections) => ConservationTwinTests.Achieved(
        Simulation.Arrivals(Load, WarmMs - 3, WarmMs + WindowMs - 3).Count(a => a.Connection < connections && a.DueNs >= 149 * 5 * Ms), WindowMs);

    private static void AssertWrong(LoadResult result)
    {
        new Books(Offered) { Wrong = Faults }.AssertAre(result, ConservationTwinTests.Achieved(Faults, WindowMs));
        AssertTimes(result, right: Offered - Faults);
    }

    private static void AssertTimes(LoadResult result, int right, int overtaken = 0)
    {
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, right));
        Simulation.AssertTimes(result, "latency", [.. Enumerable.Repeat(3 * Ms, right), .. Enumerable.Repeat(OvertakenNs, overtaken)]);
    }
}
