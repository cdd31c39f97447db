namespace PlayHouse.Engine.Client.Connections;

/// <summary>The sending half.</summary>
internal sealed partial class ClientSession
{
    /// <summary>Sends a request and waits for its reply.</summary>
    public async Task<ClientReply> ExchangeAsync(string msgId, ReadOnlyMemory<byte> payload, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        TaskCompletionSource<ClientReply> reply = new(TaskCreationOptions.RunContinuationsAsynchronously);
        ushort id = _pending.Add(new WaitingRequest(msgId, DeadlineMs(), reply, null));
        try
        {
            while (!_outbound.TryAppend(msgId, id, StageId, payload.Span))
            {
                // The request's time runs while it waits for room: a server that reads nothing times out as well.
                if (await Task.WhenAny(_outbound.WhenTakenAsync(), reply.Task).WaitAsync(cancellation) == reply.Task)
                {
                    break;
                }
            }

            return await reply.Task.WaitAsync(cancellation);
        }
        catch (OperationCanceledException)
        {
            _pending.GiveUp(id);
            throw;
        }
    }

    /// <summary>Sends a request whose reply or failure goes to the callback. Throws when it is not sent.</summary>
    public void Exchange(string msgId, ReadOnlySpan<byte> payload, Action<ClientReply> onReply)
    {
        ushort id = _pending.Add(new WaitingRequest(msgId, DeadlineMs(), null, onReply));
        // Without the entry the connection has failed it already: its callback was told.
        if (!_outbound.TryAppend(msgId, id, StageId, payload) && _pending.Remove(id))
        {
            throw Busy();
        }
    }

    /// <summary>Sends a one-way message, waiting for room.</summary>
    public async Task SendAsync(string msgId, ReadOnlyMemory<byte> payload, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        while (!_outbound.TryAppend(msgId, 0, StageId, payload.Span))
        {
            await Task.WhenAny(_outbound.WhenTakenAsync(), _ended.Task).WaitAsync(cancellation);
            if (End is { } end)
            {
                throw end.ToException();
            }
        }
    }

    /// <summary>Sends a one-way message. Throws when there is no room.</summary>
    public void Post(string msgId, ReadOnlySpan<byte> payload)
    {
        if (!_outbound.TryAppend(msgId, 0, StageId, payload))
        {
            throw Busy();
        }
    }

    private static PlayClientException Busy() =>
        new(ErrorCodes.ClientBusy, "The send buffer is full: the server reads more slowly than this client sends.");

    private long DeadlineMs() => NowMs() + (long)_options.RequestTimeout.TotalMilliseconds;

    private async Task SendAllAsync()
    {
        try
        {
            while (true)
            {
                ReadOnlyMemory<byte> frames = await _outbound.TakeAsync(_stop.Token);
                await _link.SendAsync(frames, _stop.Token);
            }
        }
        catch (Exception exception) when (IsLinkFailure(exception))
        {
            Finish(new ClientDisconnect(DisconnectKind.NetworkFailed, "Sending failed.", exception));
        }
    }
}
