using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>
/// What <see cref="RoomTickTests"/> sees of a real process, to the last push. Steps 10 … 39 belong to the window, and two of four
/// members see a fault in every fifth: 6 of each.
/// </summary>
public sealed class RoomTickTwinTests
{
    private const long Ms = Simulation.Ms;
    private const int Members = 4;
    private const int Every = 5;
    private const long WindowMs = 1_500;
    private const int Offered = 30 * Members;
    private const int Faults = 6 * 2;

    [Theory]
    [InlineData(100)]
    [InlineData(0)]
    public void Honest_EveryStepReachesEveryMember(int stateBytes)
    {
        LoadResult result = Run(new SimulatedServer { StateBytes = stateBytes });

        new Books(Offered).AssertAre(result);
        Simulation.AssertTimes(result, "latency", Enumerable.Repeat(3 * Ms, Offered));
    }

    [Fact]
    public void WindowThatIsKnownLate_HoldsWhatCameBefore()
    {
        using var simulation = new Simulation(
            new SimulatedServer { StateBytes = 100 }, new LoadSpec { Connections = Members, RatePerSecond = 20 * Members, PayloadBytes = 100 }, ScenarioCatalog.RoomTick);
        simulation.Warm(475);
        simulation.Measure(WindowMs, knownAfterMs: 180);
        LoadResult result = simulation.Drain();

        new Books(Offered).AssertAre(result);
        Simulation.AssertTimes(result, "latency", Enumerable.Repeat(3 * Ms, Offered));
    }

    [Fact]
    public void Drop_IsLostAndNothingIsWrong() => AssertFaults(new EchoFaults { DropEvery = Every }, new Books(Offered) { Lost = Faults });

    [Fact]
    public void Swap_IsWrongAndNothingIsLost() => AssertFaults(new EchoFaults { SwapEvery = Every }, new Books(Offered) { Wrong = Faults });

    [Fact]
    public void Corrupt_IsWrongAndNothingIsLost() => AssertFaults(new EchoFaults { CorruptEvery = Every }, new Books(Offered) { Wrong = Faults });

    [Fact]
    public void Oversize_IsWrongAndItsStepIsLost() =>
        AssertFaults(new EchoFaults { OversizeEvery = Every }, new Books(Offered) { Wrong = Faults, Lost = Faults });

    [Fact]
    public void Duplicate_IsWrongAndNothingIsLost() =>
        AssertFaults(new EchoFaults { DuplicateEvery = Every }, new Books(Offered) { Wrong = Faults }, missing: 0);

    [Fact]
    public void Close_OneMember_IsOwedTheRest()
    {
        LoadResult result = Run(new SimulatedServer { StateBytes = 100, IsFaulty = m => m == 3, Faults = new EchoFaults { CloseConnections = 1, CloseAfter = 20 } });

        // It receives 10 … 19.
        new Books(Offered) { Lost = 20, ConnectionsLost = 1 }.AssertAre(result, Achieved(20));
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, Offered - 20));
    }

    [Fact]
    public void Clock_OfAnotherMachine_IsSeen()
    {
        LoadResult result = Run(new SimulatedServer { StateBytes = 100, ClockErrorNs = 3_600_000 * Ms });

        // A step that begins in an hour has not arrived.
        new Books(0) { Wrong = Offered }.AssertAre(result);
    }

    private static LoadResult Run(SimulatedServer server) => Simulation.Run(
        server, new LoadSpec { Connections = Members, RatePerSecond = 20 * Members, PayloadBytes = server.StateBytes!.Value }, 475, WindowMs, ScenarioCatalog.RoomTick);

    private static void AssertFaults(EchoFaults faults, Books expected, int missing = Faults)
    {
        LoadResult result = Run(new SimulatedServer { StateBytes = 100, IsFaulty = m => m >= 2, Faults = faults });

        expected.AssertAre(result, Achieved(missing));
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, Offered - missing));
    }

    private static string[] Achieved(int missing) => ConservationTwinTests.Achieved(missing, WindowMs, 20 * Members);
}
