using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>The server's process is suspended for half a minute.</summary>
internal sealed class Frozen : ISoakScenario
{
    private const int Clients = 500;
    private const int Loops = 200;

    private static readonly TimeSpan Suspended = TimeSpan.FromSeconds(30);

    /// <summary>Shorter than the suspension: a server that counted it as silence would close every session.</summary>
    private static readonly TimeSpan IdleAllowed = TimeSpan.FromSeconds(20);

    public string Id => "frozen";

    public string Summary => "the server is suspended for 30 s: honest clients stay, game loops catch up by their limit only (R23)";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync(new EngineLimits { ConnectionsPerAddressMax = 100_000, IdleTimeout = IdleAllowed });
        await using Swarm swarm = new(server.EndPoint);
        await swarm.JoinAsync(Loops, i => StageRanges.WithLoop + i, 32, context.Cancellation);
        await swarm.JoinAsync(Clients - Loops, i => StageRanges.Plain + (i % 20), 32, context.Cancellation);
        ServerStats before = await server.StatsAsync(context.Cancellation);
        ServerProcess.Signal(server.Id, "STOP");
        try
        {
            context.Say("suspended");
            await Task.Delay(Suspended, context.Cancellation);
        }
        finally
        {
            ServerProcess.Signal(server.Id, "CONT");
        }

        // The server is awake for three seconds, and its deadlines are looked at, before a client says a word.
        await Task.Delay(TimeSpan.FromSeconds(3), context.Cancellation);
        await swarm.HeartbeatAsync();
        foreach (SwarmClient client in swarm.Clients)
        {
            await client.EchoAsync(new byte[64]);
        }

        await SlowConsumer.UntilAsync(() => swarm.Clients.All(c => c.IsClosed || c.Echoes > 0), context.Cancellation);
        ServerStats end = await server.StatsAsync(context.Cancellation);
        int closed = swarm.Clients.Count(c => c.IsClosed);
        long steps = end.LoopSteps - before.LoopSteps;
        long dropped = end.Counters["game-loop.dropped-steps"] - before.Counters["game-loop.dropped-steps"];
        double awake = end.TimeSeconds - before.TimeSeconds - Suspended.TotalSeconds;
        double caughtUp = EngineLimits.Default.GameLoopCatchUpMax.TotalSeconds;
        return new SoakResult(
            Id,
            "R23",
            string.Create(CultureInfo.InvariantCulture, $"{Clients} sessions, {Loops} game loops of 50 ms, process stopped for {Suspended.TotalSeconds:F0} s, idle time-out {IdleAllowed.TotalSeconds:F0} s"),
            [
                new("honest clients stay", $"{closed} closed, {end.Counters["closes.idle-timeout"]} for silence", closed == 0),
                new("loops catch up by their limit only", string.Create(CultureInfo.InvariantCulture, $"{steps:N0} steps in {awake:F1} s awake, {dropped:N0} dropped"), steps <= Loops * (((awake + caughtUp) * 20) + 4)),
            ]);
    }
}
