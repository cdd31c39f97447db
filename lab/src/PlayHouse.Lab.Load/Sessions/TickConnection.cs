using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>A member of a room that sends nothing and receives the room's state at each step.</summary>
internal sealed class TickConnection : Connection
{
    // What may wait in the socket while this connection had no turn.
    private const int StatesAtOnce = 16;

    // The window is known a moment after it has begun, and after seconds where the machine gives its thread no turn.
    private const int UndecidedMax = 256;

    private readonly StepTimeline _timeline;
    private readonly StatePayload _payload;
    private readonly StepSequence _sequence = new();
    private readonly Queue<Push> _undecided = new(UndecidedMax);
    private long _lastSentNs;

    public TickConnection(LoadContext context, int number, Transport transport, StepTimeline timeline)
        : base(context, number, transport, StatesAtOnce)
    {
        _timeline = timeline;
        _payload = new StatePayload(context.Load.PayloadBytes);
    }

    /// <summary>Nothing was asked for, so nothing is owed; what is missing shows when a later step comes.</summary>
    public override int Outstanding => 0;

    /// <summary>When the latest step received began; any thread.</summary>
    public long LastSentNs => Volatile.Read(ref _lastSentNs);

    /// <summary>Steps received; at rest.</summary>
    public long Taken => _sequence.Taken;

    /// <summary>Pushes of the window whose id, order or bytes were wrong; at rest.</summary>
    public long Wrong { get; private set; }

    /// <inheritdoc/>
    protected override void OnReply(in WireReply reply, long receivedNs, ReplyRecorder recorder)
    {
        if (!reply.IsExpected || reply.ErrorCode != 0 || !_payload.TryRead(reply.Payload, out RoomState state) || !IsPossible(state, receivedNs))
        {
            CountWrong(receivedNs);
            return;
        }

        StepOrder order = _sequence.Take(state.Step, receivedNs);
        bool isRight = order != StepOrder.Impossible && _timeline.See(state.Step, state.SentNs) && order == StepOrder.Next && state.HasRightData;
        Volatile.Write(ref _lastSentNs, Math.Max(_lastSentNs, state.SentNs));
        var push = new Push(state.SentNs, receivedNs, isRight);
        if (Context.Window is { } window)
        {
            Settle(window, recorder);
            Count(push, window, recorder);
            return;
        }

        if (_undecided.Count == UndecidedMax)
        {
            _undecided.Dequeue();
        }

        _undecided.Enqueue(push);
    }

    /// <summary>Counts what came before the window was known, by when it came.</summary>
    public void Settle(MeasuredWindow window, ReplyRecorder recorder)
    {
        while (_undecided.TryDequeue(out Push push))
        {
            Count(push, window, recorder);
        }
    }

    private void Count(in Push push, MeasuredWindow window, ReplyRecorder recorder)
    {
        if (!push.IsRight)
        {
            CountWrong(push.SentNs);
            return;
        }

        var slot = new RequestSlot { DueNs = push.SentNs, SentNs = push.SentNs, IsMeasured = window.Contains(push.SentNs) };
        recorder.Record(slot, push.ReceivedNs, window.Contains(push.ReceivedNs));
    }

    /// <inheritdoc/>
    protected override void OnOversized(long receivedNs) => CountWrong(receivedNs);

    /// <inheritdoc/>
    protected override void GiveUpAll(long nowNs)
    {
    }

    private bool IsPossible(in RoomState state, long receivedNs) => state.SentNs <= receivedNs && _timeline.CanHold(state.Step);

    private readonly record struct Push(long SentNs, long ReceivedNs, bool IsRight);

    // A push that says when it began counts by that, any other by its arrival: the room continues after the window.
    private void CountWrong(long timeNs) => Wrong += Context.Window?.Contains(timeNs) == true ? 1 : 0;
}
