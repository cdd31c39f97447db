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

    public IReadOnlyList<LaunchRequest> Arms => [First, Second];
}

/// <summary>A pair that was made: both records are completed, or both are failed.</summary>
internal sealed record PairOutcome(LaunchRecord First, LaunchRecord Second)
{
    public IReadOnlyList<LaunchRecord> Records => [First, Second];

    /// <summary>The pair of two records: an arm whose partner failed has failed with it, by another code.</summary>
    public static PairOutcome Of(LaunchRecord first, LaunchRecord second) => new(Next(first, second), Next(second, first));

    private static LaunchRecord Next(LaunchRecord record, LaunchRecord partner) => record.State == LaunchState.Failed || partner.State == LaunchState.Completed
        ? record
        : record with
        {
            State = LaunchState.Failed,
            Failure = $"the other arm of the pair failed: {partner.Failure}",
            FailureCode = HardFailureRule.PartnerCode,
        };
}

/// <summary>
/// One pair: a fresh process of each arm, alive at once, and one load that takes turns at them. What the machine does meets both alike.
/// Every step has a deadline; whatever fails ends all processes, and the record of the arm it points at says so.
/// </summary>
internal sealed class PairExecutor(LaunchExecutor launches)
{
    private readonly List<Side> _sides = [];
    private ControlProcess? _load;

    // Index of the side that each of the load's targets is.
    private int[] _endpoints = [];

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
        return PairOutcome.Of(records[0], records[1]);
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
        foreach (LaunchRequest arm in request.Arms)
        {
            var side = new Side(arm, launches.StartTarget(arm));
            _sides.Add(side);
            side.Peer = launches.StartPeer(arm);
        }

        _load = launches.StartLoad(request.First);
        await _load.RequestAsync(ControlTypes.Hello, null, LaunchExecutor.ShortDeadline, ct);
        await Task.WhenAll(_sides.Select(s => ReadyAsync(s, clock, ct)));
        foreach (Side side in _sides)
        {
            // One after the other: what is asked of both at once disturbs the answer of each.
            (side.IdleBytesPerSecond, side.MethodsAtReady) = await LaunchExecutor.MeasureIdleAsync(side.Target, ct);
        }

        PairTurns turns = PairTurns.Draw(request.Spec, request.First.LoadSeed);
        _endpoints = turns.IsSecondFirstEndpoint ? [1, 0] : [0, 1];
        await LaunchExecutor.StartLoadAsync(request.First, _load, [.. _endpoints.Select(i => _sides[i].Ready!)], ct);
        await TakeTurnsAsync(request, PairTurns.Warmup(request.Spec, request.First.WarmupSeconds), ct);

        await MarkAsync(isBegin: true, ct);
        SlicedBody result;
        MachineNoise? noise;
        await using (MachineMonitor monitor = MachineMonitor.Start([.. Pids()]))
        {
            result = await TakeTurnsAsync(request, request.Slices ?? turns.Slices, ct);
            noise = await monitor.StopAsync();
        }

        await MarkAsync(isBegin: false, ct);
        LaunchRecord[] records = [.. _sides.Select((s, i) => SliceMetrics.Complete(s.Record(noise, result.Targets[Array.IndexOf(_endpoints, i)])))];
        return Array.TrueForAll(records, r => r.State == LaunchState.Completed) ? SliceMetrics.Stalls(records) : records;
    }

    private static async Task ReadyAsync(Side side, Stopwatch clock, CancellationToken ct)
    {
        side.Ready = await side.BlameAsync(LaunchExecutor.StartTargetAsync(side.Request, side.Target, ct));
        side.ReadyMs = clock.Elapsed.TotalMilliseconds;
        await side.BlameAsync(LaunchExecutor.StartPeerAsync(side.Request, side.Target, side.Ready, side.Peer, ct));
    }

    /// <summary>Turns are numbered by arm in the draw and by endpoint at the load.</summary>
    private async Task<SlicedBody> TakeTurnsAsync(PairRequest request, IReadOnlyList<SlicePlan> slices, CancellationToken ct)
    {
        SlicePlan[] byEndpoint = [.. slices.Select(s => s with { Target = Array.IndexOf(_endpoints, s.Target) })];
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

    /// <summary>The arm that the error points at has failed; both have where it points at neither.</summary>
    private LaunchRecord[] Failed(PairRequest request, Exception error)
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

    /// <summary>One arm of the pair while it runs.</summary>
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

        public LaunchRecord Record(MachineNoise? noise, SlicedTargetResult result) => Begun with
        {
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
