using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>What <see cref="StormTests"/> sees of a real process, but for its sockets.</summary>
public sealed class StormTwinTests
{
    private const long Ms = Simulation.Ms;
    private static readonly LoadSpec Load = new() { Connections = 50, Depth = 10, RatePerSecond = 200 };

    [Theory]
    [InlineData(Arrivals.Constant)]
    [InlineData(Arrivals.Poisson)]
    public void Open_Honest_EveryArrivalIsAuthenticated(Arrivals arrivals)
    {
        LoadSpec load = Load with { Arrivals = arrivals };

        LoadResult result = Run(new SimulatedServer(), load);

        int offered = Simulation.Arrivals(load, 300, 1_300).Count;
        Assert.True(arrivals == Arrivals.Poisson || offered == 200);
        new Books(offered).AssertAre(result);
        Assert.Empty(result.Faults);
        Simulation.AssertTimes(result, "latency", Enumerable.Repeat(3 * Ms, offered));
        Simulation.AssertTimes(result, "lateness", Enumerable.Repeat(0L, offered));
        Assert.Equal(Simulation.Arrivals(load, 297, 1_297).Count, result.AchievedRate);
    }

    [Fact]
    public void Closed_Honest_EveryEndReleasesTheNextArrival()
    {
        LoadResult result = Run(new SimulatedServer(), Load with { Mode = LoadMode.Closed, Depth = 1 }, windowMs: 600);

        new Books(200 * 50).AssertAre(result);
        Simulation.AssertTimes(result, "service", Enumerable.Repeat(3 * Ms, 200 * 50));
    }

    [Fact]
    public void Refused_EveryArrival_IsAnError() =>
        AssertErrors(new SimulatedServer { Faults = new EchoFaults { RejectsAuthentication = true } }, "error code 5");

    [Fact]
    public void Closed_BeforeTheReply_IsAnError() =>
        AssertErrors(new SimulatedServer { Faults = new EchoFaults { ClosesOnAuthentication = true } }, "the server closed the connection");

    [Fact]
    public void NoServerListens_EveryArrival_IsAnError() =>
        AssertErrors(new SimulatedServer { RefusesVisits = true }, "Connection refused");

    [Fact]
    public void Unanswered_Arrivals_FillTheirPlacesUntilTheirTimeOut()
    {
        LoadSpec load = Load with { Connections = 2, Depth = 3, RatePerSecond = 200.1 };

        LoadResult result = Run(new SimulatedServer { Faults = new EchoFaults { IgnoresAuthentication = true } }, load, warmMs: 0, windowMs: 7_000);

        // Six places, and after five seconds the same six again.
        int offered = Simulation.Arrivals(load, 0, 7_000).Count;
        new Books(offered) { Lost = 12, Skipped = offered - 12 }.AssertAre(result, ConservationTwinTests.Achieved(offered, 7_000, offered / 7.0));
    }

    private static LoadResult Run(SimulatedServer server, LoadSpec load, long warmMs = 300, long windowMs = 1_000) =>
        Simulation.Run(server, load, warmMs, windowMs, ScenarioCatalog.ConnectStorm);

    private static void AssertErrors(SimulatedServer server, string reason)
    {
        LoadResult result = Run(server, Load);

        new Books(200) { Errors = 200 }.AssertAre(result, ConservationTwinTests.Achieved(200, 1_000, 200));
        // Those before the window failed, too, and no reason is forgotten.
        Assert.Equal([$"arrivals failed: {Simulation.Arrivals(Load, 0, 1_300).Count} × {reason}"], result.Faults);
    }
}
