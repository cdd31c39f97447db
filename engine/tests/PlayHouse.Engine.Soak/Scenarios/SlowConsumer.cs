using System.Diagnostics;
using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>One of a hundred clients never reads what is broadcast to all.</summary>
internal sealed class SlowConsumer : ISoakScenario
{
    private const int Readers = 99;
    private const int Cap = 1024 * 1024;
    private const int PayloadBytes = 4_096;
    private const int SegmentBytes = 64 * 1024;
    private const int RoundBroadcasts = 16;
    private const long Allowed = Cap + (Cap / 10) + SegmentBytes;
    private const int QuietRounds = 100;
    private const int SilentRoundsMax = 3_000;

    private readonly byte[] _payload = new byte[PayloadBytes];
    private long _broadcasts;

    public string Id => "slow-consumer";

    public string Summary => "1 of 100 clients never reads a broadcast: it is cut off, memory stays, the others miss nothing (R6)";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync(new EngineLimits
        {
            ConnectionsPerAddressMax = 1_000,
            SendQueueBytesMax = Cap,
        });
        await using Swarm swarm = new(server.EndPoint);
        await swarm.JoinAsync(Readers, _ => StageRanges.Plain, 16, context.Cancellation);
        long readersBytes = await PeakBetweenRoundsAsync(server, swarm, QuietRounds, untilCut: false, context);
        await using SwarmClient silent = new(StageRanges.Plain, "silent");
        await silent.JoinAsync(server.EndPoint, context.Cancellation, reads: false);
        ServerStats before = await server.CollectedStatsAsync(context.Cancellation);
        long silentBytes = await PeakBetweenRoundsAsync(server, swarm, SilentRoundsMax, untilCut: true, context) - readersBytes;
        Stopwatch clock = Stopwatch.StartNew();
        long first = _broadcasts;
        long peak = before.RssBytes;
        while (clock.Elapsed < context.Duration)
        {
            await SayAsync(swarm);
            if (_broadcasts % 100 == 0)
            {
                // The readers set the pace: a sender that outran them would make slow consumers of them, too.
                await UntilAsync(() => swarm.Clients.All(c => c.IsClosed || c.Received >= _broadcasts - 200), context.Cancellation);
                peak = Math.Max(peak, (await server.StatsAsync(context.Cancellation)).RssBytes);
                context.Say(string.Create(CultureInfo.InvariantCulture, $"{clock.Elapsed.TotalSeconds:F0} s, {_broadcasts:N0} broadcasts, RSS {peak / 1048576.0:F1} MB at most"));
            }
        }

        await UntilAsync(() => swarm.Clients.All(c => c.IsClosed || c.Received >= _broadcasts), context.Cancellation);
        TimeSpan elapsed = clock.Elapsed;
        ServerStats end = await server.StatsAsync(context.Cancellation);
        long missed = swarm.Clients.Sum(c => _broadcasts - c.Received);
        long cut = Cut(end);
        double growth = (peak - before.RssBytes) / 1048576.0;
        return new SoakResult(
            Id,
            "R6",
            string.Create(CultureInfo.InvariantCulture, $"{_broadcasts:N0} broadcasts of {PayloadBytes:N0} B to 100 clients, {(_broadcasts - first) * Readers * (double)PayloadBytes / elapsed.TotalSeconds / 1e6:F0} MB/s"),
            [
                new("the silent client is cut off", $"{cut} cut", cut == 1),
                new("the others miss nothing", string.Create(CultureInfo.InvariantCulture, $"{missed} of {_broadcasts * Readers:N0} missed, {swarm.Clients.Count(c => c.IsClosed)} closed"), missed == 0),
                new("its buffers <= cap + 10 % + one segment", string.Create(CultureInfo.InvariantCulture, $"{silentBytes / 1024.0:N0} KiB more than the readers alone use, {Allowed / 1024.0:N0} KiB allowed"), silentBytes is > 0 and <= Allowed),
                new("growth of RSS, with what the readers have under way", string.Create(CultureInfo.InvariantCulture, $"{growth:F1} MB at most, cap {Cap / 1048576} MB per client"), null),
            ]);
    }

    /// <summary>
    /// Most bytes of buffers in use between rounds of broadcasts, when every reader has everything: what is then in use
    /// beyond an idle server's is owed to who does not read.
    /// </summary>
    private async Task<long> PeakBetweenRoundsAsync(ServerProcess server, Swarm swarm, int rounds, bool untilCut, SoakContext context)
    {
        long peak = 0;
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < RoundBroadcasts; i++)
            {
                await SayAsync(swarm);
            }

            await UntilAsync(() => swarm.Clients.All(c => c.IsClosed || c.Received >= _broadcasts), context.Cancellation);
            ServerStats now = await server.StatsAsync(context.Cancellation);
            if (untilCut && Cut(now) > 0)
            {
                break;
            }

            peak = Math.Max(peak, now.Counters["buffers.in-use-bytes"]);
        }

        return peak;
    }

    private async Task SayAsync(Swarm swarm)
    {
        await swarm.Clients[0].SendAsync("SayRequest", 0, _payload);
        _broadcasts++;
    }

    private static long Cut(ServerStats stats) => stats.Counters["closes.slow-client"] + stats.Counters["closes.write-stall"];

    internal static async Task UntilAsync(Func<bool> condition, CancellationToken cancellation)
    {
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(TimeSpan.FromSeconds(60));
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(2));
        while (!condition())
        {
            await poll.WaitForNextTickAsync(deadline.Token);
        }
    }
}
