using System.Net.Sockets;
using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Hops;

namespace PlayHouse.FastPort.Sessions;

/// <summary>What the loops share, how they start and how they end.</summary>
internal sealed partial class Session<TWakeUp, TLock, TReceiveBuffer, TMailbox, THandler>
{
    private readonly SessionParts _parts;
    private readonly FastPortLimits _limits;
    private readonly HopRecorder? _recorder;
    private readonly StampTrail<long>? _receiveStamps;
    private readonly StampTrail<HopTrace>? _sendStamps;
    private readonly GuardedBuffer<TLock, TReceiveBuffer> _inbound;
    private readonly GuardedBuffer<TLock, TReceiveBuffer> _outbound;
    private readonly SocketOperation _receive = new();
    private readonly SocketOperation _send = new();
    private readonly PacketCutter<TLock, TReceiveBuffer> _cutter;
#pragma warning disable IDE0044 // Strategies may be mutable structs: they are called on the field.
    private TMailbox _queue;
    private THandler _handler;
    private TWakeUp _parseWakeUp;
    private TWakeUp _sendWakeUp;
    private TWakeUp _receiveRoom;
    private TWakeUp _queueRoom;
#pragma warning restore IDE0044
    private byte[] _scratch = [];
    private int _queuedBytes;
    private bool _isReceiveEnded;
    private bool _isHandleEnded;
    private long _outboundBytes;
    private LoopCounts _received;
    private LoopCounts _parsed;
    private LoopCounts _handled;
    private LoopCounts _sent;

    public Session(Socket socket, SessionParts parts, THandler handler)
        : base(socket)
    {
        _parts = parts;
        _limits = parts.Limits;
        _recorder = parts.Recorder;
        _handler = handler;
        if (_recorder is not null)
        {
            _receiveStamps = new StampTrail<long>();
            _sendStamps = new StampTrail<HopTrace>();
        }

        _inbound = new GuardedBuffer<TLock, TReceiveBuffer>(parts.InitialBytes, _limits.ReceiveBufferBytesMax);
        _cutter = new PacketCutter<TLock, TReceiveBuffer>(_inbound, _limits.FrameBytesMax);
        _outbound = new GuardedBuffer<TLock, TReceiveBuffer>(parts.InitialBytes, _limits.SendBufferBytesMax);
        _queue = TMailbox.Create(parts.Mailbox, parts.WakeUp);
        _parseWakeUp = TWakeUp.Create(parts.WakeUp);
        _sendWakeUp = TWakeUp.Create(parts.WakeUp);
        _receiveRoom = TWakeUp.Create(parts.WakeUp);
        _queueRoom = TWakeUp.Create(parts.WakeUp);
    }

    public override void Start(Action<Session> ended) => Completion = RunAsync(ended);

    public override bool TrySend(ReadOnlySpan<byte> frame, HopTrace? trace)
    {
        if (IsClosed)
        {
            return false;
        }

        if (trace is not null)
        {
            // Noted before the bytes can be seen: the send loop may take them at once.
            _outboundBytes += frame.Length;
            trace.Handled = HopRecorder.Now;
            _sendStamps!.Add(_outboundBytes, trace);
        }

        if (!_outbound.TryWriteAll(frame))
        {
            Close(CloseReason.SendBufferFull);
            return false;
        }

        _sendWakeUp.Signal();
        return true;
    }

    public override void AddTo(SessionCounts counts)
    {
        counts.Add("seam.mailbox", Volatile.Read(ref _handled.Messages));
        counts.Add("seam.wake-up", Volatile.Read(ref _parsed.Messages));
        counts.Add("seam.lock", TReceiveBuffer.SynchronizesItself ? 0 : Volatile.Read(ref _parsed.Messages));
        counts.Add("seam.receive-buffer", Volatile.Read(ref _parsed.Messages));
        counts.Add("messages.completed", Volatile.Read(ref _handled.Completed));
        counts.Add("socket.reads", Volatile.Read(ref _received.SocketCalls));
        counts.Add("socket.writes", Volatile.Read(ref _sent.SocketCalls));
        counts.Add("bytes.in", Volatile.Read(ref _received.Bytes));
        counts.Add("bytes.out", Volatile.Read(ref _sent.Bytes));
        counts.Add("lock.entries", _inbound.LockEntries + _outbound.LockEntries);
        counts.Add("wake-up.waits", Volatile.Read(ref _received.Waits) + Volatile.Read(ref _parsed.Waits) + Volatile.Read(ref _sent.Waits));
        counts.Add("receive-buffer.pauses", Volatile.Read(ref _received.Pauses));
        counts.Add("queue.pauses", Volatile.Read(ref _parsed.Pauses));
        _inbound.AddTo(counts);
        _outbound.AddTo(counts);
        _queue.AddTo(counts);
        _parseWakeUp.AddTo(counts);
        _sendWakeUp.AddTo(counts);
        _receiveRoom.AddTo(counts);
        _queueRoom.AddTo(counts);
    }

    protected override void WakeAll()
    {
        _parseWakeUp.Signal();
        _sendWakeUp.Signal();
        _receiveRoom.Signal();
        _queueRoom.Signal();
        _queue.Complete();
    }

    private async Task RunAsync(Action<Session> ended)
    {
        await Task.WhenAll(
            GuardAsync(ReceiveAsync),
            GuardAsync(ParseAsync),
            GuardAsync(_parts.IsTaskPerPacket ? HandleByTasksAsync : HandleAsync),
            GuardAsync(SendAsync));

        // Memory goes last: a sender from outside may still be copying, and the callback can wait for it.
        ended(this);
        Release();
    }

    /// <summary>
    /// Loops run on the thread pool, away from the context of the caller that started them; a defect in one closes this connection only.
    /// </summary>
    private Task GuardAsync(Func<Task> loop) => Task.Run(async () =>
    {
        try
        {
            await loop();
        }
        catch (Exception)
        {
            Close(CloseReason.Faulted);
        }
    });

    private void Release()
    {
        while (_queue.TryDequeue(out Packet packet))
        {
            packet.Release();
        }

        _inbound.Release();
        _outbound.Release();
        _receive.Dispose();
        _send.Dispose();
    }
}
