using System.Runtime.InteropServices;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Reading.Nettrace;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>What a window of a trace holds.</summary>
public sealed record WindowSamples
{
    /// <summary>All samples of the window as one cell.</summary>
    public required AllocationEstimator Total { get; init; }

    /// <summary>Cells by site and type, largest first.</summary>
    public required IReadOnlyList<SiteEstimate> Sites { get; init; }

    /// <summary>Share of the estimated bytes whose leaf frame has no name, 0 … 1.</summary>
    public required double UnresolvedShare { get; init; }

    /// <summary>Samples whose leaf frame has no name.</summary>
    public required int UnresolvedSamples { get; init; }

    /// <summary>Share of samples whose stack reached the runtime's limit of 100 frames, 0 … 1: their roots may be cut.</summary>
    public required double CappedStacksShare { get; init; }

    /// <summary>Share of samples whose callers the reader left out to save memory, 0 … 1; their site is known.</summary>
    public double FoldedStacksShare { get; init; }

    /// <summary>Share of samples whose allocating code was not optimised yet, 0 … 1.</summary>
    public double UnoptimisedShare { get; init; }
}

/// <summary>All allocation samples of one trace file, resolved. Immutable, so safe for any number of readers.</summary>
public sealed class AllocationTrace
{
    internal readonly record struct Sample(long Ticks, long ObjectBytes, int Stack, int Type, StackMarks Marks);

    private readonly Sample[] _samples;
    private readonly StackTable _table;
    private readonly string[] _types;

    internal AllocationTrace(Sample[] samples, StackTable table, string[] types)
    {
        _samples = samples;
        _table = table;
        _types = types;
    }

    /// <summary>Samples in the whole file.</summary>
    public int Samples => _samples.Length;

    /// <summary>Events the session lost.</summary>
    public required long EventsLost { get; init; }

    /// <summary>How often the rundown reported its end; 1 in a good file.</summary>
    public required int RundownsComplete { get; init; }

    /// <summary>Tick at which the session began.</summary>
    public required long FirstTicks { get; init; }

    /// <summary>Tick of the last event.</summary>
    public required long LastTicks { get; init; }

    internal IReadOnlyList<Sample> All() => _samples;

    internal string TypeOf(in Sample sample) => _types[sample.Type];

    internal IEnumerable<StackFrame> StackOf(in Sample sample) => _table.Walk(sample.Stack);

    /// <summary>Adds up the samples of a window by call site, both ends included.</summary>
    /// <param name="beginTicks">First tick.</param>
    /// <param name="endTicks">Last tick.</param>
    public WindowSamples Cut(long beginTicks, long endTicks)
    {
        var total = new AllocationEstimator();
        double unresolvedBytes = 0;
        int unresolved = 0;
        int capped = 0;
        int folded = 0;
        int quick = 0;
        foreach (ref readonly Sample sample in _samples.AsSpan())
        {
            if (sample.Ticks < beginTicks || sample.Ticks > endTicks)
                continue;
            double before = total.Bytes;
            total.Add(sample.ObjectBytes);
            bool isUnresolved = sample.Marks.HasFlag(StackMarks.Unresolved);
            unresolved += isUnresolved ? 1 : 0;
            unresolvedBytes += isUnresolved ? total.Bytes - before : 0;
            capped += sample.Marks.HasFlag(StackMarks.Capped) ? 1 : 0;
            folded += sample.Marks.HasFlag(StackMarks.Folded) ? 1 : 0;
            quick += sample.Marks.HasFlag(StackMarks.Quick) ? 1 : 0;
        }

        return new WindowSamples
        {
            Total = total,
            Sites = SiteTable.Of(CutStacks(beginTicks, endTicks)),
            UnresolvedShare = total.Samples == 0 ? 0 : unresolvedBytes / total.Bytes,
            UnresolvedSamples = unresolved,
            CappedStacksShare = (double)capped / Math.Max(1, total.Samples),
            FoldedStacksShare = (double)folded / Math.Max(1, total.Samples),
            UnoptimisedShare = (double)quick / Math.Max(1, total.Samples),
        };
    }

    /// <summary>Adds up the samples of a window by stack and type, both ends included. Windows of one trace share its table.</summary>
    /// <param name="beginTicks">First tick.</param>
    /// <param name="endTicks">Last tick.</param>
    public AllocationStacks CutStacks(long beginTicks, long endTicks)
    {
        var cells = new Dictionary<(int Stack, int Type), AllocationEstimator>();
        foreach (ref readonly Sample sample in _samples.AsSpan())
        {
            if (sample.Ticks >= beginTicks && sample.Ticks <= endTicks)
                CollectionsMarshal.GetValueRefOrAddDefault(cells, (sample.Stack, sample.Type), out _).Add(sample.ObjectBytes);
        }

        return new AllocationStacks
        {
            Table = _table,
            Types = _types,
            Cells = [.. cells.Select(c => new StackCell(c.Key.Stack, c.Key.Type, c.Value))],
        };
    }
}
