using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Load.Accounting;

/// <summary>What one receiving thread records: histograms of its own, so that threads never share a line or a lock.</summary>
internal sealed class ReplyRecorder
{
    private long _arrived;
    private long _censored;

    /// <summary>From due to received.</summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>From sent to received.</summary>
    public LatencyHistogram Service { get; } = new();

    /// <summary>Right replies that arrived inside the window, whenever their requests were due; any thread may read.</summary>
    public long Arrived => Volatile.Read(ref _arrived);

    /// <summary>Entries of <see cref="Latency"/> that are lower bounds; any thread may read.</summary>
    public long Censored => Volatile.Read(ref _censored);

    /// <summary>
    /// So many messages of the window were due at this time and have no end yet: each counts as at least the time until now. An
    /// arrival left out because it was not sent, or because no reply came, would make the slowest moments the best ones.
    /// </summary>
    public void RecordCensored(long dueNs, long nowNs, long count)
    {
        _censored += count;
        Latency.Record(nowNs - dueNs, count);
    }

    /// <summary>Forgets everything; nothing is received meanwhile.</summary>
    public void Clear()
    {
        (_arrived, _censored) = (0, 0);
        Latency.Clear();
        Service.Clear();
    }

    /// <summary>A right reply arrived.</summary>
    public void Record(in RequestSlot slot, long receivedNs, bool isInWindow)
    {
        if (isInWindow)
        {
            _arrived++;
        }

        if (slot.IsMeasured)
        {
            Latency.Record(receivedNs - slot.DueNs);
            Service.Record(receivedNs - slot.SentNs);
        }
    }
}
