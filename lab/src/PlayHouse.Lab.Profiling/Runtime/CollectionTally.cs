using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Analysis.GC;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>Collections of a window as rows, groups and bounds. One thread; reads what the trace library has put together.</summary>
internal sealed class CollectionTally
{
    private const int Generations = 3;
    private const double BytesPerMb = 1e6;

    private readonly WindowClock _clock;
    private readonly CappedList<CollectionRow> _rows = new(RuntimeProfile.CollectionsMax);
    private readonly Dictionary<(int Generation, string Kind, string Reason), CollectionGroup> _groups = [];
    private readonly int[] _least = new int[Generations];
    private readonly int[] _most = new int[Generations];

    public CollectionTally(TraceLoadedDotNetRuntime? runtime, WindowClock clock)
    {
        _clock = clock;
        List<TraceGC> all = runtime?.GC.GCs ?? [];
        for (int i = 0; i < all.Count; i++)
        {
            if (all[i].Generation is < 0 or >= Generations)
                continue;
            Bound(all[i]);
            if (all[i].IsComplete && _clock.Holds(_clock.Ticks(all[i].StartRelativeMSec)))
                Add(RowOf(all[i], isFirst: i == 0));
        }

        Setup = runtime is null
            ? null
            : new CollectorSetup(
                (runtime.StartupFlags & StartupFlags.SERVER_GC) != 0,
                (runtime.StartupFlags & StartupFlags.CONCURRENT_GC) != 0,
                all.Count == 0 ? 0 : Math.Max(0, runtime.GC.Stats().HeapCount));
    }

    public CollectorSetup? Setup { get; }

    public IReadOnlyList<CollectionRow> Rows => _rows.Items;

    public double SurvivedBytes { get; private set; }

    public IReadOnlyList<int> Least => _least;

    public IReadOnlyList<int> Most => _most;

    public IReadOnlyList<CollectionGroup> Groups() =>
    [
        .. _groups.Values.OrderBy(g => g.Generation).ThenByDescending(g => g.Count)
            .ThenBy(g => g.Kind, StringComparer.Ordinal).ThenBy(g => g.Reason, StringComparer.Ordinal),
    ];

    /// <summary>The counters count a collection when it begins: a background one that is still running at the second mark counts.</summary>
    private void Bound(TraceGC gc)
    {
        long begin = _clock.Ticks(gc.PauseStartRelativeMSec);
        double lastMs = gc.IsComplete ? gc.StartRelativeMSec + gc.DurationMSec : double.PositiveInfinity;
        long end = double.IsFinite(lastMs) ? _clock.Ticks(lastMs) : long.MaxValue;
        _least[gc.Generation] += _clock.IsSurelyInside(begin, end) ? 1 : 0;
        _most[gc.Generation] += _clock.MayBeInside(begin, end) ? 1 : 0;
    }

    private void Add(CollectionRow row)
    {
        var key = (row.Generation, row.Kind, row.Reason);
        CollectionGroup group = _groups.GetValueOrDefault(key) ?? new CollectionGroup(row.Generation, row.Kind, row.Reason, 0, 0, 0, 0);
        _groups[key] = group with
        {
            Count = group.Count + 1,
            PauseMs = group.PauseMs + row.PauseMs,
            PauseMsMax = Math.Max(group.PauseMsMax, row.PauseMs),
            PromotedBytes = group.PromotedBytes + row.PromotedBytes,
        };
        SurvivedBytes += row.SurvivedBytes;
        _rows.Add(row);
    }

    private CollectionRow RowOf(TraceGC gc, bool isFirst)
    {
        GCHeapStats heap = gc.HeapStats ?? new GCHeapStats();
        return new CollectionRow
        {
            Number = gc.Number,
            Generation = gc.Generation,
            Kind = gc.Type switch
            {
                GCType.BackgroundGC => "background",
                GCType.ForegroundGC => "foreground",
                _ => "blocking",
            },
            Reason = RuntimeWords.Of(gc.Reason),
            StartMs = _clock.AtMs(_clock.Ticks(gc.StartRelativeMSec)),
            PauseMs = gc.PauseDurationMSec,
            SuspendMs = gc.SuspendDurationMSec,
            AllocatedBytes = isFirst ? double.NaN : gc.AllocedSinceLastGCMB * BytesPerMb,
            PromotedBytes = gc.PromotedMB * BytesPerMb,
            // A background collection leaves generation 0 to the ones around it.
            SurvivedBytes = gc.Type == GCType.BackgroundGC ? 0 : heap.TotalPromotedSize0,
            HeapAfter = new HeapSizes(heap.GenerationSize0, heap.GenerationSize1, heap.GenerationSize2, heap.GenerationSize3, heap.GenerationSize4),
        };
    }
}
