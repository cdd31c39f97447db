using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Reading;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>Lists how the thread pool changed its size, with the runtime's reasons. One thread.</summary>
internal sealed class PoolTally
{
    private readonly WindowClock _clock;
    private readonly CappedList<PoolChange> _changes = new(RuntimeProfile.PoolChangesMax);

    public PoolTally(TraceEventDispatcher source, WindowClock clock)
    {
        _clock = clock;
        source.Clr.ThreadPoolWorkerThreadAdjustmentAdjustment += e =>
        {
            Starvations += e.Reason == ThreadAdjustmentReason.Starvation && clock.Holds(e) ? 1 : 0;
            Add(e, e.NewWorkerThreadCount, RuntimeWords.Of(e.Reason));
        };
        source.Clr.ThreadPoolWorkerThreadStart += e => Add(e, e.ActiveWorkerThreadCount, "thread-started");
        source.Clr.ThreadPoolWorkerThreadStop += e => Add(e, e.ActiveWorkerThreadCount, "thread-ended");
    }

    public IReadOnlyList<PoolChange> Changes => _changes.Items;

    public int NotListed => _changes.NotListed;

    public int Starvations { get; private set; }

    private void Add(TraceEvent e, int threads, string reason)
    {
        if (_clock.Holds(e))
            _changes.Add(new PoolChange(_clock.AtMs(ConvertedTrace.Ticks(e)), threads, reason));
    }
}
