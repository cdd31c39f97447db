using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>
/// Adds up waits for locks by call site. The start has the stack, the stop has the length, and a thread waits for one lock at a
/// time. One thread.
/// </summary>
internal sealed class ContentionTally
{
    private readonly WindowClock _clock;
    private readonly EventSites _sites;
    private readonly SiteTally<(string Site, string? Source), Waits> _waits = new((RuntimeProfile.OtherSites, null));

    /// <summary>Where each waiting thread waits; null for a wait outside the window.</summary>
    private readonly Dictionary<int, Waits?> _waiting = [];

    public ContentionTally(TraceEventDispatcher source, WindowClock clock, EventSites sites)
    {
        (_clock, _sites) = (clock, sites);
        source.Clr.ContentionStart += Begin;
        source.Clr.ContentionStop += End;
    }

    public int Unfinished => _waiting.Values.Count(w => w is not null);

    public IReadOnlyList<ContentionSite> Sites() =>
    [
        .. _waits.Cells
            .Select(c => new ContentionSite(c.Key.Site, c.Key.Source, c.Value.Count, c.Value.TotalMs, c.Value.MaxMs))
            .OrderByDescending(s => s.WaitMs).ThenByDescending(s => s.Count)
            .ThenBy(s => s.Site, StringComparer.Ordinal).ThenBy(s => s.Source, StringComparer.Ordinal),
    ];

    private void Begin(ContentionStartTraceData e)
    {
        Waits? waits = null;
        if (_clock.Holds(e))
        {
            CallSite site = _sites.Of(e.CallStackIndex());
            waits = _waits.At((site.Site, site.Source));
            waits.Count++;
        }
        _waiting[e.ThreadID] = waits;
    }

    private void End(ContentionStopTraceData e)
    {
        if (!_waiting.Remove(e.ThreadID, out Waits? waits) || waits is null)
            return;
        double ms = Math.Max(0, e.DurationNs) / 1e6;
        waits.TotalMs += ms;
        waits.MaxMs = Math.Max(waits.MaxMs, ms);
    }

    private sealed class Waits
    {
        public int Count { get; set; }

        public double TotalMs { get; set; }

        public double MaxMs { get; set; }
    }
}
