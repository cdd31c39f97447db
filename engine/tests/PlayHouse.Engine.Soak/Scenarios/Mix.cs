using System.Diagnostics;
using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>A thousand clients that talk, hear broadcasts and come and go, for as long as it is told to.</summary>
internal sealed class Mix : ISoakScenario
{
    private const int Clients = 1_000;
    private const int ChurnPerSecond = 50;
    private const int EchoesPerSecond = 2_000;
    private const int BroadcastsPerSecond = 20;
    private const double WarmShare = 1.0 / 3;
    private const int TimerStages = 50;

    /// <summary>A shorter run shows the end of the warm-up and not a slope.</summary>
    private static readonly TimeSpan HeapNeeds = TimeSpan.FromMinutes(5);

    /// <summary>A third of it is the ten minutes in which the runtime's own caches and the code's tiers settle.</summary>
    private static readonly TimeSpan SlopeNeeds = TimeSpan.FromMinutes(30);

    private long _echoesSent;
    private int _joins;

    public string Id => "mix";

    public string Summary => "1,000 clients with echo, broadcast, timers, messages between servers and churn: memory, handles and collections stay where they are (R22)";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync(new EngineLimits
        {
            ConnectionsPerAddressMax = 100_000,
            ReconnectGracePeriod = TimeSpan.FromSeconds(2),
        });
        await using Swarm swarm = new(server.EndPoint);
        await swarm.JoinAsync(Clients, StageOf, 64, context.Cancellation);
        _joins = Clients;
        List<ServerStats> samples = [];
        ServerStats? warm = null;
        Stopwatch clock = Stopwatch.StartNew();
        using PeriodicTimer second = new(TimeSpan.FromSeconds(1));
        while (clock.Elapsed < context.Duration && await second.WaitForNextTickAsync(context.Cancellation))
        {
            await PlayOneSecondAsync(swarm, context.Cancellation);
            if (warm is null && clock.Elapsed >= context.Duration * WarmShare)
            {
                warm = await server.CollectedStatsAsync(context.Cancellation);
            }

            samples.Add(await server.StatsAsync(context.Cancellation));
            ServerStats last = samples[^1];
            context.Say(string.Create(
                CultureInfo.InvariantCulture,
                $"{clock.Elapsed:mm\\:ss}  RSS {last.RssBytes / 1048576.0:F1} MB  Gen2 {last.Gen2}  handles {last.Descriptors}  echoes {_echoesSent:N0}  joins {_joins:N0}"));
        }

        ServerStats full = await server.CollectedStatsAsync(context.Cancellation);
        await swarm.LeaveAsync(int.MaxValue);
        ServerStats end = await server.StopAsync(context.Cancellation);
        return Judge(samples, warm!, full, end, clock.Elapsed);
    }

    private static long StageOf(int i) => i % 2 == 0 ? StageRanges.WithTimer + (i / 2 % TimerStages) : StageRanges.Plain + (i / 2 % 50);

    private async Task PlayOneSecondAsync(Swarm swarm, CancellationToken cancellation)
    {
        byte[] payload = new byte[64];
        for (int i = 0; i < EchoesPerSecond; i++)
        {
            await swarm.Clients[i % swarm.Clients.Count].SendAsync("EchoRequest", 2, payload);
        }

        _echoesSent += EchoesPerSecond;
        for (int i = 0; i < BroadcastsPerSecond; i++)
        {
            await swarm.Clients[i].SendAsync("SayRequest", 0, payload);
        }

        await swarm.LeaveAsync(ChurnPerSecond);
        await swarm.JoinAsync(ChurnPerSecond, StageOf, 16, cancellation);
        _joins += ChurnPerSecond;
    }

    private SoakResult Judge(List<ServerStats> samples, ServerStats warm, ServerStats full, ServerStats end, TimeSpan elapsed)
    {
        List<ServerStats> steady = [.. samples.Where(s => s.TimeSeconds > warm.TimeSeconds)];
        double heapSlope = (full.HeapBytes - warm.HeapBytes) / 1048576.0 / ((full.TimeSeconds - warm.TimeSeconds) / 60);
        double keptSlope = (full.RssBytes - warm.RssBytes) / 1048576.0 / ((full.TimeSeconds - warm.TimeSeconds) / 60);
        double slope = SlopeMbPerMinute(steady);
        int gen2 = steady[^1].Gen2 - steady[0].Gen2;
        double minutes = (steady[^1].TimeSeconds - steady[0].TimeSeconds) / 60;
        int handles = steady.Max(s => s.Descriptors) - steady.Min(s => s.Descriptors);
        IReadOnlyDictionary<string, long> counters = end.Counters;
        return new SoakResult(
            Id,
            "R22",
            string.Create(CultureInfo.InvariantCulture, $"{elapsed:mm\\:ss} min, {Clients:N0} clients in 100 stages, {_echoesSent:N0} echoes, {_joins:N0} joins, {counters["pushes"]:N0} pushes"),
            [
                new("live heap grows by <= 0.1 MB/min after the first third", string.Create(CultureInfo.InvariantCulture, $"{heapSlope:F3} MB/min, {warm.HeapBytes / 1048576.0:F2} to {full.HeapBytes / 1048576.0:F2} MB after full collections"), elapsed >= HeapNeeds ? heapSlope <= 0.1 : null) { NotJudged = "needs --minutes 5 or more" },
                new("RSS grows by <= 0.1 MB/min after the first third", string.Create(CultureInfo.InvariantCulture, $"{keptSlope:F3} MB/min, {warm.RssBytes / 1048576.0:F1} to {full.RssBytes / 1048576.0:F1} MB after full collections"), elapsed >= SlopeNeeds ? keptSlope <= 0.1 : null) { NotJudged = "needs --minutes 30 or more" },
                new("RSS between full collections, with what waits for one", string.Create(CultureInfo.InvariantCulture, $"{slope:F3} MB/min after the first third, {steady[0].RssBytes / 1048576.0:F1} to {steady[^1].RssBytes / 1048576.0:F1} MB"), null),
                new("Gen2 collections <= 1 per 10 min after the first third", string.Create(CultureInfo.InvariantCulture, $"{gen2} in {minutes:F1} min"), gen2 <= Math.Ceiling(minutes / 10)),
                new("handles return to where they were", string.Create(CultureInfo.InvariantCulture, $"moved by {handles} during churn of {ChurnPerSecond}/s, {end.Descriptors} after the stop"), handles <= 2 * ChurnPerSecond),
                new("every message between servers arrives", string.Create(CultureInfo.InvariantCulture, $"{steady[^1].ServerSent:N0} sent, {steady[^1].ServerReceived:N0} handled, those just under way included"), steady[^1].ServerSent > 0 && steady[^1].ServerSent - steady[^1].ServerReceived <= TimerStages),
                new("every buffer is back after the stop", string.Create(CultureInfo.InvariantCulture, $"{counters["buffers.rented"]:N0} rented, {counters["buffers.returned"]:N0} returned"), counters["buffers.rented"] == counters["buffers.returned"]),
                new("no fault of the engine, no failed handler", $"{counters["engine.faults"]} and {counters["handler.failures"]}", counters["engine.faults"] + counters["handler.failures"] == 0),
                new("allocated bytes per message handled", string.Create(CultureInfo.InvariantCulture, $"{(steady[^1].AllocatedBytes - steady[0].AllocatedBytes) / (double)Math.Max(1, steady[^1].Counters["messages.completed"] - steady[0].Counters["messages.completed"]):F1} B, joins and reading the figures included"), null),
            ]);
    }

    /// <summary>Least squares over all samples: two end points would be noise.</summary>
    private static double SlopeMbPerMinute(List<ServerStats> samples)
    {
        double meanX = samples.Average(s => s.TimeSeconds);
        double meanY = samples.Average(s => (double)s.RssBytes);
        double covariance = samples.Sum(s => (s.TimeSeconds - meanX) * (s.RssBytes - meanY));
        double variance = samples.Sum(s => (s.TimeSeconds - meanX) * (s.TimeSeconds - meanX));
        return variance == 0 ? 0 : covariance / variance * 60 / 1048576;
    }
}
