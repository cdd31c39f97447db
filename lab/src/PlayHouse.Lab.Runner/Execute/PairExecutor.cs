using System.Diagnostics;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>A pair to be made.</summary>
/// <param name="First">The arm whose process starts first.</param>
/// <param name="Second">The other arm; everything else is as for the first.</param>
/// <param name="Spec">The turns, drawn from the first arm's seed.</param>
internal sealed record PairRequest(LaunchRequest First, LaunchRequest Second, PairSpec Spec)
{
    /// <summary>Turns in place of those that are drawn; null for a pair that counts.</summary>
    public IReadOnlyList<SlicePlan>? Slices { get; init; }
}

/// <summary>A pair that was made: both records are completed, or both are failed.</summary>
internal sealed record PairOutcome(LaunchRecord First, LaunchRecord Second);

/// <summary>
/// One pair: a fresh process of each arm, alive at once, and one load that takes turns at them. What the machine does meets both alike.
/// Every step has a deadline; whatever fails ends all processes, and the record of the arm it points at says so.
/// </summary>
internal sealed class PairExecutor(string targetPath, string loadPath, Action<string, int> onStarted)
{
    private readonly List<Side> _sides = [];
    private ControlProcess? _load;

    public async Task<PairOutcome> RunAsync(PairRequest request, CancellationToken ct)
    {
        var clock = Stopwatch.StartNew();
        LaunchRecord[] records;
        try
        {
            records = await MeasureAsync(request, clock, ct);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // Whatever a child did or sent: a pair that did not end as planned is a failed one, and the run decides.
            records = Failed(request, e);
        }
        finally
        {
            await EndAsync();
        }

        // A terminal interrupts the children too: a child that dies then has not failed.
        ct.ThrowIfCancellationRequested();
        records = [.. records.Select((r, i) => r with
        {
            DurationSeconds = clock.Elapsed.TotalSeconds,
            TargetStderr = _sides.Count > i ? _sides[i].Target.StderrTail : "",
            LoadStderr = _load?.StderrTail ?? "",
        })];
        return new PairOutcome(records[0], records[1]);
    }

    private async Task EndAsync()
    {
        await LaunchExecutor.EndAsync(_load);
        foreach (Side side in _sides)
        {
            await LaunchExecutor.EndAsync(side.Target);
            await LaunchExecutor.EndAsync(side.Peer);
        }
    }

    private async Task<LaunchRecord[]> MeasureAsync(PairRequest request, Stopwatch clock, CancellationToken ct)
    {
        foreach (LaunchRequest arm in (LaunchRequest[])[request.First, request.Second])
        {
            _sides.Add(Start(arm));
        }

        _load = ControlProcess.Start(ProcessPlacement.Load(loadPath, request.First.Layout, RuntimeEnvironment.ForLoad()));
        onStarted("load", _load.Pid);
        await _load.RequestAsync(ControlTypes.Hello, null, LaunchExecutor.ShortDeadline, ct);
        await Task.WhenAll(_sides.Select(s => ReadyAsync(s, clock, ct)));
        foreach (Side side in _sides)
        {
            // One after the other: what is asked of both at once disturbs the answer of each.
            (side.IdleBytesPerSecond, side.MethodsAtReady) = await LaunchExecutor.MeasureIdleAsync(side.Target, ct);
        }

        PairTurns turns = PairTurns.Draw(request.Spec, request.First.LoadSeed);
        int[] endpoints = turns.IsSecondFirstEndpoint ? [1, 0] : [0, 1];
        await LaunchExecutor.StartLoadAsync(request.First, _load, [.. endpoints.Select(i => _sides[i].Ready!)], ct);
        await TakeTurnsAsync(request, PairTurns.Warmup(request.Spec, request.First.WarmupSeconds), endpoints, ct);

        await MarkAsync(isBegin: true, ct);
        SlicedBody result;
        MachineNoise? noise;
        await using (MachineMonitor monitor = MachineMonitor.Start([.. Pids()], request.First.UsualNoise))
        {
            result = await TakeTurnsAsync(request, request.Slices ?? turns.Slices, endpoints, ct);
            noise = await monitor.StopAsync();
        }

        await MarkAsync(isBegin: false, ct);
        LaunchRecord[] records = [.. _sides.Select((s, i) => SliceMetrics.Complete(s.Record(noise, result.Targets[Array.IndexOf(endpoints, i)])))];
        return Array.Exists(records, r => r.State == LaunchState.Failed) ? [.. records.Select(WithPartner)] : SliceMetrics.Stalls(records);
    }

    private Side Start(LaunchRequest request)
    {
        Dictionary<string, string?> environment = RuntimeEnvironment.ForTarget(request.Environment);
        foreach ((string name, string? value) in request.ExtraVariables)
        {
            environment[name] = value;
        }

        ControlProcess target = ControlProcess.Start(ProcessPlacement.Target(targetPath, request.Layout, environment));
        onStarted("target", target.Pid);
        if (!LaunchExecutor.HasPeer(request))
        {
            return new Side(request, target, null);
        }

        ControlProcess peer = ControlProcess.Start(ProcessPlacement.Peer(targetPath, request.Layout, RuntimeEnvironment.ForTarget(request.Environment)));
        onStarted("peer", peer.Pid);
        return new Side(request, target, peer);
    }

    private static async Task ReadyAsync(Side side, Stopwatch clock, CancellationToken ct)
    {
        side.Ready = await side.BlameAsync(LaunchExecutor.StartTargetAsync(side.Request, side.Target, ct));
        side.ReadyMs = clock.Elapsed.TotalMilliseconds;
        await side.BlameAsync(LaunchExecutor.StartPeerAsync(side.Request, side.Target, side.Ready, side.Peer, ct));
    }

    /// <summary>Turns are numbered by arm in the draw and by endpoint at the load.</summary>
    private async Task<SlicedBody> TakeTurnsAsync(PairRequest request, IReadOnlyList<SlicePlan> slices, int[] endpoints, CancellationToken ct)
    {
        SlicePlan[] byEndpoint = [.. slices.Select(s => s with { Target = Array.IndexOf(endpoints, s.Target) })];
        return await _load!.RequestAsync<SlicedBody>(
            ControlTypes.Slices, new SlicesBody(byEndpoint, request.First.SaturatedDepth), LaunchExecutor.Within(2 * slices.Sum(s => s.Seconds)), ct);
    }

    private async Task MarkAsync(bool isBegin, CancellationToken ct)
    {
        var body = new MarkBody(isBegin ? "begin" : "end");
        foreach (Side side in _sides)
        {
            MarkRecord? peer = side.Peer is null ? null : (await side.BlameAsync(LaunchExecutor.MarkAsync(side.Peer, body, ct))).Mark;
            MarkRecord mark = (await side.BlameAsync(LaunchExecutor.MarkAsync(side.Target, body, ct))).Mark;
            (side.Begin, side.PeerBegin, side.End, side.PeerEnd) = isBegin ? (mark, peer, null, null) : (side.Begin, side.PeerBegin, mark, peer);
        }
    }

    private IEnumerable<int> Pids() =>
        [Environment.ProcessId, _load!.Pid, .. _sides.Select(s => s.Target.Pid), .. _sides.Where(s => s.Peer is not null).Select(s => s.Peer!.Pid)];

    private LaunchRecord[] Failed(PairRequest request, Exception error)
    {
        var known = error as ControlException;
        Side? guilty = _sides.Find(s => s.IsBlamed) ?? _sides.Find(s => s.HasEnded);
        return
        [
            .. ((LaunchRequest[])[request.First, request.Second]).Select((arm, i) =>
            {
                LaunchRecord record = Side.Empty(arm) with { State = LaunchState.Failed, Failure = error.Message, FailureCode = known?.Code };
                bool isGuilty = _sides.Count > i && _sides[i] == guilty;
                return guilty is null ? record with { FailedRole = known?.Role }
                    : isGuilty ? record with { FailedRole = HardFailureRule.TargetRole }
                    : record with { Failure = $"the other arm of the pair failed: {error.Message}", FailureCode = HardFailureRule.PartnerCode };
            }),
        ];
    }

    private static LaunchRecord WithPartner(LaunchRecord record) => record.State == LaunchState.Failed ? record : record with
    {
        State = LaunchState.Failed,
        Failure = "the other arm of the pair failed",
        FailureCode = HardFailureRule.PartnerCode,
    };

    /// <summary>One arm of the pair while it runs.</summary>
    private sealed class Side(LaunchRequest request, ControlProcess target, ControlProcess? peer)
    {
        private readonly DateTimeOffset _startedAt = DateTimeOffset.UtcNow;

        public LaunchRequest Request { get; } = request;

        public ControlProcess Target { get; } = target;

        public ControlProcess? Peer { get; } = peer;

        public ReadyBody? Ready { get; set; }

        public double ReadyMs { get; set; }

        public double IdleBytesPerSecond { get; set; }

        public double MethodsAtReady { get; set; }

        public MarkRecord? Begin { get; set; }

        public MarkRecord? End { get; set; }

        public MarkRecord? PeerBegin { get; set; }

        public MarkRecord? PeerEnd { get; set; }

        /// <summary>One of its own processes failed a request.</summary>
        public bool IsBlamed { get; private set; }

        /// <summary>One of its own processes is gone.</summary>
        public bool HasEnded => Target.HasExited || Peer is { HasExited: true };

        public static LaunchRecord Empty(LaunchRequest request) => new()
        {
            Id = request.LaunchId,
            RunId = request.RunId,
            Arm = request.Arm.Name,
            Kind = request.Kind,
            Block = request.Block,
            Attempt = request.Attempt,
            Slot = request.Slot,
            StartedAt = DateTimeOffset.UtcNow,
            Inject = request.Arm.Inject,
        };

        public async Task<T> BlameAsync<T>(Task<T> step)
        {
            await BlameAsync((Task)step);
            return await step;
        }

        public async Task BlameAsync(Task step)
        {
            try
            {
                await step;
            }
            catch (ControlException)
            {
                IsBlamed = true;
                throw;
            }
        }

        public LaunchRecord Record(MachineNoise? noise, SlicedTargetResult result) => Empty(Request) with
        {
            StartedAt = _startedAt,
            State = LaunchState.Completed,
            Fingerprint = LaunchExecutor.FingerprintOf(Request, Ready!),
            Strategies = Ready!.Strategies,
            Begin = Begin,
            End = End,
            PeerBegin = PeerBegin,
            PeerEnd = PeerEnd,
            StartUp = new StartUpRecord(ReadyMs, MethodsAtReady, null),
            Load = result.Paced,
            Saturated = result.Saturated,
            Slices = result.Slices,
            Noise = noise,
            IdleBytesPerSecond = IdleBytesPerSecond,
        };
    }
}
