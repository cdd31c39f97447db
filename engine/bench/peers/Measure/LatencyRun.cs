using System.Diagnostics;
using PlayHouse.Engine.Peers.Servers;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>One sample of an open loop: a server, clients that are silent where the arm has them, and the lab's load process.</summary>
internal sealed class LatencyRun(NativePrograms native, BenchPlan plan, double rate)
{
    private const string LatenessP99 = "lateness-p99";
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    public async Task<Sample> MeasureAsync(LatencyCell cell, string arm, int round, CancellationToken cancellation)
    {
        PeerKind kind = PeerCatalog.Find(arm)!;
        await using PeerProcess server = await CapacityRun.StartServerAsync(native, kind, cancellation);
        await using PeerProcess? silent = kind.IdleConnections > 0 ? await CapacityRun.HoldAsync(native, server, kind.IdleConnections, cancellation) : null;
        await using ControlProcess load = LoadProgram.Start(1);
        try
        {
            await load.RequestAsync(ControlTypes.Hello, null, Deadline, cancellation);
            await load.RequestAsync(ControlTypes.Start, StartOf(cell, server.Port, round), Deadline, cancellation);
            await load.RequestAsync(ControlTypes.Connect, null, Deadline, cancellation);
            long start = Stopwatch.GetTimestamp();
            await load.RequestAsync(ControlTypes.Warm, new SecondsBody(plan.WarmUp.MinimumMs / 1e3), Deadline, cancellation);
            WarmUpOutcome warm = await WarmUpWait.RunAsync(plan.WarmUp, start, [server], cancellation);
            ProcessUse before = await server.UseAsync(cancellation);
            await load.RequestAsync(ControlTypes.Measure, new SecondsBody(plan.WindowMs / 1e3), Deadline + TimeSpan.FromMilliseconds(plan.WindowMs), cancellation);
            ProcessUse after = await server.UseAsync(cancellation);
            long threads = await server.NumberAsync("threads", cancellation);
            ResultBody result = await load.RequestAsync<ResultBody>(ControlTypes.Drain, null, Deadline, cancellation);
            await load.QuitAsync(Deadline);
            return ToSample(cell, arm, round, result.Result, threads, before, after) with { WarmUp = warm };
        }
        catch (ControlException e)
        {
            throw new InvalidOperationException($"The load failed ({cell.Name}, {arm}): {e.Message}", e);
        }
    }

    /// <summary>What the load counted as a sample.</summary>
    /// <exception cref="InvalidOperationException">A reply was wrong or did not come.</exception>
    public static Sample ToSample(LatencyCell cell, string arm, int round, LoadResult result, long threads, ProcessUse before, ProcessUse after)
    {
        if (result.Received == 0 || result.Lost > 0 || result.WrongReplies > 0 || result.ErrorReplies > 0 || result.ConnectionsLost > 0)
        {
            throw new InvalidOperationException(
                $"{arm}: {result.Received} replies, {result.Lost} lost, {result.WrongReplies} wrong, {result.ErrorReplies} errors, {result.ConnectionsLost} connections lost ({cell.Name}).");
        }

        double cpuUs = after.CpuMicroseconds - before.CpuMicroseconds;
        string[] skipped = result.Skipped > 0 ? [$"skipped {result.Skipped} of {result.Offered}: depth was reached"] : [];
        return new Sample(cell, arm, round, new Dictionary<string, double>
        {
            [Metrics.P50] = result.PercentilesUs[MetricIds.LatencyP50],
            [Metrics.P99] = result.PercentilesUs[MetricIds.LatencyP99],
            [Metrics.P999] = result.PercentilesUs[MetricIds.LatencyP999],
            [Metrics.Lateness] = result.PercentilesUs[LatenessP99],
            [Metrics.Offered] = result.Offered / result.WindowSeconds,
            [Metrics.Rate] = result.AchievedRate,
            [Metrics.Cpu] = cpuUs / result.Received,
            [Metrics.Allocated] = (double)(after.AllocatedBytes - before.AllocatedBytes) / result.Received,
            [Metrics.Threads] = threads,
            [Metrics.ServerCores] = cpuUs / 1e6 / result.WindowSeconds,
            [Metrics.ClientCores] = result.CpuCores,
        })
        {
            Marks = [.. result.SaturationFlags, .. skipped],
        };
    }

    private LoadStart StartOf(LatencyCell cell, int port, int round) => new()
    {
        Scenario = ScenarioCatalog.Echo,
        Targets = [new LoadTarget("127.0.0.1", port)],
        Load = new LoadSpec { Mode = LoadMode.Open, RatePerSecond = rate, Connections = cell.Connections, Depth = 1, PayloadBytes = cell.PayloadBytes },
        // Arms of a round get the same arrivals, rounds others.
        Seed = (ulong)plan.Seed + ((ulong)round << 32),
    };
}
