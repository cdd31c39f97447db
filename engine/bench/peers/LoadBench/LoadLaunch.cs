using PlayHouse.Engine.Peers.Measure;
using PlayHouse.Engine.Peers.Servers;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Engine.Peers.LoadBench;

/// <summary>One launch: a server, and the load process.</summary>
internal sealed class LoadLaunch(LoadBenchPlan plan)
{
    private const string LatenessP99 = "lateness-p99";
    private const int ServerProcessor = 0;
    private const int LoadProcessor = 1;
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    /// <summary>A closed loop, which shows how much the load can do against the echo that does nothing.</summary>
    public Task<LoadSample> AskAsync(LoadArm arm, LoadLayout layout, PeerKind server, int round, CancellationToken cancellation) =>
        RunAsync(new LoadSampleKey(arm, layout, 0, server), new LoadSpec { Mode = LoadMode.Closed, Connections = plan.Connections, Depth = 1, PayloadBytes = LoadBenchPlan.PayloadBytes }, round, cancellation);

    /// <summary>An open loop at a share of that, against the same echo.</summary>
    public Task<LoadSample> OfferAsync(LoadArm arm, LoadLayout layout, double share, double rate, int round, CancellationToken cancellation) =>
        RunAsync(
            new LoadSampleKey(arm, layout, share, PeerCatalog.RawEpoll),
            new LoadSpec { RatePerSecond = rate, Connections = plan.Connections, Depth = plan.DepthAt(rate), PayloadBytes = LoadBenchPlan.PayloadBytes },
            round,
            cancellation);

    private async Task<LoadSample> RunAsync(LoadSampleKey key, LoadSpec spec, int round, CancellationToken cancellation)
    {
        bool isPinned = key.Layout == LoadLayout.Split;
        await using PeerProcess server = await PeerProcess.StartAsync(
            isPinned ? ServerProcessor : null, Environment.ProcessPath!, ["serve", key.Server.Id], hasCompiler: true, hasInlineCompletions: false, cancellation);
        await using ControlProcess load = LoadProgram.Start(isPinned ? LoadProcessor : null);
        var start = new LoadStart
        {
            Scenario = ScenarioCatalog.Echo,
            Targets = [new LoadTarget("127.0.0.1", server.Port)],
            Load = spec,
            Seed = (ulong)plan.Seed + ((ulong)round << 32),
        };
        await load.RequestAsync(ControlTypes.Hello, null, Deadline, cancellation);
        await load.RequestAsync(ControlTypes.Start, start, Deadline, cancellation);
        await load.RequestAsync(ControlTypes.Connect, null, Deadline, cancellation);
        await load.RequestAsync(ControlTypes.Warm, new SecondsBody(plan.WarmSeconds), Deadline + TimeSpan.FromSeconds(plan.WarmSeconds), cancellation);
        ProcessUse before = await server.UseAsync(cancellation);
        var machineBefore = MachineUse.Read(server.Pid, load.Pid);
        await load.RequestAsync(ControlTypes.Measure, new SecondsBody(plan.WindowSeconds), Deadline + TimeSpan.FromSeconds(plan.WindowSeconds), cancellation);
        var machineAfter = MachineUse.Read(server.Pid, load.Pid);
        ProcessUse after = await server.UseAsync(cancellation);
        ResultBody body = await load.RequestAsync<ResultBody>(ControlTypes.Drain, null, Deadline, cancellation);
        await load.QuitAsync(Deadline);
        double others = machineBefore is null ? double.NaN : machineAfter!.OtherCoresSince(machineBefore);
        return ToSample(key, body.Result, after.CpuMicroseconds - before.CpuMicroseconds, others);
    }

    private static LoadSample ToSample(LoadSampleKey key, LoadResult result, double serverCpuUs, double others)
    {
        if (result.Received == 0 || result.Lost > 0 || result.WrongReplies > 0 || result.ErrorReplies > 0 || result.ConnectionsLost > 0)
        {
            throw new InvalidOperationException(
                $"{key.Arm.Name}: {result.Received} replies, {result.Lost} lost, {result.WrongReplies} wrong, {result.ErrorReplies} errors, {result.ConnectionsLost} connections lost.");
        }

        double messages = result.AchievedRate * result.WindowSeconds;
        return new LoadSample(key.Arm, key.Layout, key.Share, key.Server.Id)
        {
            Rate = result.AchievedRate,
            LatenessP99Us = result.PercentilesUs.GetValueOrDefault(LatenessP99, double.NaN),
            LatencyP99Us = result.PercentilesUs.GetValueOrDefault(MetricIds.LatencyP99, double.NaN),
            LoadCpuUs = result.CpuCores * result.WindowSeconds * 1e6 / messages,
            ServerCpuUs = serverCpuUs / messages,
            SkippedShare = (double)result.Skipped / result.Offered,
            OtherCores = others,
        };
    }

    private sealed record LoadSampleKey(LoadArm Arm, LoadLayout Layout, double Share, PeerKind Server);
}
