using System.Diagnostics;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using PlayHouse.Lab.Profiling.Reading;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>
/// Adds up the moments in which collections stop the program. Other reasons to stop it (a debugger, an exact counter) are not
/// collections and do not count. One thread.
/// </summary>
internal sealed class PauseTally
{
    private readonly WindowClock _clock;

    /// <summary>Stops under way by thread: two threads may wish to stop the program at once, only one has its wish.</summary>
    private readonly Dictionary<int, Stop> _stops = [];

    public PauseTally(TraceEventDispatcher source, WindowClock clock)
    {
        _clock = clock;
        source.Clr.GCSuspendEEStart += e =>
        {
            if (e.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep)
                _stops[e.ThreadID] = new Stop { Wished = ConvertedTrace.Ticks(e) };
            else
                _stops.Remove(e.ThreadID);
        };
        source.Clr.GCSuspendEEStop += e => Update(e, static (stop, ticks) => stop.Stopped = ticks);
        source.Clr.GCRestartEEStart += e => Update(e, static (stop, ticks) => stop.Restarting = ticks);
        source.Clr.GCRestartEEStop += End;
    }

    public PauseTotals Totals { get; private set; }

    public double LeastMs { get; private set; }

    public double MostMs { get; private set; }

    private void Update(TraceEvent e, Action<Stop, long> set)
    {
        if (_stops.TryGetValue(e.ThreadID, out Stop? stop))
            set(stop, ConvertedTrace.Ticks(e));
    }

    private void End(TraceEvent e)
    {
        if (!_stops.Remove(e.ThreadID, out Stop? stop) || stop.Stopped == 0 || stop.Restarting == 0)
            return;
        long end = ConvertedTrace.Ticks(e);
        double whole = Ms(end - stop.Wished);
        if (_clock.Holds(stop.Wished))
            Totals = new PauseTotals(Totals.Count + 1, Totals.TotalMs + whole, Math.Max(Totals.MaxMs, whole));
        if (_clock.IsSurelyInside(stop.Wished, end))
            LeastMs += Ms(stop.Restarting - stop.Stopped);
        if (_clock.MayBeInside(stop.Wished, end))
            MostMs += whole;
    }

    private static double Ms(long ticks) => ticks * 1e3 / Stopwatch.Frequency;

    private sealed class Stop
    {
        public long Wished { get; init; }

        public long Stopped { get; set; }

        public long Restarting { get; set; }
    }
}
