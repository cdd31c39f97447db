using System.Diagnostics;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.FastPort.Hops;

/// <summary>
/// Histograms of the hops of one side, and the last traces whole. Any thread; a lock per finished message, which only a run
/// that records pays.
/// </summary>
internal sealed class HopRecorder
{
    /// <summary>Traces kept whole: the newest replace the oldest.</summary>
    public const int TracesMax = 16 * 1024;

    private readonly Lock _lock = new();
    private readonly Hop[] _hops;
    private readonly HopHistogram[] _histograms;
    private readonly Queue<HopTrace> _traces = new();

    private HopRecorder(Hop[] hops)
    {
        _hops = hops;
        _histograms = [.. hops.Select(_ => new HopHistogram())];
    }

    /// <summary>Now, on the clock of all stamps.</summary>
    public static long Now => Stopwatch.GetTimestamp();

    /// <summary>The four hops a server sees: from the receive to the write of the response.</summary>
    public static HopRecorder ForServer() => new(
    [
        new Hop("server-parse-wait", t => t.Parsed - t.Received),
        new Hop("server-queue", t => t.Dequeued - t.Parsed),
        new Hop("server-handler", t => t.Handled - t.Dequeued),
        new Hop("server-send-wait", t => t.Written - t.Handled),
    ]);

    /// <summary>
    /// What a client sees and their sum. The middle three come from the response's header, whose stamps the server's handler
    /// makes: the server's polls and queue are in the hops before and after its own, and only the server can tell them apart.
    /// </summary>
    public static HopRecorder ForClient() => new(
    [
        new Hop("client-send-wait", t => t.Written - t.Asked),
        new Hop("until-server-handler", t => t.ServerReceived - t.Written),
        new Hop("in-server-handler", t => t.ServerAnswered - t.ServerReceived),
        new Hop("until-client-received", t => t.Received - t.ServerAnswered),
        new Hop("client-parse-wait", t => t.Parsed - t.Received),
        new Hop("round-trip", t => t.Parsed - t.Asked),
    ]);

    public void Add(HopTrace trace)
    {
        lock (_lock)
        {
            for (int i = 0; i < _hops.Length; i++)
            {
                // The other side's stamps came over the wire: a clock that is not ours must not end a loop.
                _histograms[i].Add(Math.Max(0, _hops[i].Ticks(trace)));
            }

            if (_traces.Count == TracesMax)
            {
                _traces.Dequeue();
            }

            _traces.Enqueue(trace);
        }
    }

    /// <summary>All hops in the order of the path.</summary>
    public IReadOnlyList<HopSummary> Read()
    {
        double nsPerTick = 1e9 / Stopwatch.Frequency;
        lock (_lock)
        {
            return
            [
                .. _hops.Zip(
                    _histograms,
                    (hop, h) =>
                        new HopSummary(hop.Name, h.Count, h.Mean * nsPerTick, h.Quantile(0.5) * nsPerTick, h.Quantile(0.99) * nsPerTick))
            ];
        }
    }

    /// <summary>The last traces, oldest first.</summary>
    public IReadOnlyList<HopTrace> ReadTraces()
    {
        lock (_lock)
        {
            return [.. _traces];
        }
    }

    private sealed record Hop(string Name, Func<HopTrace, long> Ticks);
}
