using System.Net;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Traffics;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>One whole load, but for its process and sockets, on the calling thread.</summary>
internal sealed class Simulation : IDisposable
{
    public const long Ms = 1_000_000;
    private const ulong Seed = 4711;

    private readonly SynchronizationContext? _callers = SynchronizationContext.Current;
    private readonly VirtualTime _time = new();
    private readonly SimulatedIo _io;
    private readonly LoadContext _context;
    private readonly LoadSession _session;
    private Task _measuring = Task.CompletedTask;
    private long _endNs;

    public Simulation(SimulatedServer server, LoadSpec load, string scenario = ScenarioCatalog.Echo)
    {
        // What waits is to continue here, at its time, and not on a thread of a pool.
        SynchronizationContext.SetSynchronizationContext(null);
        _io = new SimulatedIo(_time, [server]);
        _context = new LoadContext(ScenarioWire.Find(scenario, load.PayloadBytes, Seed, load.Hops)!, load, _io);
        Task<Traffic> opening = Traffic.OpenAsync(scenario, _context, new IPEndPoint(IPAddress.Loopback, 1), Seed, null!, CancellationToken.None);
        _session = new LoadSession(_context, opening.GetAwaiter().GetResult());
    }

    /// <summary>One load from its first request to its result.</summary>
    public static LoadResult Run(
        SimulatedServer server, LoadSpec load, long warmMs, long windowMs, string scenario = ScenarioCatalog.Echo)
    {
        using var simulation = new Simulation(server, load, scenario);
        simulation.Warm(warmMs);
        simulation.Measure(windowMs);
        return simulation.Drain();
    }

    /// <summary>What the schedule of such a load holds, with times after its start.</summary>
    public static List<(long DueNs, int Connection)> Arrivals(LoadSpec load, long fromMs, long untilMs, bool isRoom = false)
    {
        ArrivalSchedule schedule = isRoom
            ? ArrivalSchedule.Of(load, 1, load.RatePerSecond!.Value / load.Connections, Seed)!
            : ArrivalSchedule.Of(load, Seed)!;
        List<(long, int)> arrivals = [];
        for (; schedule.NextDueNs < untilMs * Ms; schedule.Advance())
        {
            if (schedule.NextDueNs >= fromMs * Ms)
            {
                arrivals.Add((schedule.NextDueNs, schedule.NextConnection));
            }
        }

        return arrivals;
    }

    /// <summary>A result's histogram holds exactly these durations.</summary>
    public static void AssertTimes(LoadResult result, string histogram, IEnumerable<long> durationsNs)
    {
        var expected = new LatencyHistogram();
        foreach (long durationNs in durationsNs)
        {
            expected.Record(durationNs);
        }

        LatencyHistogram actual = LatencyHistogram.FromCompressed(Convert.FromBase64String(result.Histograms[histogram]));
        Assert.Equal((expected.Count, expected.Min, expected.Percentile(0.5), expected.Max), (actual.Count, actual.Min, actual.Percentile(0.5), actual.Max));
        Assert.Equal(Convert.ToBase64String(expected.ToCompressed()), result.Histograms[histogram]);
    }

    /// <summary>Sends for so long before the window.</summary>
    public void Warm(long milliseconds)
    {
        _session.StartSending();
        RunFor(milliseconds);
    }

    /// <summary>A window begins.</summary>
    /// <param name="milliseconds">Its length.</param>
    /// <param name="knownAfterMs">What receives learns of it so much later.</param>
    public void Measure(long milliseconds, long knownAfterMs = 0)
    {
        _time.HeldUpAfterReadingNs = knownAfterMs * Ms;
        _endNs = _time.NowNs + (milliseconds * Ms);
        _measuring = _session.MeasureAsync(milliseconds / 1e3, CancellationToken.None);
    }

    public void RunFor(long milliseconds) => _time.RunUntil(_time.NowNs + (milliseconds * Ms));

    /// <summary>The whole process stands still, as stopped or on a machine that is busy elsewhere.</summary>
    public void StandStill(long milliseconds) => _time.StandStill(milliseconds * Ms);

    /// <summary>The rest of the window, and the load's end.</summary>
    public LoadResult Drain()
    {
        _time.RunUntil(_endNs);
        while (_io.IsWatching)
        {
            _time.Next();
        }

        _measuring.GetAwaiter().GetResult();
        Task<LoadResult> draining = _session.DrainAsync(CancellationToken.None);
        while (!draining.IsCompleted)
        {
            _time.Next();
        }

        return draining.GetAwaiter().GetResult();
    }

    public void Dispose()
    {
        _session.Dispose();
        _context.Dispose();
        _io.Dispose();
        SynchronizationContext.SetSynchronizationContext(_callers);
    }
}
