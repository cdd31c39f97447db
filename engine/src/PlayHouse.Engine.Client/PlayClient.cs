using System.Net;
using System.Net.Sockets;
using System.Text;
using PlayHouse.Engine.Client.Connections;

namespace PlayHouse.Engine.Client;

/// <summary>
/// A client of a play server over TCP, TLS or WebSocket: requests, one-way messages, pushes, heartbeats, reconnect. Connect
/// and authenticate in that order; afterwards any thread may send.
/// </summary>
/// <remarks>
/// At most 65,535 requests wait at once; the next is refused with <see cref="ErrorCodes.ClientBusy"/>. A connection's requests end with it:
/// they fail with <see cref="ErrorCodes.ClientDisconnected"/> and are never sent again by themselves. Callbacks and events never overlap. A
/// callback must not wait for <see cref="DisposeAsync"/> or <see cref="ReconnectAsync"/>: both wait for it.
/// </remarks>
/// <example><code>
/// await using var client = new PlayClient();
/// client.Pushed += push => Console.WriteLine(push.MsgId);
/// await client.ConnectAsync(new Uri("wss://game.example/ws"));
/// await client.AuthenticateAsync("AuthenticateRequest", stageId: 7, credentials);
/// ClientReply reply = await client.RequestAsync("EchoRequest", payload);
/// </code></example>
public sealed partial class PlayClient : IAsyncDisposable
{
    /// <summary>Longest request frame after its length prefix, 10 MiB; the limit of a server is usually lower.</summary>
    public const int RequestBytesMax = ClientFrame.ReplyBytesMax;

    private readonly PlayClientOptions _options;
    private readonly CallbackQueue _callbacks;
    private readonly ClientCounters _counters = new();
    private readonly Action<ClientReply> _onPush;
    private volatile ClientSession? _session;
    private Credentials? _credentials;

    /// <summary>A client that is not connected yet.</summary>
    /// <param name="options">Time-outs, limits and choices; null takes the defaults.</param>
    /// <exception cref="ArgumentException">An option is outside its range; the message names every one.</exception>
    public PlayClient(PlayClientOptions? options = null)
    {
        _options = options ?? new PlayClientOptions();
        IReadOnlyList<string> errors = _options.Errors();
        if (errors.Count > 0)
        {
            throw new ArgumentException(string.Join(" ", errors), nameof(options));
        }

        _callbacks = new CallbackQueue(_options);
        _onPush = push => Pushed?.Invoke(push);
    }

    /// <summary>Called for every push, in order. An exception is counted and goes no further.</summary>
    public event Action<ClientReply>? Pushed;

    /// <summary>
    /// Called when the connection is lost for good, not when the client is disposed; <see cref="LastDisconnect"/> says why. With
    /// <see cref="PlayClientOptions.Reconnect"/> only after the client has given up.
    /// </summary>
    public event Action? Disconnected;

    /// <summary>Called when the connection is lost and automatic reconnect begins.</summary>
    public event Action<ClientDisconnect>? Reconnecting;

    /// <summary>
    /// Called when automatic reconnect has connected and authenticated again. Pushes of the new connection may come before it.
    /// </summary>
    public event Action? Reconnected;

    /// <summary>Stage of the messages; set by <see cref="AuthenticateAsync"/>.</summary>
    public long StageId { get; private set; }

    /// <summary>True between an accepted authentication and the loss of the connection.</summary>
    public bool IsAuthenticated => _session?.IsAuthenticated ?? false;

    /// <summary>Why the latest connection ended; null before the first end.</summary>
    public ClientDisconnect? LastDisconnect { get; private set; }

    /// <summary>Requests that wait for a reply.</summary>
    public int WaitingRequests => _session?.WaitingRequests ?? 0;

    /// <summary>Heartbeats the server has answered.</summary>
    public long HeartbeatReplies => Interlocked.Read(ref _counters.HeartbeatReplies);

    /// <summary>Replies that came after their request had given up.</summary>
    public long LateReplies => Interlocked.Read(ref _counters.LateReplies);

    /// <summary>Connections that automatic reconnect has restored.</summary>
    public long Reconnects => Interlocked.Read(ref _counters.Reconnects);

    /// <summary>Exceptions of callbacks and events.</summary>
    public long ObserverFailures => _callbacks.Failures;

    /// <summary>Callbacks that wait for <see cref="Pump"/>.</summary>
    public int WaitingCallbacks => _callbacks.Count;

    /// <summary>How often the reading stopped because <see cref="Pump"/> was behind.</summary>
    public long PumpWaits => _callbacks.Waits;

    /// <summary>Connects by TCP and starts reading.</summary>
    /// <param name="server">Where the server listens.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="SocketException">No server listens there.</exception>
    /// <exception cref="PlayClientException">No connection within <see cref="PlayClientOptions.ConnectTimeout"/>.</exception>
    /// <exception cref="InvalidOperationException">The client is connected.</exception>
    public Task ConnectAsync(EndPoint server, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(server);
        return ConnectAsync(new ServerAddress(server, null), cancellation);
    }

    /// <summary>
    /// Connects as the URI says and starts reading: <c>tcp://host:port</c>, <c>tls://host:port</c>, <c>ws://host:port/path</c> or
    /// <c>wss://…</c>.
    /// </summary>
    /// <param name="server">Address of the server.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="ArgumentException">Another scheme, or no port.</exception>
    /// <exception cref="SocketException">No server listens there (TCP and TLS).</exception>
    /// <exception cref="PlayClientException">
    /// The handshake failed, or no connection within <see cref="PlayClientOptions.ConnectTimeout"/>.
    /// </exception>
    /// <exception cref="InvalidOperationException">The client is connected.</exception>
    public Task ConnectAsync(Uri server, CancellationToken cancellation = default) => ConnectAsync(ServerAddress.Of(server), cancellation);

    /// <summary>Authenticates for a stage. A reply with an error code leaves the connection open for another try.</summary>
    /// <param name="msgId">Message id of the authentication.</param>
    /// <param name="stageId">Stage of this and of all later messages.</param>
    /// <param name="payload">Credentials; a copy is kept for reconnects once they were accepted.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="PlayClientException">The connection was lost or no reply came in time.</exception>
    public async Task<ClientReply> AuthenticateAsync(
        string msgId, long stageId, ReadOnlyMemory<byte> payload, CancellationToken cancellation = default)
    {
        CheckMessage(msgId, payload.Length);
        ClientSession session = _session ?? throw new PlayClientException(ErrorCodes.ClientDisconnected, "Connect first.");
        Credentials credentials = new(msgId, stageId, payload.ToArray());
        StageId = stageId;
        ClientReply reply = await LogInAsync(session, credentials, cancellation);
        if (reply.ErrorCode == ErrorCodes.Success)
        {
            _credentials = credentials;
        }

        return reply;
    }

    /// <summary>Sends a request and waits for its reply; the reply may carry a server's error code.</summary>
    /// <param name="msgId">Message id, up to 255 UTF-8 bytes.</param>
    /// <param name="payload">Payload; may change once the call has returned its task and room was free, else when the task is done.</param>
    /// <param name="cancellation">Stops waiting; the server may still act on the request.</param>
    /// <exception cref="PlayClientException">
    /// Not authenticated, the connection was lost, no reply in time, or every request id waits.
    /// </exception>
    public Task<ClientReply> RequestAsync(string msgId, ReadOnlyMemory<byte> payload, CancellationToken cancellation = default)
    {
        CheckMessage(msgId, payload.Length);
        return Authenticated().ExchangeAsync(msgId, payload, cancellation);
    }

    /// <summary>
    /// Sends a request whose end is told to a callback exactly once: with the reply, or with an empty one that carries
    /// <see cref="ErrorCodes.ClientRequestTimeout"/> or <see cref="ErrorCodes.ClientDisconnected"/>. Never waits.
    /// </summary>
    /// <param name="msgId">Message id, up to 255 UTF-8 bytes.</param>
    /// <param name="payload">Payload; copied.</param>
    /// <param name="onReply">Runs where <see cref="PlayClientOptions.Delivery"/> says.</param>
    /// <exception cref="PlayClientException">
    /// Not sent, and the callback is never called: not authenticated, not connected, or <see cref="ErrorCodes.ClientBusy"/> when
    /// 65,535 requests wait for replies or callbacks for the pump, or the send buffer is full.
    /// </exception>
    /// <example>
    /// <code>client.Request("MoveRequest", bytes, reply => Show(reply.ErrorCode));  // in the game loop: client.Pump();</code>
    /// </example>
    public void Request(string msgId, ReadOnlySpan<byte> payload, Action<ClientReply> onReply)
    {
        ArgumentNullException.ThrowIfNull(onReply);
        CheckMessage(msgId, payload.Length);
        ClientSession session = Authenticated();
        if (Interlocked.Increment(ref _counters.OpenCallbacks) > PendingRequests.WaitingMax)
        {
            Interlocked.Decrement(ref _counters.OpenCallbacks);
            throw new PlayClientException(
                ErrorCodes.ClientBusy,
                $"{PendingRequests.WaitingMax} callbacks wait for replies or for the pump.");
        }

        try
        {
            session.Exchange(msgId, payload, reply =>
            {
                Interlocked.Decrement(ref _counters.OpenCallbacks);
                onReply(reply);
            });
        }
        catch
        {
            Interlocked.Decrement(ref _counters.OpenCallbacks);
            throw;
        }
    }

    /// <summary>Sends a one-way message. Completes when the client has taken it over; waits while the send buffer is full.</summary>
    /// <param name="msgId">Message id, up to 255 UTF-8 bytes.</param>
    /// <param name="payload">Payload; must not change before the task is done.</param>
    /// <param name="cancellation">Stops waiting for room.</param>
    /// <exception cref="PlayClientException">Not authenticated, or the connection was lost.</exception>
    public Task SendAsync(string msgId, ReadOnlyMemory<byte> payload, CancellationToken cancellation = default)
    {
        CheckMessage(msgId, payload.Length);
        return Authenticated().SendAsync(msgId, payload, cancellation);
    }

    /// <summary>Sends a one-way message without ever waiting; allocates nothing per message.</summary>
    /// <param name="msgId">Message id, up to 255 UTF-8 bytes.</param>
    /// <param name="payload">Payload; copied.</param>
    /// <exception cref="PlayClientException">Not authenticated, the connection was lost, or the send buffer is full.</exception>
    public void Post(string msgId, ReadOnlySpan<byte> payload)
    {
        CheckMessage(msgId, payload.Length);
        Authenticated().Post(msgId, payload);
    }

    /// <summary>Runs the callbacks and events that wait now, on this thread, in order. One thread calls it, and no callback does.</summary>
    /// <param name="callbacksMax">Most that run in this call.</param>
    /// <returns>How many ran.</returns>
    /// <exception cref="InvalidOperationException">Another call is running.</exception>
    public int Pump(int callbacksMax = int.MaxValue) => _callbacks.Pump(callbacksMax);

    private static void CheckMessage(string msgId, int payloadBytes)
    {
        ArgumentNullException.ThrowIfNull(msgId);
        int idBytes = msgId.Length > ClientFrame.MsgIdBytesMax ? int.MaxValue : Encoding.UTF8.GetByteCount(msgId);
        if (idBytes > ClientFrame.MsgIdBytesMax)
        {
            throw new ArgumentException($"A message id has at most {ClientFrame.MsgIdBytesMax} UTF-8 bytes.", nameof(msgId));
        }

        if (payloadBytes > RequestBytesMax - ClientFrame.RequestBytes(idBytes, 0))
        {
            throw new ArgumentException($"A request has at most {RequestBytesMax} bytes.");
        }
    }

    private ClientSession Authenticated()
    {
        ClientSession? session = _session;
        if (session?.End is { } end)
        {
            throw end.ToException();
        }

        return session?.IsAuthenticated ?? false
            ? session
            : throw new PlayClientException(ErrorCodes.ClientUnauthenticated, "Authenticate first.");
    }
}
