using System.Diagnostics;
using System.Globalization;
using System.Net;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Hops;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Tests.Child;

/// <summary>
/// Round trips taken apart: one connection, closed loop, arms interleaved round by round in rotating order, the default
/// twice as the A/A pair; the polling arms only when asked for, because they take minutes. Prints medians over the rounds and their range. Decides nothing.
/// </summary>
internal static class HopBench
{
    private const int DataBytes = 64;

    public static async Task RunAsync(TextWriter output, int rounds, int echoes, bool withPolls)
    {
        (string Name, StrategySelection Selection)[] arms =
        [
            .. FastPortPresets.All.Where(p => withPolls && p.Id != "default").Select(p => (p.Id, p.Selection)),
            ("fastport-channel+signal", FastPortPresets.Channel.Selection.With("wake-up", "signal")),
            ("fastport-before+signal", FastPortPresets.Before.Selection.With("wake-up", "signal")),
            ("default", StrategySelection.Default),
            ("default~twin", StrategySelection.Default),
            ("default, reader-writer-lock-slim", StrategySelection.Default.With("lock", "reader-writer-lock-slim")),
            ("default, circular-array", StrategySelection.Default.With("receive-buffer", "circular-array")),
            ("default, buffer-block", StrategySelection.Default.With("mailbox", "buffer-block")),
            ("default, buffer-block, taskRun", StrategySelection.Default.With("mailbox", Selections.Choice("buffer-block", ("taskRun", 1)))),
            ("default, channel-bounded", StrategySelection.Default.With("mailbox", "channel-bounded")),
        ];
        Dictionary<string, List<double[]>> means = arms.ToDictionary(a => a.Name, _ => new List<double[]>());
        List<double> delays = [];
        for (int round = 0; round < rounds; round++)
        {
            delays.Add(await DelayAloneAsync());
            for (int i = 0; i < arms.Length; i++)
            {
                (string name, StrategySelection selection) = arms[(i + round) % arms.Length];
                means[name].Add(await MeasureAsync(selection, echoes));
            }
        }

        Print(output, arms.Select(a => a.Name), means, delays, echoes);
    }

    /// <summary>What a poll costs at least: the timer by itself.</summary>
    private static async Task<double> DelayAloneAsync()
    {
        const int Delays = 200;
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < Delays; i++)
        {
            await Task.Delay(1);
        }

        return Stopwatch.GetElapsedTime(start).TotalMicroseconds / Delays;
    }

    /// <summary>Mean microseconds of every hop, then of the round trip, its median and its 99th percentile.</summary>
    private static async Task<double[]> MeasureAsync(StrategySelection selection, int echoes)
    {
        FastPortLimits limits = new();
        await using FastPortServer server = FastPortServer.Start(new IPEndPoint(IPAddress.Loopback, 0), selection, limits, recordHops: true);
        await using FastPortClient client = await FastPortClient.ConnectAsync(server.EndPoint, selection, limits, recordHops: true);
        byte[] data = new byte[DataBytes];
        int warmUp = echoes / 10;
        for (int i = 0; i < warmUp + echoes; i++)
        {
            await client.EchoAsync(data);
        }

        Dictionary<ulong, HopTrace> serverTraces = server.ReadTraces().ToDictionary(t => t.RequestId);
        HopTrace[] clientTraces = [.. client.ReadTraces().Skip(warmUp)];
        double[] sums = new double[HopPath.Names.Count + 3];
        List<long> roundTrips = [];
        foreach (HopTrace trace in clientTraces)
        {
            long[] ticks = HopPath.Ticks(trace, serverTraces[trace.RequestId]);
            for (int h = 0; h < ticks.Length; h++)
            {
                sums[h] += Microseconds(ticks[h]) / clientTraces.Length;
            }

            roundTrips.Add(trace.Parsed - trace.Asked);
        }

        roundTrips.Sort();
        sums[^3] = Microseconds((long)roundTrips.Average());
        sums[^2] = Microseconds(roundTrips[roundTrips.Count / 2]);
        sums[^1] = Microseconds(roundTrips[roundTrips.Count * 99 / 100]);
        return sums;
    }

    private static void Print(TextWriter output, IEnumerable<string> arms, Dictionary<string, List<double[]>> means, List<double> delays, int echoes)
    {
        output.WriteLine($"Task.Delay(1) alone: {Format(delays.Min())} to {Format(delays.Max())} us, mean of 200 in each of {delays.Count} rounds. {echoes} echoes per arm and round; means in us, medians over the rounds.");
        string[] columns = [.. HopPath.Names, "round trip", "p50", "p99"];
        output.WriteLine($"| arm | {string.Join(" | ", columns)} | round trip of every round |");
        output.WriteLine($"|---|{string.Concat(columns.Select(_ => "--:|"))}---|");
        foreach (string arm in arms)
        {
            List<double[]> rounds = means[arm];
            IEnumerable<string> cells = columns.Select((_, c) => Format(Median(rounds.Select(r => r[c]))));
            double[] trips = [.. rounds.Select(r => r[^3]).Order()];
            output.WriteLine($"| {arm} | {string.Join(" | ", cells)} | {string.Join(", ", trips.Select(Format))} |");
        }
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    private static string Format(double microseconds) => microseconds.ToString(microseconds < 100 ? "F1" : "F0", CultureInfo.InvariantCulture);

    private static double Microseconds(long ticks) => ticks * 1e6 / Stopwatch.Frequency;
}
