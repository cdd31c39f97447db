using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>Ten thousand authenticated clients that only beat: bytes per session, and all of them still there.</summary>
internal sealed class Idle(string id, int clients, int stages) : ISoakScenario
{
    private static readonly TimeSpan Beat = TimeSpan.FromSeconds(10);

    public string Id => id;

    public string Summary => string.Create(CultureInfo.InvariantCulture, $"{clients:N0} idle sessions with heartbeats: bytes per session, none lost (engine goals)");

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync();
        await using Swarm swarm = new(server.EndPoint);
        ServerStats fresh = await server.CollectedStatsAsync(context.Cancellation);
        await swarm.JoinAsync(100, i => StageRanges.Plain + (i % stages), 16, context.Cancellation);
        ServerStats before = await server.CollectedStatsAsync(context.Cancellation);
        context.Say("joining");
        await swarm.JoinAsync(clients - 100, i => StageRanges.Plain + (i % stages), 64, context.Cancellation);
        ServerStats after = await server.CollectedStatsAsync(context.Cancellation);
        double rss = (after.RssBytes - before.RssBytes) / (double)(clients - 100);
        double heap = (after.HeapBytes - before.HeapBytes) / (double)(clients - 100);
        using PeriodicTimer timer = new(Beat);
        int beats = 0;
        while (beats * Beat < context.Duration && await timer.WaitForNextTickAsync(context.Cancellation))
        {
            await swarm.HeartbeatAsync();
            beats++;
            context.Say(string.Create(CultureInfo.InvariantCulture, $"{beats * Beat.TotalSeconds:F0} s, {swarm.Clients.Count(c => c.IsClosed)} closed"));
        }

        ServerStats end = await AnsweredAsync(server, (long)beats * clients, context.Cancellation);
        int closed = swarm.Clients.Count(c => c.IsClosed);
        return new SoakResult(
            id,
            "idle bytes, sessions per process",
            string.Create(CultureInfo.InvariantCulture, $"{clients:N0} sessions in {stages:N0} stages, {beats} heartbeats each"),
            [
                new("start-up RSS <= 80 MB", string.Create(CultureInfo.InvariantCulture, $"{fresh.RssBytes / 1048576.0:F1} MB"), fresh.RssBytes <= 80L << 20),
                new("bytes per idle session <= 10 KiB, target 6", string.Create(CultureInfo.InvariantCulture, $"RSS {rss / 1024:F2} KiB, managed heap {heap / 1024:F2} KiB"), rss <= 10 * 1024),
                new("no client is lost", string.Create(CultureInfo.InvariantCulture, $"{closed} of {clients:N0} closed, {end.Counters["sessions"]:N0} sessions"), closed == 0 && end.Counters["sessions"] == clients),
                new("every heartbeat is answered", string.Create(CultureInfo.InvariantCulture, $"{end.Counters["heartbeats"]:N0} of {(long)beats * clients:N0}"), end.Counters["heartbeats"] == (long)beats * clients),
                new("join time, one process on each side", Quantiles(swarm), null),
            ]);
    }

    /// <summary>The figures once the last heartbeats are answered, or after a while.</summary>
    private static async Task<ServerStats> AnsweredAsync(ServerProcess server, long heartbeats, CancellationToken cancellation)
    {
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(200));
        ServerStats stats = await server.StatsAsync(cancellation);
        for (int i = 0; i < 100 && stats.Counters["heartbeats"] < heartbeats && await poll.WaitForNextTickAsync(cancellation); i++)
        {
            stats = await server.StatsAsync(cancellation);
        }

        return stats;
    }

    internal static string Quantiles(Swarm swarm)
    {
        TimeSpan[] sorted = [.. swarm.JoinTimes.Order()];
        return string.Create(
            CultureInfo.InvariantCulture,
            $"median {sorted[sorted.Length / 2].TotalMilliseconds:F1} ms, P99 {sorted[sorted.Length * 99 / 100].TotalMilliseconds:F1} ms, max {sorted[^1].TotalMilliseconds:F0} ms");
    }
}
