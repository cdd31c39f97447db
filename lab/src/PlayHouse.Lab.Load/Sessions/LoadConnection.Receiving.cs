using System.Buffers.Binary;
using System.Net.Sockets;
using PlayHouse.Engine.Client;
using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>The receiving half.</summary>
internal sealed partial class LoadConnection : IThreadPoolWorkItem
{
    private const int InputBytesMin = 4 * 1024;
    private const int InputBytesMax = 64 * 1024;
    private const int PrefixBytes = 4;
    private const int ReplyHeaderBytesMax = PrefixBytes + 1 + ClientFrame.MsgIdBytesMax + 16;

    // A connection whose replies always wait already must not keep the thread that serves all the others.
    private const int RoundsMax = 16;

    private readonly SocketAsyncEventArgs _receive;
    private readonly byte[] _input;
    private int _inputEnd;
    private int _bytesToSkip;

    /// <summary>Starts to receive.</summary>
    public void Start()
    {
        _receive.SetBuffer(_input, 0, _input.Length);
        if (!_socket.ReceiveAsync(_receive))
        {
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }
    }

    /// <inheritdoc/>
    public void Execute() => Drive();

    private static int InputBytes(int payloadBytes, LoadContext context)
    {
        long batch = (long)(payloadBytes + ReplyHeaderBytesMax) * context.Load.Depth;
        long oneReply = payloadBytes + ReplyHeaderBytesMax;
        return (int)Math.Max(oneReply, Math.Clamp(batch, InputBytesMin, InputBytesMax));
    }

    // A loop over receives that complete at once, never a recursion.
    private void Drive()
    {
        try
        {
            for (int round = 1; TakeIn(); round++)
            {
                _receive.SetBuffer(_inputEnd, _input.Length - _inputEnd);
                if (_socket.ReceiveAsync(_receive))
                {
                    return;
                }

                if (round == RoundsMax)
                {
                    ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
                    return;
                }
            }
        }
        catch (ObjectDisposedException)
        {
            // Closed or lost while it was being driven; the books were settled by whoever did that.
        }
        catch (Exception e)
        {
            // A defect in a callback ends this connection visibly, not the process.
            Console.Error.WriteLine($"connection {_number}: {e}");
            _gate.Enter();
            Lose($"internal error: {e.Message}");
            _gate.Exit();
        }
    }

    private bool TakeIn()
    {
        long receivedNs = MonotonicClock.NowNs();
        _gate.Enter();
        try
        {
            if (_isClosed || _isLost)
            {
                return false;
            }

            if (_receive.SocketError != SocketError.Success || _receive.BytesTransferred == 0)
            {
                Lose(_receive.SocketError == SocketError.Success ? "closed by the server" : $"receive failed: {_receive.SocketError}");
                return false;
            }

            _inputEnd += _receive.BytesTransferred;
            if (!ReadFrames(receivedNs))
            {
                Lose("the server sent a frame that breaks the format");
                return false;
            }

            if (!_context.IsOpenLoop)
            {
                Refill();
            }

            return !_isLost;
        }
        finally
        {
            _gate.Exit();
        }
    }

    private bool ReadFrames(long receivedNs)
    {
        ReplyRecorder recorder = _context.Recorder;
        bool isInWindow = _context.Window?.Contains(receivedNs) ?? false;
        ReadOnlySpan<byte> rest = SkipRest(_input.AsSpan(0, _inputEnd));
        while (true)
        {
            ClientFrameStatus status = ClientFrame.TryReadReply(rest, out ReplyView reply, out int consumed);
            if (status == ClientFrameStatus.Invalid)
            {
                return false;
            }

            if (status == ClientFrameStatus.NeedMore)
            {
                break;
            }

            Check(reply, receivedNs, isInWindow, recorder);
            rest = rest[consumed..];
        }

        if (rest.Length == _input.Length)
        {
            // Longer than any right reply: nothing of it needs to be kept.
            CountStray(receivedNs);
            _bytesToSkip = PrefixBytes + BinaryPrimitives.ReadInt32LittleEndian(rest) - rest.Length;
            rest = [];
        }

        rest.CopyTo(_input);
        _inputEnd = rest.Length;
        return true;
    }

    private ReadOnlySpan<byte> SkipRest(ReadOnlySpan<byte> received)
    {
        int skipped = Math.Min(_bytesToSkip, received.Length);
        _bytesToSkip -= skipped;
        return received[skipped..];
    }

    private void Check(in ReplyView reply, long receivedNs, bool isInWindow, ReplyRecorder recorder)
    {
        ScenarioWire wire = _context.Wire;
        long oldest = _ledger.OldestIndex;
        long index = wire.IndexOf(reply.MsgSeq, reply.Payload, oldest);
        bool isRight = IsRight(reply, index);
        if (wire.IsOneWay && index != oldest && !isRight)
        {
            // Without a sequence number only intact bytes can say that a reply belongs to a later request.
            index = long.MaxValue;
        }

        if (!_ledger.TryTake(index, out RequestSlot slot))
        {
            if (!_ledger.TryTakeOvertaken(wire, reply, out slot))
            {
                CountStray(receivedNs);
                return;
            }

            isRight = false;
        }

        if (reply.ErrorCode != 0)
        {
            _ledger.CountError(slot.IsMeasured);
        }
        else if (!isRight)
        {
            _ledger.CountWrong(slot.IsMeasured);
        }
        else
        {
            recorder.Record(slot, receivedNs, isInWindow);
        }
    }

    private bool IsRight(in ReplyView reply, long index) =>
        reply.MsgIdUtf8.SequenceEqual(_context.Wire.ReplyId) &&
        reply.StageId == StageId &&
        reply.OriginalSize == 0 &&
        _context.Wire.Payload.Matches(reply.Payload, _number, index);

    // A reply to nothing that waits has no request to say whether it counts, so its arrival does.
    private void CountStray(long receivedNs) =>
        _ledger.CountWrong(_context.Window is { } window && receivedNs >= window.StartNs);
}
