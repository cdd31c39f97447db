using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Hops;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.Protocol;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Sessions;

#pragma warning disable CA1001 // The loops own the socket operations: they are disposed when the last loop has ended.
/// <summary>
/// The four loops, closed over the strategies. The end of the peer's stream goes through them in order, so that what was
/// asked is answered; every other end stops them at once.
/// </summary>
internal sealed partial class Session<TWakeUp, TLock, TReceiveBuffer, TMailbox, THandler> : Session
    where TWakeUp : struct, IWakeUp<TWakeUp>
    where TLock : struct, ISeamLock<TLock>
    where TReceiveBuffer : struct, IByteBuffer<TReceiveBuffer>
    where TMailbox : struct, IPacketQueue<TMailbox, Packet>
    where THandler : struct, IPacketHandler
{
    private const int ReceiveArrayBytes = 8 * 1024;
    private const int SendArrayBytesMin = 8 * 1024;
    private const int SendArrayBytesMax = 64 * 1024;

    /// <summary>Receives, copies into the buffer, receives again. A synchronous completion goes round the loop.</summary>
    private async Task ReceiveAsync()
    {
        byte[] array = new byte[ReceiveArrayBytes];
        while (true)
        {
            int bytes = await _receive.ReceiveAsync(Socket, array, 0, array.Length);
            if (bytes <= 0)
            {
                if (bytes < 0)
                {
                    Close(CloseReason.ReceiveFailed);
                }

                break;
            }

            _received.SocketCalls++;
            _received.Bytes += bytes;
            _receiveStamps?.Add(_received.Bytes, HopRecorder.Now);
            if (!await WriteAsync(array, bytes))
            {
                break;
            }
        }

        Volatile.Write(ref _isReceiveEnded, true);
        _parseWakeUp.Signal();
    }

    /// <summary>Copies into the receive buffer, waiting for room where it is full; false when the connection is closed.</summary>
    private ValueTask<bool> WriteAsync(byte[] array, int bytes)
    {
        int written = _inbound.Write(array.AsSpan(0, bytes));
        _parseWakeUp.Signal();
        return written == bytes ? new ValueTask<bool>(true) : WriteRestAsync(array, written, bytes);
    }

    private async ValueTask<bool> WriteRestAsync(byte[] array, int written, int bytes)
    {
        _received.Pauses++;
        while (written < bytes)
        {
            if (IsClosed)
            {
                return false;
            }

            _received.Waits++;
            await _receiveRoom.WaitAsync();
            written += _inbound.Write(array.AsSpan(written, bytes - written));
            _parseWakeUp.Signal();
        }

        return true;
    }

    /// <summary>Cuts packets out of the receive buffer and enqueues them; waits by the wake-up seam when there is no whole one.</summary>
    private async Task ParseAsync()
    {
        while (!IsClosed)
        {
            // Read before the buffer: after the end nothing is added to it.
            bool isEnded = Volatile.Read(ref _isReceiveEnded);
            switch (_cutter.TryTake(_receiveStamps, out Packet packet, out int waiting))
            {
                case FrameStatus.Announced:
                    _parsed.Messages++;
                    if (!TryEnqueue(packet) && !await EnqueueWaitingAsync(packet))
                    {
                        packet.Release();
                    }

                    break;
                case FrameStatus.SizeTooSmall:
                    Close(CloseReason.FrameTooSmall);
                    break;
                case FrameStatus.SizeTooLarge:
                    Close(CloseReason.FrameTooLarge);
                    break;
                default:
                    if (!isEnded)
                    {
                        _parsed.Waits++;
                        _receiveRoom.Signal();
                        await _parseWakeUp.WaitAsync();
                        break;
                    }

                    if (waiting > 0)
                    {
                        Close(CloseReason.ClosedInFrame);
                    }

                    _queue.Complete();
                    return;
            }
        }
    }

    private bool TryEnqueue(in Packet packet)
    {
        if (!HasQueueRoom(packet.QueueBytes))
        {
            return false;
        }

        Interlocked.Add(ref _queuedBytes, packet.QueueBytes);
        if (_queue.TryEnqueue(packet))
        {
            return true;
        }

        Interlocked.Add(ref _queuedBytes, -packet.QueueBytes);
        return false;
    }

    private async Task<bool> EnqueueWaitingAsync(Packet packet)
    {
        _parsed.Pauses++;
        _receiveRoom.Signal();
        while (!HasQueueRoom(packet.QueueBytes))
        {
            if (IsClosed)
            {
                return false;
            }

            _parsed.Waits++;
            await _queueRoom.WaitAsync();
        }

        Interlocked.Add(ref _queuedBytes, packet.QueueBytes);
        return await _queue.EnqueueAsync(packet);
    }

    /// <summary>A single packet always has room: the limit is above the largest frame.</summary>
    private bool HasQueueRoom(int bytes) => Volatile.Read(ref _queuedBytes) + bytes <= _limits.QueueBytesMax;

    private async Task HandleAsync()
    {
        do
        {
            while (TryDequeue(out Packet packet))
            {
                Process(packet);
            }

            _queueRoom.Signal();
        }
        while (!IsClosed && await _queue.WaitForItemAsync());
        EndHandling();
    }

    /// <summary>The same with a task per packet, awaited before the next: the knob taskRun.</summary>
    private async Task HandleByTasksAsync()
    {
        do
        {
            while (TryDequeue(out Packet packet))
            {
                await Task.Run(() => Process(packet));
            }

            _queueRoom.Signal();
        }
        while (!IsClosed && await _queue.WaitForItemAsync());
        EndHandling();
    }

    private bool TryDequeue(out Packet packet)
    {
        if (IsClosed || !_queue.TryDequeue(out packet))
        {
            packet = default;
            return false;
        }

        Interlocked.Add(ref _queuedBytes, -packet.QueueBytes);
        return true;
    }

    private void EndHandling()
    {
        Volatile.Write(ref _isHandleEnded, true);
        _sendWakeUp.Signal();
    }

    private void Process(in Packet packet)
    {
        _handled.Messages++;
        if (packet.Trace is not null)
        {
            packet.Trace.Dequeued = HopRecorder.Now;
        }

        HandleResult result = _handler.Handle(packet, ref _scratch);
        packet.Release();
        if (result.Failure != CloseReason.None)
        {
            Close(result.Failure);
        }
        else if (result.ResponseBytes == 0 || TrySend(_scratch.AsSpan(0, result.ResponseBytes), packet.Trace))
        {
            _handled.Completed++;
        }
    }

    /// <summary>Sends everything that waits in the send buffer; waits by the wake-up seam when it is empty.</summary>
    private async Task SendAsync()
    {
        byte[] array = new byte[SendArrayBytesMin];
        while (!IsClosed)
        {
            // Read before the buffer: after the end nothing is added to it.
            bool isEnded = Volatile.Read(ref _isHandleEnded);
            int bytes = _outbound.Peek(array, out int waiting);
            if (bytes > 0)
            {
                StampWritten(_sent.Bytes + bytes);
                await SendAllAsync(array, bytes);
                _outbound.Take(bytes, []);
                array = waiting > array.Length && array.Length < SendArrayBytesMax ? new byte[SendArrayBytesMax] : array;
            }
            else if (isEnded)
            {
                Close(CloseReason.PeerClosed);
            }
            else
            {
                _sent.Waits++;
                await _sendWakeUp.WaitAsync();
            }
        }
    }

    private async ValueTask SendAllAsync(byte[] array, int bytes)
    {
        int sent = 0;
        while (sent < bytes && !IsClosed)
        {
            int written = await _send.SendAsync(Socket, array, sent, bytes - sent);
            if (written <= 0)
            {
                Close(CloseReason.SendFailed);
                return;
            }

            _sent.SocketCalls++;
            _sent.Bytes += written;
            sent += written;
        }
    }

    /// <summary>Stamped before the call: afterwards the peer may have it already.</summary>
    private void StampWritten(long position)
    {
        if (_sendStamps is null)
        {
            return;
        }

        long now = HopRecorder.Now;
        while (_sendStamps.TryTakeUpTo(position, out HopTrace trace))
        {
            trace.Written = now;
            if (THandler.EndsAtWrite)
            {
                _recorder!.Add(trace);
            }
        }
    }
}
