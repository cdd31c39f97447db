using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>A thousand clients announce 2 MiB each and send a byte per second; six thousand more never authenticate.</summary>
internal sealed class HalfFrames : ISoakScenario
{
    private const int Bombers = 1_000;
    private const int Silent = 5_000;
    private const int Drips = 1_000;
    private const int Honest = 100;

    private static readonly TimeSpan BombersWatched = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan StrangersWatched = TimeSpan.FromSeconds(20);

    public string Id => "half-frames";

    public string Summary => "announced lengths that never come and clients that never authenticate: little memory, all closed in time (R3, R4)";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync();
        await using Swarm honest = new(server.EndPoint);
        await honest.JoinAsync(Honest, i => StageRanges.Plain + i, 16, context.Cancellation);
        await using Swarm bombers = new(server.EndPoint);
        await bombers.JoinAsync(Bombers, i => 5_000 + (i % 10), 32, context.Cancellation);
        Growth bombed = new(await server.CollectedStatsAsync(context.Cancellation));
        foreach (SwarmClient client in bombers.Clients)
        {
            await client.Socket.SendAsync(new byte[] { 0, 0, 0x20, 0, 11 });
        }

        await WatchAsync(server, honest, bombed, BombersWatched, _ => DripAsync(bombers.Clients.Select(c => c.Socket)), context);
        long closed = bombed.Last.Counters["closes.receive-too-slow"];
        Growth met = new(await server.CollectedStatsAsync(context.Cancellation));
        List<System.Net.Sockets.Socket> strangers = await StrangersAsync(server, context);
        await WatchAsync(server, honest, met, StrangersWatched, i => DripAsync(i % 5 == 0 ? strangers.Take(Drips) : []), context);
        int echoes = (int)(BombersWatched + StrangersWatched).TotalSeconds;
        await SlowConsumer.UntilAsync(() => honest.Clients.All(c => c.Echoes >= echoes), context.Cancellation);
        strangers.ForEach(s => s.Dispose());
        return Judge(bombed, closed, met, honest);
    }

    /// <summary>Takes the figures once a second while the honest clients are served.</summary>
    private static async Task WatchAsync(ServerProcess server, Swarm honest, Growth growth, TimeSpan time, Func<int, Task> dripAsync, SoakContext context)
    {
        using PeriodicTimer second = new(TimeSpan.FromSeconds(1));
        for (int i = 0; i < time.TotalSeconds && await second.WaitForNextTickAsync(context.Cancellation); i++)
        {
            await dripAsync(i);
            foreach (SwarmClient client in honest.Clients)
            {
                await client.EchoAsync(new byte[64]);
            }

            growth.Add(await server.CollectedStatsAsync(context.Cancellation));
            context.Say(string.Create(CultureInfo.InvariantCulture, $"{i} s, {growth.Last.Counters["sessions"]:N0} sessions, RSS {growth.Last.RssBytes / 1048576.0:F1} MB"));
        }
    }

    private static async Task<List<System.Net.Sockets.Socket>> StrangersAsync(ServerProcess server, SoakContext context)
    {
        List<System.Net.Sockets.Socket> strangers = [];
        for (int i = 0; i < Silent + Drips; i++)
        {
            System.Net.Sockets.Socket socket = new(System.Net.Sockets.SocketType.Stream, System.Net.Sockets.ProtocolType.Tcp);
            await socket.ConnectAsync(server.EndPoint, context.Cancellation);
            strangers.Add(socket);
        }

        return strangers;
    }

    private static async Task DripAsync(IEnumerable<System.Net.Sockets.Socket> sockets)
    {
        foreach (System.Net.Sockets.Socket socket in sockets)
        {
            await TrySendAsync(socket);
        }
    }

    private static async Task TrySendAsync(System.Net.Sockets.Socket socket)
    {
        try
        {
            await socket.SendAsync(new byte[] { 65 });
        }
        catch (System.Net.Sockets.SocketException)
        {
            // Closed by the server: what the scenario waits for.
        }
    }

    private SoakResult Judge(Growth bombed, long bombersClosed, Growth met, Swarm honest)
    {
        long left = met.Last.Counters["sessions"];
        TimeSpan[] echoes = [.. honest.Clients.Select(c => c.LastEcho).Order()];
        return new SoakResult(
            Id,
            "R3, R4",
            string.Create(CultureInfo.InvariantCulture, $"{Bombers:N0} sessions announce 2 MiB ({Bombers * 2.0:N0} MB in all) and send 1 B/s; then {Silent:N0} silent and {Drips:N0} dripping strangers; {Honest} honest clients"),
            [
                bombed.Check("bombers", Bombers),
                bombed.Report("bombers", Bombers),
                new("every bomber is closed for its rate", string.Create(CultureInfo.InvariantCulture, $"{bombersClosed:N0}"), bombersClosed == Bombers),
                met.Check("strangers", Silent + Drips),
                met.Report("strangers", Silent + Drips),
                new("every stranger is closed in time", string.Create(CultureInfo.InvariantCulture, $"{left:N0} sessions left, {Honest} of them honest"), left <= Honest),
                new("honest clients lose nothing", string.Create(CultureInfo.InvariantCulture, $"{honest.Clients.Count(c => c.IsClosed)} closed, last echo median {echoes[Honest / 2].TotalMilliseconds:F1} ms, max {echoes[^1].TotalMilliseconds:F1} ms"), honest.Clients.All(c => !c.IsClosed)),
            ]);
    }

    /// <summary>What a server uses beyond a moment before.</summary>
    private sealed class Growth(ServerStats before)
    {
        private const int PoolBytesEach = 4 * 1024;

        private readonly ServerStats _before = before;
        private long _beyondReceived = long.MinValue;
        private long _rss;

        public ServerStats Last { get; private set; } = before;

        public void Add(ServerStats now)
        {
            Last = now;
            long received = now.Counters["bytes.in"] - _before.Counters["bytes.in"];
            _beyondReceived = Math.Max(_beyondReceived, now.Counters["buffers.in-use-bytes"] - _before.Counters["buffers.in-use-bytes"] - received);
            _rss = Math.Max(_rss, now.RssBytes - _before.RssBytes);
        }

        public SoakCheck Check(string who, int count) => new(
            $"buffers for {who} <= bytes received + 4 KiB each",
            string.Create(CultureInfo.InvariantCulture, $"bytes received {_beyondReceived / 1024.0 / count:+0.00;-0.00} KiB each at most"),
            _beyondReceived <= (long)count * PoolBytesEach);

        public SoakCheck Report(string who, int count) => new(
            $"growth of RSS for {who}",
            string.Create(CultureInfo.InvariantCulture, $"{_rss / 1048576.0:F1} MB at most, {_rss / 1024.0 / count:F2} KiB each"),
            null);
    }
}
