using System.Diagnostics;
using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>Clients ask for large replies, read none and are cut off: what they made the server hold is given back.</summary>
internal sealed class Unread : ISoakScenario
{
    private const int Clients = 40;
    private const int Requests = 8;
    private const int ReplyBytes = 9 * 1024 * 1024;
    private const int WarmBytes = 16 * 1024;
    private const double Allowed = 1.2;
    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(60);

    public string Id => "unread";

    public string Summary => string.Create(CultureInfo.InvariantCulture, $"{Clients} clients read none of their {ReplyBytes >> 20} MiB replies: memory comes back within a quiet minute");

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync(new EngineLimits());
        await using Swarm swarm = new(server.EndPoint);
        await swarm.JoinAsync(100, _ => StageRanges.Plain, 16, context.Cancellation);
        // Code that is compiled is no memory of clients: these read what they ask for.
        foreach (SwarmClient reader in swarm.Clients)
        {
            for (ushort request = 2; request <= Requests; request++)
            {
                await reader.SendAsync("LargeRequest", request, BitConverter.GetBytes(WarmBytes));
            }
        }

        await SlowConsumer.UntilAsync(() => swarm.Clients.All(c => c.Received >= Requests - 1), context.Cancellation);
        long before = (await server.CollectedStatsAsync(context.Cancellation)).RssBytes;
        List<SwarmClient> silent = [];
        for (int i = 0; i < Clients; i++)
        {
            SwarmClient client = new(StageRanges.Plain + 1 + i, $"silent{i}");
            silent.Add(client);
            await client.JoinAsync(server.EndPoint, context.Cancellation, reads: false);
            for (ushort request = 1; request <= Requests; request++)
            {
                await client.SendAsync("LargeRequest", request, BitConverter.GetBytes(ReplyBytes));
            }
        }

        long peak = 0;
        ServerStats now = await server.StatsAsync(context.Cancellation);
        using PeriodicTimer poll = new(TimeSpan.FromSeconds(1));
        for (int i = 0; i < 60 && now.Counters["sessions"] > 100 && await poll.WaitForNextTickAsync(context.Cancellation); i++)
        {
            peak = Math.Max(peak, now.RssBytes);
            context.Say(string.Create(CultureInfo.InvariantCulture, $"{now.Counters["sessions"] - 100} not cut off yet, RSS {now.RssBytes / 1048576.0:F0} MB"));
            now = await server.StatsAsync(context.Cancellation);
        }

        Stopwatch since = Stopwatch.StartNew();
        while (since.Elapsed < Quiet && now.RssBytes > before * Allowed && await poll.WaitForNextTickAsync(context.Cancellation))
        {
            now = await server.StatsAsync(context.Cancellation);
            context.Say(string.Create(CultureInfo.InvariantCulture, $"quiet for {since.Elapsed.TotalSeconds:F0} s, RSS {now.RssBytes / 1048576.0:F0} MB"));
        }

        foreach (SwarmClient client in silent)
        {
            await client.DisposeAsync();
        }

        return new SoakResult(
            Id,
            "memory of slow clients",
            string.Create(CultureInfo.InvariantCulture, $"{Clients} clients, {Requests} replies of {ReplyBytes >> 20} MiB each; RSS {peak / 1048576.0:F0} MB at most"),
            [
                new("all of them are cut off, the others stay", $"{now.Counters["sessions"]} sessions", now.Counters["sessions"] == 100),
                new(
                    "RSS within 20 % of before, within 60 s",
                    string.Create(CultureInfo.InvariantCulture, $"{before / 1048576.0:F1} MB before, {now.RssBytes / 1048576.0:F1} MB after {since.Elapsed.TotalSeconds:F0} s"),
                    now.RssBytes <= before * Allowed),
                new("buffers in use are those of the others", $"{now.Counters["buffers.in-use-bytes"] / 1024:N0} KiB, {now.Counters["memory.trims"]} trims", null),
            ]);
    }
}
