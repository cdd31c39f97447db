using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>One connection with requests of its own: sends them, checks the replies, keeps the books of both.</summary>
/// <remarks>
/// One thread sends, by the clock, and receives. In closed loop what is received sends, too.
/// </remarks>
internal sealed class LoadConnection : Connection
{
    private readonly RequestLedger _ledger;
    private readonly RequestWriter _writer;
    private readonly SendBuffer _output;
    private readonly WaitingArrivals _skipped = new();

    public LoadConnection(LoadContext context, int number, Transport transport)
        : base(context, number, transport, context.Load.Depth)
    {
        _ledger = new RequestLedger(context.Load.Depth);
        _writer = context.Wire.CreateWriter(number);
        _output = new SendBuffer((int)Math.Min(Array.MaxLength, (long)_writer.RequestBytesMax * context.Load.Depth));
    }

    /// <inheritdoc/>
    public override int Outstanding => _ledger.Outstanding;

    public RequestLedger Ledger => _ledger;

    /// <summary>Open loop, sender: a request is due. True when it waits for <see cref="Flush"/> as the first of its batch.</summary>
    public bool Offer(long dueNs, long nowNs, bool isMeasured)
    {
        _ledger.Offer(isMeasured);
        if (IsLost || !HasRoom(nowNs) || !TryStage(dueNs, isMeasured))
        {
            Skip(dueNs, isMeasured);
            return false;
        }

        return _ledger.Staged == 1;
    }

    /// <summary>Open loop, sender: writes all staged requests at once.</summary>
    public void Flush()
    {
        long sentNs = Context.NowNs();
        for (long i = _ledger.NextIndex - _ledger.Staged; i < _ledger.NextIndex; i++)
        {
            ref readonly RequestSlot slot = ref _ledger.SlotOf(i);
            if (slot.IsMeasured)
            {
                Context.Lateness.Record(sentNs - slot.DueNs);
            }
        }

        if (!_skipped.IsEmpty)
        {
            // What came while nothing was taken has waited until now, and would have waited longer.
            _skipped.Resolve(sentNs, Context.Recorder);
        }

        StampStaged(sentNs);
        _ledger.Publish(sentNs);
        Write(_output);
    }

    /// <summary>Closed loop: gives up what waits too long, sends up to the depth, tries again what was blocked.</summary>
    public void Tend(long nowNs)
    {
        long waitsSinceNs = nowNs - LoadLimits.RequestTimeoutNs;
        if (!IsBlocked && _ledger.Outstanding > 0 && _ledger.SlotOf(_ledger.OldestIndex).SentNs > waitsSinceNs)
        {
            return;
        }

        if (IsAlive)
        {
            _ledger.GiveUpSentBefore(waitsSinceNs, nowNs, Context.Recorder);
            Refill();
        }
    }

    /// <summary>Sender, between two turns: gives up what is outstanding, settles what was not sent. Nothing is received meanwhile.</summary>
    public void Settle(long nowNs)
    {
        _ledger.GiveUpAll(nowNs, Context.Recorder);
        _skipped.Resolve(nowNs, Context.Recorder);
    }

    /// <inheritdoc/>
    public override void OnWritable() => Write(_output);

    /// <inheritdoc/>
    protected override void OnReply(in WireReply reply, long receivedNs, ReplyRecorder recorder) =>
        _ledger.Accept(Reader, reply, receivedNs, Context.Window, recorder);

    /// <inheritdoc/>
    protected override void OnOversized(long receivedNs) => _ledger.CountStray(receivedNs, Context.Window);

    /// <inheritdoc/>
    protected override void GiveUpAll(long nowNs)
    {
        _ledger.GiveUpAll(nowNs, Context.Recorder);
        if (IsClosed)
        {
            _skipped.Resolve(nowNs, Context.Recorder);
        }
    }

    /// <inheritdoc/>
    protected override void OnReceived()
    {
        if (!Context.IsOpenLoop)
        {
            Refill();
        }
    }

    private bool HasRoom(long nowNs)
    {
        if (_ledger.HasRoomUnder(Context.Depth))
        {
            return true;
        }

        // At the cap: the oldest may have waited too long. Looking only here costs nothing while replies come.
        if (_ledger.Outstanding == 0 || _ledger.SlotOf(_ledger.OldestIndex).SentNs > nowNs - LoadLimits.RequestTimeoutNs)
        {
            return false;
        }

        _ledger.GiveUpSentBefore(nowNs - LoadLimits.RequestTimeoutNs, nowNs, Context.Recorder);
        return _ledger.HasRoomUnder(Context.Depth);
    }

    private void Skip(long dueNs, bool isMeasured)
    {
        _ledger.Skip(isMeasured);
        if (isMeasured)
        {
            _skipped.Add(dueNs, 1);
        }
    }

    private bool TryStage(long dueNs, bool isMeasured)
    {
        Span<byte> frame = _output.Reserve(_writer.RequestBytesMax);
        if (frame.IsEmpty)
        {
            return false;
        }

        _output.Commit(_writer.Write(frame, _ledger.NextIndex));
        _ledger.Stage(dueNs, isMeasured);
        return true;
    }

    // All frames of a connection that are stamped have one length, and those that are staged are the last ones in the buffer.
    private void StampStaged(long sentNs)
    {
        if (!_writer.StampsTime)
        {
            return;
        }

        int frameBytes = _writer.RequestBytesMax;
        for (Span<byte> staged = _output.Last(_ledger.Staged * frameBytes); !staged.IsEmpty; staged = staged[frameBytes..])
        {
            _writer.Stamp(staged[..frameBytes], sentNs);
        }
    }

    // Closed loop: the replies of one receive are answered by one write.
    private void Refill()
    {
        long nowNs = Context.NowNs();
        bool isMeasured = Context.Window?.Contains(nowNs) ?? false;
        while (Context.IsSending && _ledger.HasRoomUnder(Context.Depth))
        {
            if (!TryStage(nowNs, isMeasured))
            {
                break;
            }

            _ledger.Offer(isMeasured);
        }

        StampStaged(nowNs);
        _ledger.Publish(nowNs);
        Write(_output);
    }
}
