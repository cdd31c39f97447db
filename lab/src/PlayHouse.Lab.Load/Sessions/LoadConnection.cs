using System.Net.Sockets;
using PlayHouse.Engine.Client;
using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>One authenticated connection: sends requests, checks replies, keeps the books of both.</summary>
/// <remarks>
/// In open loop the pacing thread sends and a socket callback receives; in closed loop both happen in the callback, under
/// the gate. This file has the state and the sending half.
/// </remarks>
internal sealed partial class LoadConnection : IDisposable
{
    private readonly LoadContext _context;
    private readonly Socket _socket;
    private readonly RequestLedger _ledger;
    private readonly SendBuffer _output;
    private readonly byte[] _payload;
    private readonly int _number;
    private readonly int _frameBytes;
    private Gate _gate;
    private volatile bool _isBlocked;
    private volatile bool _isLost;
    private bool _isClosed;

    public LoadConnection(LoadContext context, int number, Socket socket)
    {
        _context = context;
        _number = number;
        _socket = socket;
        _ledger = new RequestLedger(context.Load.Depth);
        _payload = new byte[context.Wire.Payload.Length];
        _frameBytes = ClientFrame.RequestBytes(context.Wire.RequestId.Length, _payload.Length);
        _output = new SendBuffer((int)Math.Min(Array.MaxLength, (long)_frameBytes * context.Load.Depth));
        _input = new byte[InputBytes(_payload.Length, context)];
        _receive = new SocketAsyncEventArgs(true);
        _receive.Completed += (_, _) => Drive();
    }

    /// <summary>The connection ended before the load did.</summary>
    public bool IsLost => _isLost;

    /// <summary>Why it ended; null while it has not.</summary>
    public string? LossReason { get; private set; }

    /// <summary>Bytes wait because the socket would not take them.</summary>
    public bool IsBlocked => _isBlocked;

    public int Outstanding => _ledger.Outstanding;

    public RequestLedger Ledger => _ledger;

    private long StageId => ScenarioWire.FirstStageId + _number;

    /// <summary>Open loop, pacing thread: a request is due. True when it waits for <see cref="Flush"/> as the first of its batch.</summary>
    public bool Offer(long dueNs, long nowNs, bool isMeasured)
    {
        _ledger.Offer(isMeasured);
        if (_isLost || !HasRoom(nowNs) || !TryStage(dueNs, isMeasured))
        {
            _ledger.Skip(isMeasured);
            return false;
        }

        return _ledger.Staged == 1;
    }

    /// <summary>Open loop, pacing thread: writes all staged requests at once.</summary>
    public void Flush()
    {
        long sentNs = MonotonicClock.NowNs();
        for (long i = _ledger.NextIndex - _ledger.Staged; i < _ledger.NextIndex; i++)
        {
            ref readonly RequestSlot slot = ref _ledger.SlotOf(i);
            if (slot.IsMeasured)
            {
                _context.Lateness.Record(sentNs - slot.DueNs);
            }
        }

        StampStaged(sentNs);
        _ledger.Publish(sentNs);
        if (Write() is { } reason)
        {
            _gate.Enter();
            Lose(reason);
            _gate.Exit();
        }
    }

    /// <summary>Closed loop, any thread: gives up what waits too long, sends up to the depth, tries again what was blocked.</summary>
    public void Tend(long nowNs)
    {
        long waitsSinceNs = nowNs - LoadLimits.RequestTimeoutNs;
        if (!_isBlocked && _ledger.Outstanding > 0 && _ledger.SlotOf(_ledger.OldestIndex).SentNs > waitsSinceNs)
        {
            return;
        }

        _gate.Enter();
        try
        {
            if (!_isClosed && !_isLost)
            {
                _ledger.GiveUpSentBefore(waitsSinceNs);
                Refill();
            }
        }
        finally
        {
            _gate.Exit();
        }
    }

    /// <summary>Pacing thread: tries again to write what the socket would not take. Not in closed loop: there <see cref="Tend"/> does it.</summary>
    public void Retry()
    {
        if (Write() is { } reason)
        {
            _gate.Enter();
            Lose(reason);
            _gate.Exit();
        }
    }

    /// <summary>Ends the connection for good; what is outstanding is lost. When it returns no callback changes anything any more.</summary>
    public void Dispose()
    {
        _gate.Enter();
        _isClosed = true;
        _ledger.GiveUpSentBefore(long.MaxValue);
        _gate.Exit();
        _socket.Dispose();
        _receive.Dispose();
    }

    private bool HasRoom(long nowNs)
    {
        if (_ledger.HasRoom)
        {
            return true;
        }

        // At the cap: the oldest may have waited too long. Looking only here costs nothing while replies come.
        if (_ledger.Outstanding == 0 || _ledger.SlotOf(_ledger.OldestIndex).SentNs > nowNs - LoadLimits.RequestTimeoutNs)
        {
            return false;
        }

        _gate.Enter();
        _ledger.GiveUpSentBefore(nowNs - LoadLimits.RequestTimeoutNs);
        _gate.Exit();
        return _ledger.HasRoom;
    }

    private bool TryStage(long dueNs, bool isMeasured)
    {
        Span<byte> frame = _output.Reserve(_frameBytes);
        if (frame.IsEmpty)
        {
            return false;
        }

        long index = _ledger.NextIndex;
        _context.Wire.Payload.Write(_payload, _number, index);
        ClientFrame.TryWriteRequest(frame, _context.Wire.RequestId, _context.Wire.SequenceOf(index), StageId, _payload, out int written);
        _output.Commit(written);
        _ledger.Stage(dueNs, isMeasured);
        return true;
    }

    // All frames of a connection have one length, and those that are staged are the last ones in the buffer.
    private void StampStaged(long sentNs)
    {
        if (!_context.Wire.Payload.StampsTime)
        {
            return;
        }

        Span<byte> staged = _output.Last(_ledger.Staged * _frameBytes);
        for (; !staged.IsEmpty; staged = staged[_frameBytes..])
        {
            _context.Wire.Payload.Stamp(staged.Slice(_frameBytes - _payload.Length, _payload.Length), sentNs);
        }
    }

    // Closed loop, under the gate: the replies of one receive are answered by one write.
    private void Refill()
    {
        long nowNs = MonotonicClock.NowNs();
        bool isMeasured = _context.Window?.Contains(nowNs) ?? false;
        while (_context.IsSending && _ledger.HasRoom)
        {
            if (!TryStage(nowNs, isMeasured))
            {
                break;
            }

            _ledger.Offer(isMeasured);
        }

        StampStaged(nowNs);
        _ledger.Publish(nowNs);
        if (Write() is { } reason)
        {
            Lose(reason);
        }
    }

    // The reason why the connection is lost, or null.
    private string? Write()
    {
        if (_isLost)
        {
            return null;
        }

        try
        {
            SocketError error = _output.WriteTo(_socket);
            _isBlocked = error is SocketError.WouldBlock or SocketError.NoBufferSpaceAvailable;
            return error == SocketError.Success || _isBlocked ? null : $"send failed: {error}";
        }
        catch (ObjectDisposedException)
        {
            return "send failed: the socket is closed";
        }
    }

    // Under the gate.
    private void Lose(string reason)
    {
        if (_isClosed || _isLost)
        {
            return;
        }

        LossReason = reason;
        _isLost = true;
        _isBlocked = false;
        _ledger.GiveUpSentBefore(long.MaxValue);
        _socket.Dispose();
    }
}
