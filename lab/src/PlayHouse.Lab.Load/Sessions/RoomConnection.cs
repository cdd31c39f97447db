using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>A member of a room: has to receive everything that is published there, in order.</summary>
internal sealed class RoomConnection : Connection
{
    private readonly DeliveryLedger _ledger;
    private readonly SendBuffer? _output;

    public RoomConnection(LoadContext context, int number, Transport transport, PublishedTimeline timeline, SendBuffer? output)
        : base(context, number, transport, context.Load.Depth)
    {
        _ledger = new DeliveryLedger(timeline);
        _output = output;
    }

    /// <inheritdoc/>
    public override int Outstanding => _ledger.Outstanding;

    public DeliveryLedger Ledger => _ledger;

    /// <summary>Publishing thread, on the member that publishes: hands the socket what it takes.</summary>
    public void Send() => Write(_output!);

    /// <inheritdoc/>
    public override void OnWritable()
    {
        if (_output is not null)
        {
            Write(_output);
        }
    }

    /// <summary>Publishing thread: gives up what was sent at or before this time.</summary>
    public void GiveUpSentBefore(long sentNs, long nowNs)
    {
        if (IsAlive)
        {
            _ledger.GiveUpSentBefore(sentNs, nowNs, Context.Recorder);
        }
    }

    /// <inheritdoc/>
    protected override void OnReply(in WireReply reply, long receivedNs, ReplyRecorder recorder) =>
        _ledger.Accept(Reader, reply, receivedNs, Context.Window, recorder);

    /// <inheritdoc/>
    protected override void OnOversized(long receivedNs) => _ledger.CountStray(receivedNs, Context.Window);

    /// <summary>A lost member is owed everything that is still published, so its account is settled at the end, when no member publishes.</summary>
    protected override void GiveUpAll(long nowNs)
    {
        if (IsClosed)
        {
            _ledger.GiveUpAll(nowNs, Context.Recorder);
        }
    }
}
