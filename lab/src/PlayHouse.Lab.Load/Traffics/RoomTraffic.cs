using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>
/// One connection publishes, every connection receives. A message is one delivery: what is published counts once for each
/// connection, also for those that are lost by then.
/// </summary>
internal sealed class RoomTraffic : AnsweredTraffic
{
    // In closed loop what comes back is looked at this often: looking at all members for each would cost more than it shows.
    private const long TendEveryNs = 100_000;

    private readonly RoomConnection[] _members;
    private readonly PublishedTimeline _timeline;
    private readonly RequestWriter _writer;
    private readonly SendBuffer _output;
    private readonly RequestSlot[] _staged;
    private readonly WaitingArrivals _skipped = new();
    private LoadCounts _sentAll;
    private LoadCounts _sentMeasured;
    private long _slowest;
    private int _stagedCount;

    /// <summary>Takes over open connections and begins to receive.</summary>
    public RoomTraffic(LoadContext context, Transport[] transports, ulong seed)
        : base(context, ArrivalSchedule.Of(context.Load, 1, (context.Load.RatePerSecond ?? 0) / transports.Length, seed))
    {
        int depth = context.Load.Depth;
        _timeline = new PublishedTimeline(depth);
        _staged = new RequestSlot[depth];
        _writer = context.Wire.CreateWriter(0);
        _output = new SendBuffer((int)Math.Min(Array.MaxLength, (long)_writer.RequestBytesMax * depth));
        _members = new RoomConnection[transports.Length];
        for (int i = 0; i < transports.Length; i++)
        {
            _members[i] = new RoomConnection(context, i, transports[i], _timeline, i == 0 ? _output : null);
        }

        foreach (RoomConnection member in _members)
        {
            member.Start();
        }
    }

    /// <inheritdoc/>
    public override bool HasOutstanding => Slowest() < _timeline.Tail;

    private RoomConnection Publisher => _members[0];

    private long NextIndex => _timeline.Tail + _stagedCount;

    /// <inheritdoc/>
    public override void Offer(int stream, long dueNs, long nowNs, bool isMeasured)
    {
        if (!HasRoom(nowNs) || !TryStage(dueNs, isMeasured))
        {
            Book(isMeasured, new LoadCounts { Offered = _members.Length, Skipped = _members.Length });
            if (isMeasured)
            {
                _skipped.Add(dueNs, _members.Length);
            }
        }
    }

    /// <inheritdoc/>
    public override void Flush()
    {
        if (_stagedCount == 0)
        {
            return;
        }

        long sentNs = Context.NowNs();
        for (int i = 0; i < _stagedCount; i++)
        {
            RequestSlot slot = _staged[i] with { SentNs = sentNs };
            if (slot.IsMeasured && Context.IsOpenLoop)
            {
                Context.Lateness.Record(sentNs - slot.DueNs);
            }

            _timeline.Publish(slot);
        }

        if (_stagedCount > 0 && !_skipped.IsEmpty)
        {
            _skipped.Resolve(sentNs, Context.Recorder);
        }

        _stagedCount = 0;
        Publisher.Send();
    }

    /// <inheritdoc/>
    public override long Tend(long nowNs)
    {
        bool isMeasured = Context.Window?.Contains(nowNs) ?? false;
        while (Context.IsSending && HasRoom(nowNs) && TryStage(nowNs, isMeasured))
        {
        }

        Flush();
        return TendEveryNs;
    }

    /// <inheritdoc/>
    public override (LoadCounts All, LoadCounts Measured) Count()
    {
        LoadCounts all = _sentAll;
        LoadCounts measured = _sentMeasured;
        foreach (RoomConnection member in _members)
        {
            all.Add(member.Ledger.Total);
            measured.Add(member.Ledger.Measured);
        }

        return (all, measured);
    }

    /// <inheritdoc/>
    public override void Settle(long nowNs)
    {
        _skipped.Resolve(nowNs, Context.Recorder);
        foreach (RoomConnection member in _members)
        {
            member.GiveUpSentBefore(long.MaxValue, nowNs);
        }
    }

    /// <inheritdoc/>
    public override TrafficReport Report() => new()
    {
        Measured = Count().Measured,
        Connections = _members.Length,
        LossReasons = TrafficReport.LossesOf(_members),
        Unbalanced = _members.Count(m => !IsBalanced(m)) + (IsOffered(_sentAll) && IsOffered(_sentMeasured) ? 0 : 1),
        MessagesAtOnce = _members.Length,
    };

    /// <inheritdoc/>
    protected override void EndConnections()
    {
        _skipped.Resolve(Context.NowNs(), Context.Recorder);
        foreach (RoomConnection member in _members)
        {
            member.Dispose();
        }
    }

    private static bool IsOffered(in LoadCounts counts) => counts.Offered == counts.Sent + counts.Skipped;

    // Each member has received or lost everything that was published.
    private bool IsBalanced(RoomConnection member)
    {
        LoadCounts all = member.Ledger.Total;
        LoadCounts measured = member.Ledger.Measured;
        return member.Outstanding == 0
            && all.Received + all.Lost == _sentAll.Sent / _members.Length
            && measured.Received + measured.Lost == _sentMeasured.Sent / _members.Length;
    }

    private bool HasRoom(long nowNs)
    {
        if (Publisher.IsLost)
        {
            return false;
        }

        if (NextIndex - _slowest < Context.Depth || NextIndex - (_slowest = Slowest()) < Context.Depth)
        {
            return true;
        }

        // At the cap: what waits too long is given up, member by member, and then does not keep the others waiting.
        foreach (RoomConnection member in _members)
        {
            if (!member.IsLost && member.Outstanding > 0)
            {
                member.GiveUpSentBefore(nowNs - LoadLimits.RequestTimeoutNs, nowNs);
            }
        }

        _slowest = Slowest();
        return NextIndex - _slowest < Context.Depth;
    }

    /// <summary>The oldest message that a living member has not received; the next one when there is none.</summary>
    private long Slowest()
    {
        long slowest = _timeline.Tail;
        foreach (RoomConnection member in _members)
        {
            if (!member.IsLost)
            {
                slowest = Math.Min(slowest, member.Ledger.OldestIndex);
            }
        }

        return slowest;
    }

    private bool TryStage(long dueNs, bool isMeasured)
    {
        Span<byte> frame = _output.Reserve(_writer.RequestBytesMax);
        if (frame.IsEmpty)
        {
            return false;
        }

        _output.Commit(_writer.Write(frame, NextIndex));
        _staged[_stagedCount++] = new RequestSlot { DueNs = dueNs, IsMeasured = isMeasured };
        Book(isMeasured, new LoadCounts { Offered = _members.Length, Sent = _members.Length });
        return true;
    }

    private void Book(bool isMeasured, in LoadCounts counts)
    {
        _sentAll.Add(counts);
        if (isMeasured)
        {
            _sentMeasured.Add(counts);
        }
    }
}
