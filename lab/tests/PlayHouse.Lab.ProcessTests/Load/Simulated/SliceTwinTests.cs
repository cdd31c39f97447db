using System.Net;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Slices;
using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Load.Traffics;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>A load that takes turns at several targets, to the last count and nanosecond.</summary>
public sealed class SliceTwinTests
{
    private const long Ms = Simulation.Ms;
    private const int Depth = 2;

    private static readonly LoadSpec Load = new() { Connections = 10, Depth = 20, RatePerSecond = 2_000 };
    private static readonly SlicePlan Saturated = new(0, SliceKind.Saturated, 0.1, 0.01);
    private static readonly SlicePlan Paced = new(0, SliceKind.Paced, 0.2, 0.01);

    private static SimulatedServer Server => new() { DelayNs = Ms, CpuNsPerRequest = 7_000 };

    [Fact]
    public void Saturated_EveryReplyReleasesTheNextRequest_AndNothingIsSentToTheOther()
    {
        SimulatedServer idle = Server;
        SimulatedServer busy = Server;

        (SlicedTargetResult first, SlicedTargetResult second) = Run([idle, busy], Saturated with { Target = 1 }, Saturated with { Target = 1 });

        Assert.Empty(first.Slices);
        Assert.Equal((0, 0), (idle.Requests, first.Saturated.Offered));
        Assert.Equal(2, second.Slices.Count);
        foreach (SliceRecord slice in second.Slices)
        {
            // Every millisecond each of ten connections gets two replies; the last are released before the turn ends.
            Assert.Equal((0.09, 90 * 20, 100 * 20, 100 * 20 * 7.0), (slice.Seconds, slice.Arrived, slice.Messages, slice.CpuUs));
            Assert.Equal((Ms, Ms), (Bucket(slice.P50Us), Bucket(slice.LongestUs!.Value)));
        }

        new Books(2 * 90 * 20).AssertAre(second.Saturated);
        Assert.Equal((2 * 100 * 20, 20_000), (busy.Requests, second.Saturated.AchievedRate));
        Assert.Equal(0, second.Paced.Offered);
    }

    [Fact]
    public void Paced_TheScheduleStandsStillBetweenTurns()
    {
        SimulatedServer[] servers = [Server, Server];
        SlicePlan[] turns = [Paced, Paced with { Target = 1 }, Saturated, Paced, Saturated with { Target = 1 }, Paced with { Target = 1 }];

        (SlicedTargetResult first, SlicedTargetResult second) = Run(servers, turns);

        int offered = Simulation.Arrivals(Load, 10, 200).Count + Simulation.Arrivals(Load, 210, 400).Count;
        foreach (SlicedTargetResult result in (SlicedTargetResult[])[first, second])
        {
            new Books(offered).AssertAre(result.Paced);
            Simulation.AssertTimes(result.Paced, "latency", Enumerable.Repeat(Ms, offered));
            Simulation.AssertTimes(result.Paced, "lateness", Enumerable.Repeat(0L, offered));
            Assert.Equal(
                [Simulation.Arrivals(Load, 0, 200).Count, Simulation.Arrivals(Load, 200, 400).Count],
                result.Slices.Where(s => s.Kind == SliceKind.Paced).Select(s => (int)s.Messages));
        }

        Assert.Equal([0, 2, 3], first.Slices.Select(s => s.Index));
        Assert.Equal([1, 4, 5], second.Slices.Select(s => s.Index));
    }

    [Fact]
    public void Paced_AtHalfItsSpeed_HalfOfTheScheduleIsDue()
    {
        (SlicedTargetResult first, _) = Run([Server, Server], Paced with { Speed = 0.5 }, Paced with { Speed = 0.5 });

        Assert.Equal(Simulation.Arrivals(Load, 0, 200).Count, first.Slices.Sum(s => s.Messages));
        Assert.Equal(Simulation.Arrivals(Load, 0, 100).Count, first.Slices[0].Messages);
    }

    [Fact]
    public void ExchangedTargets_ExchangeTheirResults()
    {
        SimulatedServer Slow() => new() { DelayNs = 3 * Ms, CpuNsPerRequest = 9_000 };
        SlicePlan[] turns = [Saturated, Saturated with { Target = 1 }, Paced with { Target = 1 }, Paced];
        SlicePlan[] exchanged = [.. turns.Select(t => t with { Target = 1 - t.Target })];

        (SlicedTargetResult quick, SlicedTargetResult slow) = Run([Server, Slow()], turns);
        (SlicedTargetResult slowFirst, SlicedTargetResult quickSecond) = Run([Slow(), Server], exchanged);

        Assert.Equal(quick.Slices, quickSecond.Slices);
        Assert.Equal(slow.Slices, slowFirst.Slices);
        Assert.NotEqual(quick.Slices[0].Messages, slow.Slices[0].Messages);
        Assert.Equal((quick.Paced.Offered, slow.Paced.Offered), (quickSecond.Paced.Offered, slowFirst.Paced.Offered));
    }

    [Fact]
    public void SecondRequest_HasBooksOfItsOwn()
    {
        using var simulation = new SlicedSimulation([Server, Server]);

        simulation.Run([Saturated, Paced]);
        SlicedTargetResult again = simulation.Run([Saturated]).Targets[0];

        Assert.Equal(0, Assert.Single(again.Slices).Index);
        Assert.Equal((90 * 20, 0), (again.Saturated.Received, again.Paced.Offered));
    }

    [Fact]
    public void ConnectionsThatAreSkippedAtTheCap_AreSettledWithTheirTurn()
    {
        // Everything that comes in the turn is answered after it, and each connection may have one outstanding.
        var stalled = new SimulatedServer { DelayNs = Ms, Stall = (0, 250 * Ms) };
        var load = Load with { Depth = 1, RatePerSecond = 1_000 };
        using var simulation = new SlicedSimulation([stalled], load, depth: 1);

        SlicedTargetResult target = simulation.Run([Paced]).Targets[0];
        LoadResult paced = target.Paced;

        // Connections took 2 ms to open. The first that counts was due 10 ms later and waited, sent or not, until 250 ms.
        Assert.Equal(238_000, target.Slices[0].LongestUs!.Value, 1_000.0);
        Assert.Equal((190, 0), (paced.Offered, paced.Lost));
        Assert.True(paced.Skipped >= 180, $"{paced.Skipped}");
        Assert.Equal(paced.Skipped, paced.CensoredArrivals);
        Assert.Equal(0, simulation.Run([Paced]).Targets[0].Paced.CensoredArrivals);
    }

    [Fact]
    public void TargetThatAnswersNothing_EndsTheTurnsByName()
    {
        var silent = new SimulatedServer { Faults = new EchoFaults { DropEvery = 1 } };
        using var simulation = new SlicedSimulation([Server, silent]);

        ControlException error = Assert.Throws<ControlException>(() => simulation.Run([Saturated, Saturated with { Target = 1 }, Saturated]));

        Assert.Equal(("no-answer", 1), (error.Code, error.Target));
        Assert.Contains("target 1", error.Message, StringComparison.Ordinal);
    }

    /// <summary>A probe asks for more than a target may be able to answer: what stays unanswered is lost, and the search goes further.</summary>
    [Fact]
    public void TargetThatAnswersNothing_WhereItMayLeaveMessages_LosesThemAndTheNextTurnBegins()
    {
        var silent = new SimulatedServer { Faults = new EchoFaults { DropEvery = 1 } };
        using var simulation = new SlicedSimulation([Server, silent]);

        SlicedBody body = simulation.Run([Saturated with { Target = 1 }, Saturated], mayLeave: true);

        Assert.Equal((0, 0), (body.Targets[1].Saturated.Received, body.Targets[1].Slices.Single().Messages));
        Assert.Equal((90 * 20, 0), (body.Targets[0].Saturated.Received, body.Targets[0].Saturated.Lost));
    }

    [Fact]
    public void WrongReplies_AreCountedWhereTheyCame()
    {
        var liar = new SimulatedServer { DelayNs = Ms, Faults = new EchoFaults { CorruptEvery = 10 } };

        (SlicedTargetResult honest, SlicedTargetResult wrong) = Run([Server, liar], Saturated, Saturated with { Target = 1 }, Paced, Paced with { Target = 1 });

        Assert.Equal((0, 0), (honest.Saturated.WrongReplies, honest.Paced.WrongReplies));
        Assert.InRange(wrong.Saturated.WrongReplies + wrong.Paced.WrongReplies, 1, liar.Faulted);
    }

    private static long Bucket(double microseconds) => (long)(microseconds * 1e3) / Ms * Ms;

    private static (SlicedTargetResult First, SlicedTargetResult Second) Run(SimulatedServer[] servers, params SlicePlan[] turns)
    {
        using var simulation = new SlicedSimulation(servers);
        SlicedBody body = simulation.Run(turns);
        return (body.Targets[0], body.Targets[1]);
    }

    /// <summary>A load with connections to each server, on the calling thread.</summary>
    private sealed class SlicedSimulation : IDisposable
    {
        private const ulong Seed = 4711;

        private readonly SynchronizationContext? _callers = SynchronizationContext.Current;
        private readonly VirtualTime _time = new();
        private readonly SimulatedIo _io;
        private readonly SlicedLoad _load;
        private readonly List<(LoadContext Context, AnsweredTraffic Traffic, int? Pid)> _targets = [];
        private readonly int _depth;

        public SlicedSimulation(SimulatedServer[] servers, LoadSpec? load = null, int depth = Depth)
        {
            SynchronizationContext.SetSynchronizationContext(null);
            load ??= Load;
            _depth = depth;
            _io = new SimulatedIo(_time, servers);
            for (int port = 1; port <= servers.Length; port++)
            {
                var context = new LoadContext(ScenarioWire.Find(ScenarioCatalog.Echo, load.PayloadBytes, Seed, load.Hops)!, load, _io);
                var target = new IPEndPoint(IPAddress.Loopback, port);
                Traffic traffic = Traffic.OpenAsync(ScenarioCatalog.Echo, context, target, Seed, null!, CancellationToken.None).GetAwaiter().GetResult();
                _targets.Add((context, (AnsweredTraffic)traffic, port));
            }

            _load = new SlicedLoad(_io, _targets);
        }

        public SlicedBody Run(IReadOnlyList<SlicePlan> turns, bool mayLeave = false)
        {
            Task<SlicedBody> running = _load.RunAsync(new SlicesBody(turns, _depth, mayLeave), CancellationToken.None);
            while (!running.IsCompleted)
            {
                _time.Next();
            }

            return running.GetAwaiter().GetResult();
        }

        public void Dispose()
        {
            foreach ((LoadContext context, AnsweredTraffic traffic, _) in _targets)
            {
                traffic.Dispose();
                context.Dispose();
            }

            _io.Dispose();
            SynchronizationContext.SetSynchronizationContext(_callers);
        }
    }
}
