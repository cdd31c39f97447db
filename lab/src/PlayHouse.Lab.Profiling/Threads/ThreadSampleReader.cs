using System.Diagnostics;
using System.Runtime.InteropServices;
using PlayHouse.Lab.Profiling.Reading.Nettrace;

namespace PlayHouse.Lab.Profiling.Threads;

/// <summary>
/// Adds up where threads were; nothing is kept per event. One file, one thread.
/// </summary>
internal sealed class ThreadSampleReader(StackBook stacks, (long Begin, long End) window, int cellsMax)
    : StackedEventReader(stacks, EventKind.ThreadSample)
{
    /// <summary>The runtime's word for a thread inside managed code; every other one is outside.</summary>
    private const uint ManagedKind = 2;

    private readonly Dictionary<(long Thread, int Stack, bool IsManaged), int> _cells = [];
    private readonly Dictionary<long, Sighting> _threads = [];

    /// <summary>Samples whose innermost frame has no name.</summary>
    public int Unresolved { get; private set; }

    /// <summary>Samples whose root the runtime may have cut.</summary>
    public int Capped { get; private set; }

    /// <summary>Samples whose root the reader has cut.</summary>
    public int Folded { get; private set; }

    /// <summary>Samples by thread, stack and kind.</summary>
    public ThreadCell[] Cells() => [.. _cells.Select(c => new ThreadCell(c.Key.Thread, c.Key.Stack, c.Key.IsManaged, c.Value))];

    /// <summary>The threads, most managed samples first.</summary>
    public SampledThread[] Threads()
    {
        double gaps = _threads.Values.Sum(t => t.Samples - 1.0);
        double mean = gaps > 0 ? _threads.Values.Sum(t => t.SpanMs) / gaps : double.NaN;
        return
        [
            .. _threads.Select(t => new SampledThread(t.Key, t.Value.Samples, t.Value.Managed, t.Value.Samples > 1 ? t.Value.SpanMs / (t.Value.Samples - 1) : mean))
                .OrderByDescending(t => t.ManagedSamples).ThenByDescending(t => t.Samples).ThenBy(t => t.Id),
        ];
    }

    /// <inheritdoc/>
    protected override void OnEvent(in EventHeader header, SpanCursor payload)
    {
        if (header.Ticks < window.Begin || header.Ticks > window.End)
            return;
        bool isManaged = payload.UInt32() == ManagedKind;
        BookedStack stack = Stacks.Find(header.Stack, owner: null);
        Unresolved += stack.Marks.HasFlag(StackMarks.Unresolved) ? 1 : 0;
        Capped += stack.Marks.HasFlag(StackMarks.Capped) ? 1 : 0;
        Folded += stack.Marks.HasFlag(StackMarks.Folded) ? 1 : 0;
        CollectionsMarshal.GetValueRefOrAddDefault(_cells, (header.Subject, stack.Stack, isManaged), out _)++;
        if (_cells.Count > cellsMax)
            throw new FormatException($"its threads have more than {cellsMax} different stacks; trace a shorter window");
        CollectionsMarshal.GetValueRefOrAddDefault(_threads, header.Subject, out _).Add(header.Ticks, isManaged);
    }

    private struct Sighting
    {
        private long _first;
        private long _last;

        public int Samples { get; private set; }

        public int Managed { get; private set; }

        public readonly double SpanMs => ((double)_last - _first) * 1000 / Stopwatch.Frequency;

        public void Add(long ticks, bool isManaged)
        {
            // Blocks of a file are in no order of time.
            _first = Samples == 0 ? ticks : Math.Min(_first, ticks);
            _last = Samples == 0 ? ticks : Math.Max(_last, ticks);
            Samples++;
            Managed += isManaged ? 1 : 0;
        }
    }
}
