using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using Net.Zmq;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// The mesh of one server: two ROUTER sockets with the server's id, one that only receives and one that only sends, each
/// on a thread of its own; per-peer queues between the callers and the sending thread; requests; discovery.
/// </summary>
internal sealed class ServerMesh : IMesh
{
    private readonly EngineLimits _limits;
    private readonly EngineCounters _counters;
    private readonly MeshOptions _options;
    private readonly RequestTable _requests;
    private readonly MeshLinks _links;
    private readonly MeshInbound _inbound;
    private readonly BufferPool _pool;
    private readonly byte[] _ownIdUtf8;
    private readonly PeriodicTimer _sweepTimer;
    private readonly Task _sweeping;
    private Context? _context;
    private MeshSender? _sender;
    private MeshReceiver? _receiver;
    private DirectoryWatch? _directory;
    private volatile bool _isClosed;
    private Task? _closing;

    private ServerMesh(MeshOptions options, EngineLimits limits, BufferPool pool, EngineCounters counters, IMeshHandler handler, MessageIdTable ids)
    {
        _options = options;
        _limits = limits;
        _counters = counters;
        _pool = pool;
        _ownIdUtf8 = Encoding.UTF8.GetBytes(options.ServerId);
        _requests = new RequestTable(limits, counters, options.LastSequence ?? (uint)Random.Shared.NextInt64(uint.MaxValue));
        _links = new MeshLinks(counters, _requests);
        _inbound = new MeshInbound(limits, pool, counters, _requests, _links, handler, ids);
        Address = "";
        _sweepTimer = new PeriodicTimer(SweepPeriod(limits.ServerRequestTimeout));
        _sweeping = SweepAsync();
    }

    /// <inheritdoc/>
    public string ServerId => _options.ServerId;

    /// <summary>Address the other servers are told; empty without a network.</summary>
    public string Address { get; private set; }

    /// <summary>Requests without a reply.</summary>
    public int PendingRequests => _requests.Count;

    /// <summary>The mesh of a play or Api server; without <paramref name="network"/> it reaches itself only and needs no libzmq.</summary>
    public static async ValueTask<IMesh> ConnectAsync(MeshHost host, MeshOptions? network) =>
        await StartAsync(OptionsOf(host, network), host.Limits, host.Pool, host.Counters, host.Handler, host.MessageIds);

    /// <summary>What a server announces in a mesh.</summary>
    public static MeshOptions OptionsOf(MeshHost host, MeshOptions? network) => (network ?? new MeshOptions()) with
    {
        ServerId = host.ServerId,
        ServiceId = host.ServiceId,
        Kind = host.ServiceId == 0 ? ServerKind.Play : ServerKind.Api,
        Weight = host.Weight,
    };

    /// <summary>Starts the mesh of a server; the first exchange with the directory is made before it returns.</summary>
    /// <param name="options">Who and where the server is.</param>
    /// <param name="limits">Bounds of queues, messages, peers and requests.</param>
    /// <param name="pool">Buffers of queues and received payloads.</param>
    /// <param name="counters">Counters named mesh.* and requests.*.</param>
    /// <param name="handler">Takes everything but replies.</param>
    /// <param name="ids">Message ids of the server; null for a table of its own.</param>
    /// <exception cref="ArgumentException">The options have errors; the message holds all of them.</exception>
    /// <exception cref="DllNotFoundException">A network is configured and libzmq is not installed; the message says how to install it.</exception>
    /// <exception cref="ZmqException">The address cannot be bound.</exception>
    public static async Task<ServerMesh> StartAsync(
        MeshOptions options, EngineLimits limits, BufferPool pool, EngineCounters counters, IMeshHandler handler, MessageIdTable? ids = null)
    {
        IReadOnlyList<string> errors = options.Validate();
        if (errors.Count > 0)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, errors), nameof(options));
        }

        ServerMesh mesh = new(options, limits, pool, counters, handler, ids ?? new MessageIdTable(limits.MessageIdsMax));
        try
        {
            await mesh.OpenAsync();
            return mesh;
        }
        catch
        {
            await mesh.DisposeAsync();
            throw;
        }
    }

    /// <inheritdoc/>
    public SendResult Send(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        CheckSize(header, payload.Length);
        return Route(serverId, header, header.MsgSeq, payload);
    }

    /// <inheritdoc/>
    public ValueTask<ServerReply> RequestAsync(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        CheckSize(header, payload.Length);
        PendingRequest? request = _requests.TryBegin(serverId);
        if (request is null)
        {
            return FailedAsync(serverId, ErrorCodes.ServerBusy, $"{_limits.ServerRequestsMax} requests wait for replies already.");
        }

        // Read before the message goes out: once it has, the reply may end the request at any time.
        uint sequence = request.Sequence;
        ValueTask<ServerReply> reply = request.Task;
        SendResult result = Route(serverId, header, sequence, payload);
        if (result == SendResult.Accepted || !_requests.TryWithdraw(request, sequence))
        {
            return reply;
        }

        _requests.Recycle(request);
        return result == SendResult.RefusedFull
            ? FailedAsync(serverId, ErrorCodes.ServerBusy, "its queue is full.")
            : FailedAsync(serverId, ErrorCodes.ServerNotFound, "it is not known or gone.");
    }

    /// <inheritdoc/>
    public bool TrySelect(int serviceId, ServerSelection selection, out string serverId)
    {
        serverId = "";
        return _directory is not null && _directory.Services.TrySelect(serviceId, selection, out serverId);
    }

    /// <summary>Sends what is queued within the drain time, ends the pending requests and closes the sockets. Repeatable.</summary>
    public ValueTask DisposeAsync() => new(_closing ??= CloseAsync());

    private static TimeSpan SweepPeriod(TimeSpan timeout) =>
        TimeSpan.FromMilliseconds(Math.Clamp(timeout.TotalMilliseconds / 8, 5, 250));

    private static ValueTask<ServerReply> FailedAsync(string serverId, ushort errorCode, string text) =>
        ValueTask.FromException<ServerReply>(new ServerRequestException(errorCode, $"Request to server '{serverId}': {text}"));

    private async Task OpenAsync()
    {
        if (_options.BindAddress is not null)
        {
            _context = new Context();
            _sender = new MeshSender(_options, _limits, _counters, _links, _requests, _context, _ownIdUtf8);
            _counters.Register(_sender);
            await _sender.StartAsync();
            _receiver = new MeshReceiver(_options, _limits, _counters, _inbound, _context);
            _counters.Register(_inbound);
            string bound = await _receiver.StartAsync();
            Address = _options.AdvertisedAddress ?? bound;
        }

        ServerEntry own = new(ServerId, Address, _options.ServiceId, _options.Kind, _options.Weight);
        _directory = new DirectoryWatch(own, _options, _limits, _counters, _links, _sender, _pool);
        await _directory.StartAsync();
    }

    [SkipLocalsInit]
    private SendResult Route(string serverId, in RouteHeader header, uint msgSeq, ReadOnlySpan<byte> payload)
    {
        if (_isClosed)
        {
            _counters.Count(EngineCounter.MeshUnreachable);
            return SendResult.Unreachable;
        }

        if (serverId == ServerId)
        {
            _inbound.Deliver(header with { MsgSeq = msgSeq, From = ServerId }, payload);
            return SendResult.Accepted;
        }

        SendResult result = SendResult.Unreachable;
        if (_links.TryGet(serverId, out OutboundPeer? peer))
        {
            Span<byte> encoded = stackalloc byte[RouteHeaderCodec.BytesMax];
            int bytes = RouteHeaderCodec.Write(encoded, header, msgSeq, _ownIdUtf8, payload.Length);
            result = peer.TryEnqueue(encoded[..bytes], payload, out bool isNewlyReady);
            if (isNewlyReady)
            {
                _links.MakeReady(peer);
            }
        }

        if (result != SendResult.Accepted)
        {
            _counters.Count(result == SendResult.RefusedFull ? EngineCounter.MeshRefusedFull : EngineCounter.MeshUnreachable);
        }

        return result;
    }

    private void CheckSize(in RouteHeader header, int payloadBytes)
    {
        if (payloadBytes > _limits.PeerMessageBytesMax)
        {
            ThrowPayloadTooLarge(payloadBytes);
        }

        // A reply that is an error may go without an id.
        if (header.MsgId.Length > 0 && !MessageIdRules.IsLegal(header.MsgId))
        {
            ThrowMsgIdTooLong(header.MsgId);
        }
    }

    [DoesNotReturn]
    private void ThrowPayloadTooLarge(int bytes) =>
        throw new ArgumentException($"The payload has {bytes} bytes; a message between servers takes up to {_limits.PeerMessageBytesMax}.", nameof(bytes));

    [DoesNotReturn]
    private static void ThrowMsgIdTooLong(string msgId) =>
        throw new ArgumentException($"Message id '{msgId}' has more than {RequestFrame.MsgIdBytesMax} UTF-8 bytes.", nameof(msgId));

    private async Task SweepAsync()
    {
        while (await _sweepTimer.WaitForNextTickAsync())
        {
            _requests.Sweep(Environment.TickCount64);
        }
    }

    private async Task CloseAsync()
    {
        if (_directory is not null)
        {
            await _directory.DisposeAsync();
        }

        _isClosed = true;
        if (_sender is not null)
        {
            await _sender.StopAsync(_options.StopDrainTime);
            _counters.Retire(_sender);
            _links.Close();
        }

        if (_receiver is not null)
        {
            await _receiver.StopAsync();
            _counters.Retire(_inbound);
            _receiver.Dispose();
        }

        _context?.Dispose();
        _requests.FailAll(null, ErrorCodes.ServerNotFound, "the own server is stopping.");
        _sweepTimer.Dispose();
        await _sweeping;
    }
}
