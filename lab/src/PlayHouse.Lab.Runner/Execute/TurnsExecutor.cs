using System.Diagnostics;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Launches that are alive at once: the two of a pair, or a block of a screen.</summary>
/// <param name="Arms">One launch of each, in the order in which their processes start; all have the load and the settings of the first.</param>
/// <param name="Spec">The turns, drawn from the first launch's seed.</param>
internal sealed record TurnsRequest(IReadOnlyList<LaunchRequest> Arms, PairSpec Spec)
{
    /// <summary>Turns in place of those that are drawn; null for launches that count.</summary>
    public IReadOnlyList<SlicePlan>? Slices { get; init; }

    /// <summary>Seconds of all turns, those that warm the targets up included.</summary>
    public double Seconds => DrawnTurns.Warmup(Spec, Arms.Count, Arms[0].WarmupSeconds).Sum(s => s.Seconds)
        + (Slices?.Sum(s => s.Seconds) ?? (Arms[0].Capacity is null ? Spec.SecondsOf(Arms.Count) : Arms.Count * CapacityTimes.SearchSeconds(Arms[0].WindowSeconds)));

    /// <summary>The records of launches that were alive at once: one whose partner failed has failed with it, by another code.</summary>
    public static IReadOnlyList<LaunchRecord> Together(IReadOnlyList<LaunchRecord> records) => records.FirstOrDefault(r => r.State == LaunchState.Failed) is not { } failed
        ? records
        :
        [
            .. records.Select(r => r.State == LaunchState.Failed ? r : r with
            {
                State = LaunchState.Failed,
                Failure = $"{failed.Arm}, which was alive with it, failed: {failed.Failure}",
                FailureCode = HardFailureRule.PartnerCode,
            }),
        ];
}

/// <summary>
/// A fresh process of each arm, all alive at once, and one load that takes turns at them. What the machine does meets all alike.
/// Every step has a deadline; whatever fails ends all processes, and the record of the arm it points at says so.
/// </summary>
internal sealed class TurnsExecutor(LaunchExecutor launches)
{
    private readonly List<Side> _sides = [];
    private ControlProcess? _load;

    // Index of the side that each of the load's targets is.
    private int[] _endpoints = [];

    /// <summary>The closed trace of a launch that was traced; null otherwise.</summary>
    public CaptureResult? Capture { get; private set; }

    /// <summary>The records in the order of the request: all are completed, or all are failed.</summary>
    public async Task<IReadOnlyList<LaunchRecord>> RunAsync(TurnsRequest request, CancellationToken ct)
    {
        var clock = Stopwatch.StartNew();
        LaunchRecord[] records;
        try
        {
            records = await MeasureAsync(request, clock, ct);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // Whatever a child did or sent: what did not end as planned has failed, and the run decides.
            records = Failed(request, e);
        }
        finally
        {
            await EndAsync();
        }

        // A terminal interrupts the children too: a child that dies then has not failed.
        ct.ThrowIfCancellationRequested();
        return TurnsRequest.Together([.. records.Select((r, i) => r with
        {
            DurationSeconds = clock.Elapsed.TotalSeconds,
            TargetStderr = _sides.Count > i ? _sides[i].Target.StderrTail : "",
            LoadStderr = _load?.StderrTail ?? "",
        })]);
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

    private async Task<LaunchRecord[]> MeasureAsync(TurnsRequest request, Stopwatch clock, CancellationToken ct)
    {
        foreach (LaunchRequest arm in request.Arms)
        {
            var side = new Side(arm, launches.StartTarget(arm));
            _sides.Add(side);
            side.Peer = launches.StartPeer(arm);
        }

        LaunchRequest first = request.Arms[0];
        _load = launches.StartLoad(first);
        await _load.RequestAsync(ControlTypes.Hello, null, LaunchExecutor.ShortDeadline, ct);
        await Task.WhenAll(_sides.Select(s => ReadyAsync(s, clock, ct)));
        foreach (Side side in _sides)
        {
            // One after the other: what is asked of all at once disturbs the answer of each.
            (side.IdleBytesPerSecond, side.MethodsAtReady) = await LaunchExecutor.MeasureIdleAsync(side.Target, ct);
        }

        DrawnTurns turns = DrawnTurns.Draw(request.Spec, request.Arms.Count, first.LoadSeed);
        _endpoints = [.. turns.Endpoints];
        await LaunchExecutor.StartLoadAsync(first, _load, [.. _endpoints.Select(i => _sides[i].Ready!)], ct);
        await TakeTurnsAsync(first, DrawnTurns.Warmup(request.Spec, request.Arms.Count, first.WarmupSeconds), ct);

        IReadOnlyList<SlicedTargetResult> results = [];
        CapacityTurns? search = first.Capacity is null ? null : new CapacityTurns(request.Arms);
        MachineNoise? noise = await BetweenMarksAsync(
            first.TracePath,
            async () =>
            {
                if (search is null)
                {
                    results = await TakeTurnsAsync(first, request.Slices ?? turns.Slices, ct);
                }
                else
                {
                    await search.RunAsync(slices => TakeTurnsAsync(first, slices, ct));
                }
            },
            ct);
        if (search is not null)
        {
            return [.. _sides.Select((s, i) => search.Complete(i, s.Record(noise)))];
        }

        LaunchRecord[] records = [.. _sides.Select((s, i) => SliceMetrics.Complete(s.Record(noise) with { Load = results[i].Paced, Saturated = results[i].Saturated, Slices = results[i].Slices }))];
        return Array.TrueForAll(records, r => r.State == LaunchState.Completed) ? SliceMetrics.Together(records) : records;
    }

    /// <summary>What the machine did meanwhile. With a path the first target is traced.</summary>
    private async Task<MachineNoise?> BetweenMarksAsync(string? tracePath, Func<Task> turns, CancellationToken ct)
    {
        TraceCapture? capture = await LaunchExecutor.StartCaptureAsync(tracePath, _sides[0].Target, ct);
        try
        {
            await MarkAsync(isBegin: true, ct);
            MachineNoise? noise;
            await using (MachineMonitor monitor = MachineMonitor.Start([.. Pids()]))
            {
                await turns();
                noise = await monitor.StopAsync();
            }

            await MarkAsync(isBegin: false, ct);
            return noise;
        }
        finally
        {
            Capture = await LaunchExecutor.StopCaptureAsync(capture);
        }
    }

    private static async Task ReadyAsync(Side side, Stopwatch clock, CancellationToken ct)
    {
        side.Ready = await side.BlameAsync(LaunchExecutor.StartTargetAsync(side.Request, side.Target, ct));
        side.ReadyMs = clock.Elapsed.TotalMilliseconds;
        await side.BlameAsync(LaunchExecutor.StartPeerAsync(side.Request, side.Target, side.Ready, side.Peer, ct));
    }

    /// <summary>Turns are numbered by arm in the draw and by endpoint at the load.</summary>
    private async Task<IReadOnlyList<SlicedTargetResult>> TakeTurnsAsync(LaunchRequest first, IReadOnlyList<SlicePlan> slices, CancellationToken ct)
    {
        SlicePlan[] byEndpoint = [.. slices.Select(s => s with { Target = Array.IndexOf(_endpoints, s.Target) })];
        SlicedBody sliced = await _load!.RequestAsync<SlicedBody>(
            ControlTypes.Slices, new SlicesBody(byEndpoint, first.SaturatedDepth, MayLeave: first.Capacity is not null),
            LaunchExecutor.Within(2 * slices.Sum(s => s.Seconds)), ct);
        return [.. _sides.Select((_, i) => sliced.Targets[Array.IndexOf(_endpoints, i)])];
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

    /// <summary>The arm that the error points at has failed; all have where it points at none.</summary>
    private LaunchRecord[] Failed(TurnsRequest request, Exception error)
    {
        var known = error as ControlException;
        Side? guilty = _sides.Find(s => s.IsBlamed) ?? _sides.Find(s => s.HasEnded) ?? (known?.Target is { } target ? _sides[_endpoints[target]] : null);
        return
        [
            .. request.Arms.Select((arm, i) =>
            {
                Side? side = _sides.ElementAtOrDefault(i);
                LaunchRecord record = side?.Begun ?? arm.Begin();
                return guilty is not null && side != guilty
                    ? record
                    : record with { State = LaunchState.Failed, Failure = error.Message, FailureCode = known?.Code, FailedRole = guilty is null ? known?.Role : HardFailureRule.TargetRole };
            }),
        ];
    }

    /// <summary>One arm while it runs.</summary>
    private sealed class Side(LaunchRequest request, ControlProcess target)
    {
        public LaunchRequest Request { get; } = request;

        public ControlProcess Target { get; } = target;

        /// <summary>The second server; null for a scenario of one.</summary>
        public ControlProcess? Peer { get; set; }

        public LaunchRecord Begun { get; } = request.Begin();

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

        public LaunchRecord Record(MachineNoise? noise) => Begun with
        {
            State = LaunchState.Completed,
            Fingerprint = LaunchExecutor.FingerprintOf(Request, Ready!),
            Strategies = Ready!.Strategies,
            Begin = Begin,
            End = End,
            PeerBegin = PeerBegin,
            PeerEnd = PeerEnd,
            StartUp = new StartUpRecord(ReadyMs, MethodsAtReady, null),
            Noise = noise,
            IdleBytesPerSecond = IdleBytesPerSecond,
        };
    }
}
