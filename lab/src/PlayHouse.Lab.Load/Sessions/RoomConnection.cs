using System.Net.Sockets;
using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>A member of a room: has to receive everything that is published there, in order.</summary>
internal sealed class RoomConnection : Connection
{
    private readonly DeliveryLedger _ledger;

    public RoomConnection(LoadContext context, int number, Socket socket, PublishedTimeline timeline)
        : base(context, number, socket, context.Load.Depth) => _ledger = new DeliveryLedger(timeline);

    /// <inheritdoc/>
    public override int Outstanding => _ledger.Outstanding;

    public DeliveryLedger Ledger => _ledger;

    /// <summary>Publishing thread, on the member that publishes: hands the socket what it takes.</summary>
    public void Send(SendBuffer output) => Write(output);

    /// <summary>Publishing thread: gives up what was sent at or before this time.</summary>
    public void GiveUpSentBefore(long sentNs)
    {
        EnterGate();
        if (IsAlive)
        {
            _ledger.GiveUpSentBefore(sentNs);
        }

        ExitGate();
    }

    /// <inheritdoc/>
    protected override void OnReply(in WireReply reply, long receivedNs, ReplyRecorder recorder) =>
        _ledger.Accept(Reader, reply, receivedNs, Context.Window, recorder);

    /// <inheritdoc/>
    protected override void OnOversized(long receivedNs) => _ledger.CountStray(receivedNs, Context.Window);

    /// <summary>A lost member is owed everything that is still published, so its account is settled at the end, when nobody publishes.</summary>
    protected override void GiveUpAll()
    {
        if (IsClosed)
        {
            _ledger.GiveUpAll();
        }
    }
}
