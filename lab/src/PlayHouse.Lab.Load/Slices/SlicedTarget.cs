using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Results;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Traffics;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Load.Slices;

/// <summary>One target of a load that takes turns: sends while it has its turn and keeps its books. The pacing thread's.</summary>
internal sealed class SlicedTarget(LoadContext context, AnsweredTraffic traffic, int? pid)
{
    private readonly ArrivalSchedule _schedule = traffic.Schedule ?? throw new ArgumentException("a load that takes turns has a rate", nameof(traffic));
    private readonly LatencyHistogram _latency = new();
    private LoadFigures _saturated = null!;
    private LoadFigures _paced = null!;
    private List<SliceRecord> _slices = null!;
    private SlicePlan _plan = null!;
    private long _startNs;
    private (long? Own, long? Load) _cpuNs;
    private (LoadCounts All, LoadCounts Measured) _before;

    // Time of the schedule until its next turn: between two of its turns a schedule stands still.
    private long _scheduledNs;

    /// <summary>When the turn stops to send.</summary>
    public long EndNs { get; private set; }

    /// <summary>What was sent in this turn may still be answered.</summary>
    public bool HasOutstanding => traffic.HasOutstanding;

    /// <summary>Empties the books.</summary>
    public void Clear()
    {
        (_slices, _saturated, _paced) = ([], new LoadFigures { IsOpenLoop = false, Seconds = 0 }, new LoadFigures { IsOpenLoop = true, Seconds = 0 });
        _before = traffic.Count();
    }

    /// <summary>The turn begins.</summary>
    /// <param name="plan">The turn.</param>
    /// <param name="depth">Outstanding requests per connection while it is saturated.</param>
    /// <param name="nowNs">The time.</param>
    public void Begin(SlicePlan plan, int depth, long nowNs)
    {
        bool isPaced = plan.Kind == SliceKind.Paced;
        _plan = plan;
        _startNs = nowNs;
        EndNs = nowNs + Ns(plan.Seconds);
        context.Window = new MeasuredWindow(nowNs + Ns(plan.LeadSeconds), EndNs);
        context.Drive(isPaced, isPaced ? context.Load.Depth : depth);
        _cpuNs = Cpu();
        context.IsSending = true;
    }

    /// <summary>Sends what is due.</summary>
    /// <returns>When something is due again, at most the end of the turn.</returns>
    public long Send(long nowNs)
    {
        if (_plan.Kind == SliceKind.Saturated)
        {
            return Math.Min(nowNs + traffic.Tend(nowNs), EndNs);
        }

        // What was due in the turn is offered even when this thread had no processor at its end.
        long limitNs = Math.Min(nowNs, EndNs - 1);
        long dueNs;
        while ((dueNs = _startNs + (long)((_schedule.NextDueNs - _scheduledNs) / _plan.Speed)) <= limitNs)
        {
            traffic.Offer(_schedule.NextConnection, dueNs, nowNs, context.Window!.Contains(dueNs));
            _schedule.Advance();
        }

        traffic.Flush();
        return Math.Min(dueNs, EndNs);
    }

    /// <summary>Nothing more is sent in this turn.</summary>
    public void StopSending()
    {
        context.IsSending = false;
        _scheduledNs += _plan.Kind == SliceKind.Paced ? (long)((EndNs - _startNs) * _plan.Speed) : 0;
    }

    /// <summary>The turn is over; what is still outstanding is lost.</summary>
    public void End(int index, long nowNs)
    {
        // Before the books are added up: that is work of the load, while the target may have some left.
        (long? Own, long? Load) cpuNs = Cpu();
        traffic.Settle(nowNs);
        // Since its last turn: what comes unasked between two turns belongs to a turn, too.
        (LoadCounts all, LoadCounts measured) = traffic.Count();
        LoadFigures figures = _plan.Kind == SliceKind.Paced ? _paced : _saturated;
        figures.Counts = LoadCounts.Sum(figures.Counts, LoadCounts.Difference(measured, _before.Measured));
        figures.Seconds += context.Window!.Seconds;
        long arrivedBefore = figures.Arrived;
        figures.Take(context);
        SumLatency();
        _slices.Add(new SliceRecord
        {
            Index = index,
            Kind = _plan.Kind,
            Seconds = context.Window.Seconds,
            Messages = all.Received - _before.All.Received,
            Arrived = figures.Arrived - arrivedBefore,
            CpuUs = (cpuNs.Own - _cpuNs.Own) / 1e3,
            LoadCpuUs = (cpuNs.Load - _cpuNs.Load) / 1e3,
            P50Us = _latency.Percentile(0.5) / 1e3,
            P99Us = _latency.Percentile(0.99) / 1e3,
            LongestUs = _latency.Max / 1e3,
        });
        _before = (all, measured);
    }

    /// <summary>What its turns brought.</summary>
    /// <param name="use">What the load's process used in all of them.</param>
    public SlicedTargetResult Result((Timing.ProcessSample Begin, Timing.ProcessSample End) use)
    {
        _saturated.Use = _paced.Use = use;
        TrafficReport report = traffic.Report();
        return new SlicedTargetResult(
            _slices,
            LoadResultBuilder.Build(context.Io.Name, _saturated, report, traffic.Failure),
            LoadResultBuilder.Build(context.Io.Name, _paced, report, traffic.Failure));
    }

    private static long Ns(double seconds) => (long)(seconds * 1e9);

    private (long? Own, long? Load) Cpu() =>
        (pid is { } process ? context.Io.CpuNsOf(process) : null, context.Io.CpuNsOf(Environment.ProcessId));

    // Of this turn alone; the recorders are empty afterwards.
    private void SumLatency()
    {
        _latency.Clear();
        context.Lateness.Clear();
        foreach (ReplyRecorder recorder in context.Recorders)
        {
            _latency.Add(recorder.Latency);
            recorder.Clear();
        }
    }
}
