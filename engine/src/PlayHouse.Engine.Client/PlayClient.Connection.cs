using System.Net.Sockets;
using PlayHouse.Engine.Client.Connections;

namespace PlayHouse.Engine.Client;

/// <summary>Connecting, reconnecting and closing. One task at a time owns the connection; its successor waits for its end.</summary>
public sealed partial class PlayClient
{
    private readonly SemaphoreSlim _changing = new(1, 1);
    private readonly CancellationTokenSource _disposing = new();
    private readonly TaskCompletionSource _disposed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private CancellationTokenSource? _release;
    private Task _supervising = Task.CompletedTask;
    private ServerAddress? _address;
    private int _isDisposed;

    // The connection lives, or automatic reconnect is at work.
    private volatile bool _isUp;

    /// <summary>
    /// Connects to the same server again, whatever state the connection is in, and authenticates with the credentials that were
    /// accepted last. Requests of the old connection fail; the client raises no event for it. Ends an automatic reconnect under way.
    /// </summary>
    /// <param name="cancellation">Gives up; the client is then not connected.</param>
    /// <returns>The reply to the authentication; null when none was ever accepted.</returns>
    /// <exception cref="InvalidOperationException">The client was never connected.</exception>
    /// <exception cref="SocketException">No server listens there (TCP and TLS).</exception>
    /// <exception cref="PlayClientException">The handshake failed, the connection was lost, or something took too long.</exception>
    public async Task<ClientReply?> ReconnectAsync(CancellationToken cancellation = default)
    {
        using CancellationTokenSource limit = Limited(cancellation);
        await _changing.WaitAsync(limit.Token);
        try
        {
            if (_address is null)
            {
                throw new InvalidOperationException("Connect first: there is no server to come back to.");
            }

            await ReleaseAsync();
            ClientSession session = await OpenAsync(_address, limit.Token);
            Supervise(session);
            return _credentials is null ? null : await LogInAsync(session, _credentials, limit.Token);
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>
    /// Closes the connection: messages taken over before may still leave within <see cref="PlayClientOptions.CloseTimeout"/>, waiting
    /// requests fail. When it returns no task of the client is left. Callbacks that wait for the pump can still be pumped.
    /// </summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
        {
            await _disposed.Task;
            return;
        }

        await _disposing.CancelAsync();
        // A connect under way has been cancelled and hands the connection over by its end.
        await _changing.WaitAsync();
        try
        {
            await ReleaseAsync();
        }
        finally
        {
            _changing.Release();
            _disposed.SetResult();
        }

        _callbacks.Dispose();
    }

    private async Task ConnectAsync(ServerAddress address, CancellationToken cancellation)
    {
        using CancellationTokenSource limit = Limited(cancellation);
        await _changing.WaitAsync(limit.Token);
        try
        {
            if (_isUp)
            {
                throw new InvalidOperationException("The client is connected or coming back; ReconnectAsync replaces a connection.");
            }

            await ReleaseAsync();
            _address = address;
            _credentials = null;
            Supervise(await OpenAsync(address, limit.Token));
        }
        finally
        {
            _changing.Release();
        }
    }

    private CancellationTokenSource Limited(CancellationToken cancellation)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _isDisposed) != 0, this);
        return CancellationTokenSource.CreateLinkedTokenSource(cancellation, _disposing.Token);
    }

    private async Task<ClientSession> OpenAsync(ServerAddress address, CancellationToken cancellation)
    {
        ClientLink link = await LinkConnector.OpenAsync(address, _options, cancellation);
        ClientSession session = new(_options, link, _callbacks, _counters, _onPush) { StageId = StageId };
        session.Start();
        return session;
    }

    private void Supervise(ClientSession session)
    {
        _session = session;
        _isUp = true;
        _release = new CancellationTokenSource();
        CancellationToken release = _release.Token;
        _supervising = Task.Run(() => SuperviseAsync(session, release), CancellationToken.None);
    }

    /// <summary>Ends the connection, or the attempts at a new one, and waits until nothing of it runs.</summary>
    private async Task ReleaseAsync()
    {
        if (_release is null)
        {
            return;
        }

        await _release.CancelAsync();
        await _supervising;
        _isUp = false;
        _release.Dispose();
        _release = null;
    }

    private async Task SuperviseAsync(ClientSession session, CancellationToken release)
    {
        try
        {
            while (true)
            {
                ClientDisconnect end;
                try
                {
                    end = await session.Ended.WaitAsync(release);
                }
                finally
                {
                    await session.DisposeAsync();
                }

                release.ThrowIfCancellationRequested();
                LastDisconnect = end;
                ClientSession? next = _options.Reconnect is { } policy ? await ComeBackAsync(policy, end, release) : null;
                if (next is null)
                {
                    _isUp = false;
                    await _callbacks.DeliverAsync(() => Disconnected?.Invoke(), release);
                    return;
                }

                session = next;
            }
        }
        catch (OperationCanceledException)
        {
            // The caller has taken the connection away: it needs no event to know that.
            LastDisconnect = new ClientDisconnect(DisconnectKind.ClosedByCaller, "The client was closed.");
        }
    }

    /// <summary>Automatic reconnect; null when it gave up.</summary>
    private async Task<ClientSession?> ComeBackAsync(ReconnectPolicy policy, ClientDisconnect end, CancellationToken release)
    {
        await _callbacks.DeliverAsync(() => Reconnecting?.Invoke(end), release);
        for (int attempt = 0; attempt < policy.AttemptsMax; attempt++)
        {
            // The back-off is time itself, not a wait for something to happen.
            await Task.Delay(policy.DelayOf(attempt, Random.Shared.NextDouble()), _options.Clock, release);
            (ClientSession? next, bool isFinal) = await TryComeBackAsync(release);
            if (next is not null)
            {
                Interlocked.Increment(ref _counters.Reconnects);
                _session = next;
                // The new connection must be closed by the caller's loop even when this wait is cut off.
                await AnnounceAsync(release);
                return next;
            }

            if (isFinal)
            {
                return null;
            }
        }

        LastDisconnect = new ClientDisconnect(
            DisconnectKind.ReconnectFailed,
            $"No reconnect in {policy.AttemptsMax} attempts. {LastDisconnect?.Message}",
            LastDisconnect?.Cause);
        return null;
    }

    private async Task AnnounceAsync(CancellationToken release)
    {
        try
        {
            await _callbacks.DeliverAsync(() => Reconnected?.Invoke(), release);
        }
        catch (OperationCanceledException)
        {
            // The caller closed the client or connects it again: the news is out of date.
        }
    }

    private async Task<(ClientSession? Session, bool IsFinal)> TryComeBackAsync(CancellationToken release)
    {
        ClientSession? session = null;
        bool isKept = false;
        try
        {
            session = await OpenAsync(_address!, release);
            ClientReply? reply = _credentials is null ? null : await LogInAsync(session, _credentials, release);
            isKept = reply is null or { ErrorCode: ErrorCodes.Success };
            if (!isKept)
            {
                LastDisconnect = new ClientDisconnect(
                    DisconnectKind.AuthenticationRejected,
                    $"The server refused the stored credentials with code {reply!.ErrorCode}.");
            }

            return (isKept ? session : null, IsFinal: !isKept);
        }
        catch (Exception exception) when (exception is PlayClientException or SocketException)
        {
            LastDisconnect = new ClientDisconnect(DisconnectKind.NetworkFailed, exception.Message, exception);
            return (null, IsFinal: false);
        }
        finally
        {
            if (session is not null && !isKept)
            {
                await session.DisposeAsync();
            }
        }
    }

    private static async Task<ClientReply> LogInAsync(ClientSession session, Credentials credentials, CancellationToken cancellation)
    {
        session.StageId = credentials.StageId;
        ClientReply reply = await session.ExchangeAsync(credentials.MsgId, credentials.Payload, cancellation);
        if (reply.ErrorCode == ErrorCodes.Success)
        {
            session.SetAuthenticated();
        }

        return reply;
    }

    private sealed record Credentials(string MsgId, long StageId, ReadOnlyMemory<byte> Payload);
}
