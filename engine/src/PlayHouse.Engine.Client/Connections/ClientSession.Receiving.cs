using System.Buffers;

namespace PlayHouse.Engine.Client.Connections;

/// <summary>The receiving half and the clock.</summary>
internal sealed partial class ClientSession
{
    private const int InputBytesMin = 16 * 1024;

    private readonly MsgIdTexts _msgIds = new();
    private long _lastReceivedMs;
    private volatile bool _isDelivering;

    private async Task ReadAllAsync()
    {
        byte[] input = ArrayPool<byte>.Shared.Rent(InputBytesMin);
        int count = 0;
        try
        {
            while (true)
            {
                ReceivedBytes received = await _link.ReceiveAsync(input.AsMemory(count), _stop.Token);
                if (received.IsClosed)
                {
                    Finish(new ClientDisconnect(DisconnectKind.ServerClosed, "The server closed the connection."));
                    return;
                }

                Volatile.Write(ref _lastReceivedMs, NowMs());
                count += received.Count;
                int consumed = received.IsForeign ? -1 : await TakeFramesAsync(input.AsMemory(0, count));
                if (consumed < 0 || (received.EndsFrame && consumed != count))
                {
                    Finish(new ClientDisconnect(DisconnectKind.MalformedFrame, "The server sent a malformed frame."));
                    return;
                }

                count -= consumed;
                input = WithRoom(input, consumed, count);
            }
        }
        catch (Exception exception) when (IsLinkFailure(exception))
        {
            Finish(new ClientDisconnect(DisconnectKind.NetworkFailed, "Receiving failed.", exception));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(input);
        }
    }

    /// <summary>Moves what is left to the front; grows with the bytes that came, never with what a length prefix promises.</summary>
    private static byte[] WithRoom(byte[] input, int consumed, int count)
    {
        bool isTight = count > input.Length / 2;
        bool isTooLarge = count == 0 && input.Length > 4 * InputBytesMin;
        if (!isTight && !isTooLarge)
        {
            Buffer.BlockCopy(input, consumed, input, 0, count);
            return input;
        }

        byte[] next = ArrayPool<byte>.Shared.Rent(isTight ? 2 * input.Length : InputBytesMin);
        Buffer.BlockCopy(input, consumed, next, 0, count);
        ArrayPool<byte>.Shared.Return(input);
        return next;
    }

    private async ValueTask<int> TakeFramesAsync(ReadOnlyMemory<byte> received)
    {
        int consumed = 0;
        while (true)
        {
            ClientFrameStatus status = Read(received.Span[consumed..], out ClientReply? reply, out int bytes);
            if (status != ClientFrameStatus.Done)
            {
                return status == ClientFrameStatus.Invalid ? -1 : consumed;
            }

            consumed += bytes;
            if (reply is not null)
            {
                await DeliverAsync(reply);
            }
        }
    }

    /// <summary>Reads a frame; a heartbeat is done with at once and leaves no reply.</summary>
    private ClientFrameStatus Read(ReadOnlySpan<byte> source, out ClientReply? reply, out int bytes)
    {
        reply = null;
        ClientFrameStatus status = ClientFrame.TryReadReply(source, out ReplyView view, out bytes);
        if (status != ClientFrameStatus.Done)
        {
            return status;
        }

        // Nothing here can decompress: passing the bytes on as a payload would be a lie.
        if (view.OriginalSize != 0)
        {
            return ClientFrameStatus.Invalid;
        }

        if (view.MsgSeq == 0 && view.MsgIdUtf8.SequenceEqual(ClientFrame.HeartbeatMsgId))
        {
            Interlocked.Increment(ref _counters.HeartbeatReplies);
            return status;
        }

        reply = new ClientReply(_msgIds.TextOf(view.MsgIdUtf8), view.MsgSeq, view.StageId, view.ErrorCode, view.Payload.ToArray());
        return status;
    }

    private async ValueTask DeliverAsync(ClientReply reply)
    {
        if (reply.MsgSeq == 0)
        {
            await InTurnAsync(_onPush, reply);
            return;
        }

        if (!_pending.TryTake(reply.MsgSeq, out WaitingRequest request))
        {
            Interlocked.Increment(ref _counters.LateReplies);
            return;
        }

        if (request.Task is not null)
        {
            request.Task.TrySetResult(reply);
            return;
        }

        try
        {
            await InTurnAsync(request.Callback!, reply);
        }
        catch (OperationCanceledException)
        {
            // The connection ended while the reply waited for its turn: its request was accepted, so its callback runs.
            await _callbacks.CompleteAsync(request.Callback!, reply);
        }
    }

    private async ValueTask InTurnAsync(Action<ClientReply> callback, ClientReply reply)
    {
        _isDelivering = true;
        try
        {
            await _callbacks.DeliverAsync(callback, reply, _stop.Token);
        }
        finally
        {
            // Time in which this client did not read says nothing about the server.
            Volatile.Write(ref _lastReceivedMs, NowMs());
            _isDelivering = false;
        }
    }

    /// <summary>Heartbeats, silence and time-outs.</summary>
    private async Task WatchAsync()
    {
        TimeSpan[] periods = [_options.HeartbeatInterval, _options.SilenceTimeout / 4, _options.RequestTimeout / 8];
        TimeSpan period = periods.Min();
        using PeriodicTimer timer = new(period < TimeSpan.FromMilliseconds(10) ? TimeSpan.FromMilliseconds(10) : period, _options.Clock);
        long lastBeatMs = NowMs();
        try
        {
            while (await timer.WaitForNextTickAsync(_stop.Token))
            {
                long nowMs = NowMs();
                await ExpireAsync(nowMs);
                if (!_isAuthenticated)
                {
                    lastBeatMs = nowMs;
                    continue;
                }

                if (!_isDelivering && nowMs - Volatile.Read(ref _lastReceivedMs) > _options.SilenceTimeout.TotalMilliseconds)
                {
                    Finish(new ClientDisconnect(DisconnectKind.ServerSilent, "The server was silent for too long."));
                    return;
                }

                // A heartbeat that finds no room is left out: what fills the buffer is a sign of life as well.
                if (nowMs - lastBeatMs >= _options.HeartbeatInterval.TotalMilliseconds)
                {
                    lastBeatMs = nowMs;
                    _outbound.TryAppend("@Heart@Beat@", 0, StageId, default);
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The connection has ended; the code that ended it has told the others.
        }
    }

    private async ValueTask ExpireAsync(long nowMs)
    {
        foreach (WaitingRequest request in _pending.TakeExpired(nowMs))
        {
            string text = $"No reply to {request.MsgId} within {_options.RequestTimeout}.";
            await FailAsync(request, ErrorCodes.ClientRequestTimeout, new PlayClientException(ErrorCodes.ClientRequestTimeout, text));
        }
    }
}
