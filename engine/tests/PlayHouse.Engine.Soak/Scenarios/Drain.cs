using System.Diagnostics;
using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>A server with ten thousand sessions is told to stop.</summary>
internal sealed class Drain : ISoakScenario
{
    private const int Clients = 10_000;

    public string Id => "drain";

    public string Summary => "graceful stop with 10,000 sessions and requests in flight: all replied, all closed, nothing abandoned (R21)";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync();
        await using Swarm swarm = new(server.EndPoint);
        await swarm.JoinAsync(Clients, i => StageRanges.Plain + (i % 500), 64, context.Cancellation);
        byte[] payload = new byte[64];
        foreach (SwarmClient client in swarm.Clients)
        {
            await client.EchoAsync(payload);
        }

        Stopwatch clock = Stopwatch.StartNew();
        ServerStats end = await server.StopAsync(context.Cancellation);
        TimeSpan elapsed = clock.Elapsed;
        await SlowConsumer.UntilAsync(() => swarm.Clients.All(c => c.IsClosed), context.Cancellation);
        long handled = end.Counters["messages.completed"];
        long echoed = swarm.Clients.Sum(c => c.Echoes);
        return new SoakResult(
            Id,
            "R21",
            string.Create(CultureInfo.InvariantCulture, $"{Clients:N0} sessions, a request of each just sent"),
            [
                new("every message handled is replied to", string.Create(CultureInfo.InvariantCulture, $"{handled:N0} handled, {echoed:N0} replies arrived"), handled == echoed),
                new("nothing is abandoned within 10 s", string.Create(CultureInfo.InvariantCulture, $"{end.Counters["stop.abandoned"]} abandoned, {elapsed.TotalSeconds:F2} s"), end.Counters["stop.abandoned"] == 0),
                new("every buffer is back", string.Create(CultureInfo.InvariantCulture, $"{end.Counters["buffers.rented"]:N0} rented, {end.Counters["buffers.returned"]:N0} returned"), end.Counters["buffers.rented"] == end.Counters["buffers.returned"]),
            ]);
    }
}
