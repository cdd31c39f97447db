using System.Diagnostics;
using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>Everybody comes back at once.</summary>
internal sealed class Storm : ISoakScenario
{
    private const int Clients = 10_000;

    public string Id => "storm";

    public string Summary => "10,000 clients connect at once: none refused, no retransmission step (engine goals)";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync();
        await using Swarm swarm = new(server.EndPoint);
        Stopwatch clock = Stopwatch.StartNew();
        await swarm.JoinAsync(Clients, i => StageRanges.Plain + (i % 100), 2_000, context.Cancellation);
        TimeSpan elapsed = clock.Elapsed;
        ServerStats end = await server.StatsAsync(context.Cancellation);
        // A dropped SYN comes again after 1 s, then 3 s: whole steps above the rest give it away.
        int steps = swarm.JoinTimes.Count(t => t.TotalSeconds >= 1);
        return new SoakResult(
            Id,
            "accept rate",
            string.Create(CultureInfo.InvariantCulture, $"{Clients:N0} joins, 2,000 at a time"),
            [
                new("all join", string.Create(CultureInfo.InvariantCulture, $"{end.Counters["authentications"]:N0}"), end.Counters["authentications"] == Clients),
                new("within 5 s", string.Create(CultureInfo.InvariantCulture, $"{elapsed.TotalSeconds:F2} s, {Clients / elapsed.TotalSeconds:N0} joins/s; {Idle.Quantiles(swarm)}"), null),
                new("no join of 1 s or more", string.Create(CultureInfo.InvariantCulture, $"{steps}"), null),
            ]);
    }
}
