using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>Counts exceptions by type and call site. A rethrow is a throw. One thread.</summary>
internal sealed class ExceptionTally
{
    private const string NoType = "(unknown type)";

    private readonly WindowClock _clock;
    private readonly EventSites _sites;
    private readonly SiteTally<(string Type, string Site, string? Source), Throws> _throws =
        new((RuntimeProfile.OtherSites, RuntimeProfile.OtherSites, null));

    public ExceptionTally(TraceEventDispatcher source, WindowClock clock, EventSites sites)
    {
        (_clock, _sites) = (clock, sites);
        source.Clr.ExceptionStart += Add;
    }

    public IReadOnlyList<ExceptionSite> Sites() =>
    [
        .. _throws.Cells
            .Select(c => new ExceptionSite(c.Key.Type, c.Key.Site, c.Key.Source, c.Value.Count))
            .OrderByDescending(s => s.Count).ThenBy(s => s.Type, StringComparer.Ordinal)
            .ThenBy(s => s.Site, StringComparer.Ordinal).ThenBy(s => s.Source, StringComparer.Ordinal),
    ];

    private void Add(ExceptionTraceData e)
    {
        if (!_clock.Holds(e))
            return;
        CallSite site = _sites.Of(e.CallStackIndex());
        string type = string.IsNullOrEmpty(e.ExceptionType) ? NoType : e.ExceptionType;
        _throws.At((type, site.Site, site.Source)).Count++;
    }

    private sealed class Throws
    {
        public int Count { get; set; }
    }
}
