namespace PlayHouse.Engine.Diagnostics.Hops;

/// <summary>
/// Histograms of the hops of one server. Each processor has its own, so that sessions that end a message at the same time
/// rarely wait for each other. Any thread.
/// </summary>
internal sealed class HopRecorder
{
    private const int PartsMax = 16;

    private static readonly string[] Names =
        ["client-sent→received", "received→enqueued", "enqueued→dequeued", "dequeued→handled", "handled→written"];

    private readonly EngineCounters _counters;
    private readonly Part[] _parts;

    public HopRecorder(EngineCounters counters)
    {
        _counters = counters;
        _parts = [.. Enumerable.Range(0, Math.Clamp(Environment.ProcessorCount, 1, PartsMax)).Select(_ => new Part())];
    }

    private Part Own => _parts[Thread.GetCurrentProcessorId() % _parts.Length];

    /// <summary>Adds the way of one message to the server.</summary>
    public void AddSent(long ns)
    {
        Part part = Own;
        lock (part.Gate)
        {
            part.Hops[0].Add(ns);
        }
    }

    /// <summary>Adds <paramref name="messages"/> messages whose replies have left: to each hop of the server once.</summary>
    public void Add(in HopStamps stamps, long writtenNs, int messages)
    {
        Part part = Own;
        lock (part.Gate)
        {
            part.Hops[1].Add(Math.Max(0, stamps.Enqueued - stamps.Received), messages);
            part.Hops[2].Add(Math.Max(0, stamps.Dequeued - stamps.Enqueued), messages);
            part.Hops[3].Add(Math.Max(0, stamps.Handled - stamps.Dequeued), messages);

            // A reply that left before its slot ended did not wait.
            part.Hops[4].Add(Math.Max(0, writtenNs - stamps.Handled), messages);
        }
    }

    /// <summary>Counts messages that found no room among those under way.</summary>
    public void Drop(int messages) => _counters.Count(EngineCounter.HopsDropped, messages);

    /// <summary>All hops in the order of the path; the first one only if a message told when it was sent.</summary>
    public IReadOnlyList<HopSummary> Read()
    {
        HopHistogram[] sums = [.. Names.Select(_ => new HopHistogram())];
        foreach (Part part in _parts)
        {
            lock (part.Gate)
            {
                for (int i = 0; i < sums.Length; i++)
                {
                    sums[i].Add(part.Hops[i]);
                }
            }
        }

        return [.. Names.Zip(sums, Summarize).Where((hop, i) => i > 0 || hop.Count > 0)];
    }

    /// <summary>Forgets everything recorded; messages under way are recorded when their replies leave.</summary>
    public void Reset()
    {
        foreach (Part part in _parts)
        {
            lock (part.Gate)
            {
                Array.ForEach(part.Hops, h => h.Clear());
            }
        }
    }

    private static HopSummary Summarize(string name, HopHistogram hop) =>
        new(name, hop.Count, hop.Mean, hop.Quantile(0.5), hop.Quantile(0.99));

    private sealed class Part
    {
        public Lock Gate { get; } = new();

        public HopHistogram[] Hops { get; } = [.. Names.Select(_ => new HopHistogram())];
    }
}
