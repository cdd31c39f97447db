namespace PlayHouse.Engine.Client.Connections;

/// <summary>
/// One connection from its opening to its end: a reader, a sender and a clock, all of which have ended when
/// <see cref="DisposeAsync"/> returns. Requests of one connection never meet replies of another.
/// </summary>
internal sealed partial class ClientSession : IAsyncDisposable
{
    private static readonly ClientDisconnect Left = new(DisconnectKind.ClosedByCaller, "The client was closed.");

    private readonly PlayClientOptions _options;
    private readonly long _began;
    private readonly ClientLink _link;
    private readonly CallbackQueue _callbacks;
    private readonly ClientCounters _counters;
    private readonly Action<ClientReply> _onPush;
    private readonly OutboundBuffer _outbound;
    private readonly PendingRequests _pending = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource<ClientDisconnect> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task _tasks = Task.CompletedTask;
    private ClientDisconnect? _end;
    private volatile bool _isLeaving;
    private volatile bool _isAuthenticated;

    public ClientSession(
        PlayClientOptions options, ClientLink link, CallbackQueue callbacks, ClientCounters counters, Action<ClientReply> onPush)
    {
        _options = options;
        _began = options.Clock.GetTimestamp();
        _link = link;
        _callbacks = callbacks;
        _counters = counters;
        _onPush = onPush;
        _outbound = new OutboundBuffer(options.SendBufferBytesMax);
    }

    /// <summary>Completes with the reason when the connection is over; never fails.</summary>
    public Task<ClientDisconnect> Ended => _ended.Task;

    /// <summary>Why it is over; null while it is not. A connection that takes its leave is over for new messages.</summary>
    public ClientDisconnect? End => Volatile.Read(ref _end) ?? (_isLeaving ? Left : null);

    public bool IsAuthenticated => _isAuthenticated && End is null;

    public int WaitingRequests => _pending.Count;

    public long StageId { get; set; }

    /// <summary>Starts reading. Not on the caller's context, which may be the main loop of a game.</summary>
    public void Start()
    {
        Volatile.Write(ref _lastReceivedMs, NowMs());
        _tasks = Task.WhenAll(Task.Run(ReadAllAsync), Task.Run(SendAllAsync), Task.Run(WatchAsync));
    }

    /// <summary>From here on other messages than the authentication may go out, and silence counts.</summary>
    public void SetAuthenticated()
    {
        Volatile.Write(ref _lastReceivedMs, NowMs());
        _isAuthenticated = true;
    }

    /// <summary>Ends the connection; messages accepted before may still leave within the limit. Returns when no task is left.</summary>
    public async ValueTask DisposeAsync()
    {
        bool isUp = End is null;
        _isLeaving = true;
        if (isUp)
        {
            await LeaveAsync();
        }

        Finish(Left);
        await _tasks;
        await _ended.Task;
        await _link.DisposeAsync();
        _outbound.Dispose();
        _stop.Dispose();
    }

    private async Task LeaveAsync()
    {
        using CancellationTokenSource late = new(_options.CloseTimeout, _options.Clock);
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token, late.Token);
        try
        {
            await _outbound.WhenEmptyAsync().WaitAsync(limit.Token);
            await _link.CloseOutputAsync(limit.Token);
        }
        catch (Exception exception) when (IsLinkFailure(exception))
        {
            // The other side is gone or takes nothing: a goodbye would not arrive.
        }
    }

    private long NowMs() => _options.Clock.GetElapsedTime(_began).Ticks / TimeSpan.TicksPerMillisecond;

    /// <summary>Ends the connection once; the first reason stands.</summary>
    private void Finish(ClientDisconnect end)
    {
        // A server that answers our goodbye with its own has not closed first.
        end = _isLeaving ? Left : end;
        if (Interlocked.CompareExchange(ref _end, end, null) is not null)
        {
            return;
        }

        _isAuthenticated = false;
        // Whatever resumes inside the cancellation must not run on the thread that ends the connection.
        _ = EndAsync(end);
    }

    private async Task EndAsync(ClientDisconnect end)
    {
        await _stop.CancelAsync();
        PlayClientException reason = end.ToException();
        foreach (WaitingRequest request in _pending.Close(reason))
        {
            await FailAsync(request, ErrorCodes.ClientDisconnected, reason);
        }

        _ended.SetResult(end);
    }

    private async ValueTask FailAsync(WaitingRequest request, ushort errorCode, PlayClientException reason)
    {
        if (request.Task is not null)
        {
            request.Task.TrySetException(reason);
            return;
        }

        await _callbacks.CompleteAsync(request.Callback!, new ClientReply(request.MsgId, 0, StageId, errorCode, default));
    }

    private static bool IsLinkFailure(Exception exception) =>
        exception is IOException or System.Net.Sockets.SocketException or System.Net.WebSockets.WebSocketException
            or ObjectDisposedException or OperationCanceledException or InvalidOperationException;
}
