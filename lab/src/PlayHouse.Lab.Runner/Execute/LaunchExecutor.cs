using System.Diagnostics;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>What a launch left behind.</summary>
/// <param name="Record">The record, completed or failed.</param>
/// <param name="Capture">The closed trace of a diagnostic launch; null otherwise.</param>
internal sealed record LaunchOutcome(LaunchRecord Record, CaptureResult? Capture);

/// <summary>
/// One launch: fresh target and load, warm-up, mark, window, mark, drain, record. The load continues past both marks. Every
/// step has a deadline; whatever fails ends both processes and becomes a failed record with their last words.
/// </summary>
internal sealed class LaunchExecutor : ILauncher
{
    private const int MarkAttemptsMax = 8;
    private const double MarkWidthMsMax = 5;
    private const string LoopbackHost = "127.0.0.1";
    private const string MeshPort = "mesh";
    private const string TargetRole = "target";
    private const string PeerRole = "peer";
    private const string LoadRole = "load";
    private const string ConnectCode = "cannot-connect";
    private const string SharedSeam = "mesh-frame";

    /// <summary>For every answer that needs no load.</summary>
    internal static readonly TimeSpan ShortDeadline = TimeSpan.FromSeconds(10);

    /// <summary>For the end of a trace: the runtime writes what it still has.</summary>
    private static readonly TimeSpan CaptureDeadline = TimeSpan.FromSeconds(30);

    // Compiled at once, a target needs a few seconds of processor to start; on a busy machine a multiple of that.
    private static readonly TimeSpan StartDeadline = TimeSpan.FromSeconds(45);
    private static readonly TimeSpan ConnectDeadline = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan QuitDeadline = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan IdleWindow = TimeSpan.FromMilliseconds(250);

    private readonly string _targetPath = LabExecutables.Find(LabExecutables.Target);
    private readonly string _loadPath = LabExecutables.Find(LabExecutables.Load);

    /// <inheritdoc/>
    public event Action<ChildProcess>? ChildStarted;

    /// <inheritdoc/>
    public async Task<LaunchOutcome> RunAsync(LaunchRequest request, CancellationToken cancellationToken)
    {
        if (request.Turns is { } turns)
        {
            var executor = new TurnsExecutor(this);
            return new LaunchOutcome((await executor.RunAsync(new TurnsRequest([request], turns), cancellationToken))[0], executor.Capture);
        }

        var clock = Stopwatch.StartNew();
        LaunchRecord record = request.Begin();
        ControlProcess? target = null;
        ControlProcess? peer = null;
        ControlProcess? load = null;
        CaptureResult? capture = null;
        try
        {
            target = StartTarget(request);
            peer = StartPeer(request);
            load = StartLoad(request);
            (record, capture) = await MeasureAsync(request, record, target, peer, load, clock, cancellationToken);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // Whatever a child did or sent: a launch that did not end as planned is a failed one, and the run decides.
            var known = e as ControlException;
            record = record with { State = LaunchState.Failed, Failure = e.Message, FailedRole = known?.Role, FailureCode = known?.Code };
        }
        finally
        {
            await EndAsync(load);
            await EndAsync(target);
            await EndAsync(peer);
        }

        // A terminal interrupts the children too: a child that dies then has not failed.
        cancellationToken.ThrowIfCancellationRequested();
        record = record with
        {
            DurationSeconds = clock.Elapsed.TotalSeconds,
            TargetStderr = target?.StderrTail ?? "",
            LoadStderr = load?.StderrTail ?? "",
        };
        return new LaunchOutcome(record, capture);
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<LaunchRecord>> RunTurnsAsync(TurnsRequest request, CancellationToken cancellationToken) =>
        new TurnsExecutor(this).RunAsync(request, cancellationToken);

    internal ControlProcess StartTarget(LaunchRequest request)
    {
        Dictionary<string, string?> environment = request.TracePath is null
            ? RuntimeEnvironment.ForTarget(request.Environment)
            : RuntimeEnvironment.ForTracedTarget(request.Environment);
        return Start(TargetRole, request, ProcessPlacement.Target(_targetPath, request.Layout, environment));
    }

    /// <summary>Null for a scenario of one server.</summary>
    internal ControlProcess? StartPeer(LaunchRequest request) => HasPeer(request)
        ? Start(PeerRole, request, ProcessPlacement.Peer(_targetPath, request.Layout, RuntimeEnvironment.ForTarget(request.Environment)))
        : null;

    internal ControlProcess StartLoad(LaunchRequest request) => Start(LoadRole, request, ProcessPlacement.Load(_loadPath, request.Layout, RuntimeEnvironment.ForLoad()));

    private ControlProcess Start(string role, LaunchRequest request, ControlProcessStart start)
    {
        ControlProcess process = ControlProcess.Start(start);
        ChildStarted?.Invoke(new ChildProcess(role, request.Arm.Name, process.Pid));
        return process;
    }

    internal static Dictionary<string, string> FingerprintOf(LaunchRequest request, ReadyBody ready) => new(ready.Fingerprint)
    {
        [FingerprintKeys.Layout] = request.Layout.ToString().ToLowerInvariant(),
        [FingerprintKeys.LoadPriority] = ProcessPlacement.LoadPriority(request.Layout),
    };

    private static async Task<(LaunchRecord, CaptureResult?)> MeasureAsync(
        LaunchRequest request, LaunchRecord record, ControlProcess target, ControlProcess? peer, ControlProcess load, Stopwatch clock, CancellationToken ct)
    {
        Task<ControlLine> loadHello = load.RequestAsync(ControlTypes.Hello, null, ShortDeadline, ct);
        ReadyBody ready = await StartTargetAsync(request, target, ct);
        double timeToReadyMs = clock.Elapsed.TotalMilliseconds;
        await loadHello;
        await StartPeerAsync(request, target, ready, peer, ct);
        (double idleBytesPerSecond, double methodsAtReady) = await MeasureIdleAsync(target, ct);

        await StartLoadAsync(request, load, [ready], ct);
        double? firstThousandMs = await WarmupWatch.RunAsync(request.WarmupSeconds, target, load, ct);

        TraceCapture? capture = await StartCaptureAsync(request.TracePath, target, ct);
        CaptureResult? captured = null;
        MarkRecord begin;
        MarkRecord? peerBegin = null, peerEnd = null;
        MarkedBody ended;
        MachineNoise? noise;
        try
        {
            peerBegin = await PeerMarkAsync(peer, "begin", ct);
            begin = (await MarkAsync(target, new MarkBody("begin", request.Load.Hops), ct)).Mark;
            await using MachineMonitor monitor = MachineMonitor.Start(
                [target.Pid, load.Pid, Environment.ProcessId, .. peer is null ? (int[])[] : [peer.Pid]]);
            await load.RequestAsync(ControlTypes.Measure, new SecondsBody(request.WindowSeconds), Within(request.WindowSeconds), ct);
            ended = await MarkAsync(target, new MarkBody("end"), ct);
            noise = await monitor.StopAsync();
            peerEnd = await PeerMarkAsync(peer, "end", ct);
        }
        finally
        {
            captured = await StopCaptureAsync(capture);
        }

        ResultBody result = await load.RequestAsync<ResultBody>(ControlTypes.Drain, null, ShortDeadline + ShortDeadline, ct);
        LaunchRecord complete = record with
        {
            State = LaunchState.Completed,
            Fingerprint = FingerprintOf(request, ready),
            Strategies = ready.Strategies,
            Begin = begin,
            End = ended.Mark,
            PeerBegin = peerBegin,
            PeerEnd = peerEnd,
            StartUp = new StartUpRecord(timeToReadyMs, methodsAtReady, firstThousandMs),
            Hops = LaunchHops.Of(ended.Hops, result.Result),
            Load = result.Result,
            Noise = noise,
            IdleBytesPerSecond = idleBytesPerSecond,
        };
        return (LaunchMetrics.Complete(complete), captured);
    }

    /// <summary>Null without a path: only diagnostic launches are traced.</summary>
    internal static async Task<TraceCapture?> StartCaptureAsync(string? path, ControlProcess target, CancellationToken ct) =>
        path is null ? null : await TraceCapture.StartAsync(target.Pid, path, CapturePurpose.Allocations | CapturePurpose.Runtime, ct);

    internal static async Task<CaptureResult?> StopCaptureAsync(TraceCapture? capture) => capture is null ? null : await capture.StopAsync(CaptureDeadline);

    internal static async Task<ReadyBody> StartTargetAsync(LaunchRequest request, ControlProcess target, CancellationToken ct)
    {
        await target.RequestAsync(ControlTypes.Hello, null, StartDeadline, ct);
        return await target.RequestAsync<ReadyBody>(
            ControlTypes.Start,
            new TargetStart
            {
                Scenario = request.IsCalibration ? ScenarioCatalog.NullEcho : request.Scenario,
                Strategies = request.Arm.Strategies,
                Inject = request.Arm.Inject,
                Connections = request.Load.Connections,
                PayloadBytes = request.Load.PayloadBytes,
                Hops = request.Load.Hops,
            },
            StartDeadline,
            ct);
    }

    private static bool HasPeer(LaunchRequest request) =>
        !request.IsCalibration && ScenarioCatalog.Find(request.Scenario) is { HasPeer: true };

    /// <summary>
    /// The other server is the same in both arms, at its defaults, but for what two servers must agree on: the frame between
    /// them. Both are told where the other is and answer once they reach it.
    /// </summary>
    internal static async Task StartPeerAsync(LaunchRequest request, ControlProcess target, ReadyBody targetReady, ControlProcess? peer, CancellationToken ct)
    {
        if (peer is null)
        {
            return;
        }

        await peer.RequestAsync(ControlTypes.Hello, null, StartDeadline, ct);
        ReadyBody ready = await peer.RequestAsync<ReadyBody>(
            ControlTypes.Start,
            new TargetStart
            {
                Scenario = request.Scenario,
                Strategies = request.Arm.Strategies.Where(s => s.Key == SharedSeam).ToDictionary(),
                Connections = request.Load.Connections,
                IsPeer = true,
            },
            ConnectDeadline,
            ct);
        await Task.WhenAll(
            target.RequestAsync(ControlTypes.Connect, new PeerAddress(LoopbackHost, ready.Ports[MeshPort]), ConnectDeadline, ct),
            peer.RequestAsync(ControlTypes.Connect, new PeerAddress(LoopbackHost, targetReady.Ports[MeshPort]), ConnectDeadline, ct));
    }

    /// <summary>Configures a load for ready targets and opens its connections.</summary>
    internal static async Task StartLoadAsync(LaunchRequest request, ControlProcess load, IReadOnlyList<ReadyBody> targets, CancellationToken ct)
    {
        var start = new LoadStart
        {
            Scenario = request.IsCalibration ? ScenarioCatalog.Find(request.Scenario)!.Load.CeilingScenario : request.Scenario,
            Targets = [.. targets.Select(TargetOf)],
            Load = request.Load,
            Seed = request.LoadSeed,
        };
        await load.RequestAsync(ControlTypes.Start, start, ShortDeadline, ct);
        try
        {
            await load.RequestAsync(ControlTypes.Connect, null, ConnectDeadline, ct);
        }
        catch (ControlException e) when (IsAnswer(e))
        {
            // A load that lives and says why it cannot connect or log in speaks of the server it connects to.
            throw new ControlException(ConnectCode, e.Message) { Role = TargetRole, Target = e.Target };
        }
    }

    private static LoadTarget TargetOf(ReadyBody ready) => new(LoopbackHost, ready.Pipe is null ? ready.Ports["tcp"] : 0, ready.Pipe, ready.Pid);

    private static bool IsAnswer(ControlException error) => error.Role == LoadRole && error.Code is not ("died" or "timeout" or "garbage");

    /// <summary>
    /// The idle allocation of the target, reported with the result and never subtracted from it, and what it had compiled by then.
    /// </summary>
    internal static async Task<(double BytesPerSecond, double CompiledMethods)> MeasureIdleAsync(ControlProcess target, CancellationToken ct)
    {
        MarkRecord first = (await MarkAsync(target, new MarkBody("idle-begin"), ct)).Mark;
        // The length of an idle window is the measurement itself, not a wait for something to happen.
        await Task.Delay(IdleWindow, ct);
        MarkRecord second = (await MarkAsync(target, new MarkBody("idle-end"), ct)).Mark;
        double seconds = (second.TicksAfter - first.TicksAfter) / 1e9;
        return (LaunchMetrics.AllocatedBytes(first, second) / seconds, first.Counters.GetValueOrDefault(CounterNames.JitMethods));
    }

    private static async Task<MarkRecord?> PeerMarkAsync(ControlProcess? peer, string name, CancellationToken ct) =>
        peer is null ? null : (await MarkAsync(peer, new MarkBody(name), ct)).Mark;

    /// <summary>A mark no wider than the limit; reading all counters stops the world for a moment, so a busy moment is tried again.</summary>
    internal static async Task<MarkedBody> MarkAsync(ControlProcess target, MarkBody body, CancellationToken ct)
    {
        MarkedBody marked = null!;
        for (int attempt = 0; attempt < MarkAttemptsMax; attempt++)
        {
            marked = await target.RequestAsync<MarkedBody>(ControlTypes.Mark, body, ShortDeadline, ct);
            if (marked.Mark.WidthMs <= MarkWidthMsMax)
            {
                return marked;
            }
        }

        throw new ControlException("wide-mark", $"mark '{body.Name}' took {marked.Mark.WidthMs:0.0} ms in {MarkAttemptsMax} attempts; the limit is {MarkWidthMsMax} ms: the target is held up that long, by its collections or by a busy machine.") { Role = TargetRole };
    }

    /// <summary>Deadline of a request that takes so many seconds by its nature.</summary>
    internal static TimeSpan Within(double seconds) => TimeSpan.FromSeconds(seconds) + ShortDeadline;

    /// <summary>Asks a child to end, and ends it when it does not.</summary>
    internal static async Task EndAsync(ControlProcess? process)
    {
        if (process is null)
        {
            return;
        }

        if (!process.HasExited)
        {
            await process.QuitAsync(QuitDeadline);
        }

        await process.DisposeAsync();
    }
}
