using System.Diagnostics.CodeAnalysis;
using Net.Zmq;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// The mesh of one server: a ROUTER socket that only receives and one that only sends (one per peer where servers have keys), each side
/// on a thread of its own; per-peer queues between the callers and the sending thread; requests; discovery. What runs per
/// message is in <see cref="ComposedMesh{THeaderCodec, THeaderParse, TPeerId, TMeshFrame, TRequestTable}"/>.
/// </summary>
internal abstract class ServerMesh : IMesh
{
    private readonly MeshParts _parts;
    private readonly IPendingRequests _requests;
    private readonly ITimer _sweepTimer;
    private Context? _context;
    private IMeshSender? _sender;
    private IMeshReceiver? _receiver;
    private MeshGate? _gate;
    private DirectoryWatch? _directory;
    private volatile bool _isClosed;
    private Task? _closing;

    protected ServerMesh(MeshParts parts, IPendingRequests requests)
    {
        _parts = parts;
        _requests = requests;
        Links = new MeshLinks(parts.Counters, requests);
        Address = "";
        parts.Counters.Register(requests);
        parts.Counters.Register(Links);
        TimeSpan period = SweepPeriod(parts.Limits.ServerRequestTimeout);
        _sweepTimer = parts.Clock.Provider.CreateTimer(static mesh => ((ServerMesh)mesh!).Sweep(), this, period, period);
    }

    public string ServerId => _parts.Options.ServerId;

    /// <summary>Address the other servers are told; empty without a network.</summary>
    public string Address { get; private set; }

    public int PendingRequests => _requests.Count;

    public void AddGauges(IDictionary<string, long> values)
    {
        values["peers"] = Links.ConnectedCount;
        values["requests.pending"] = PendingRequests;
    }

    /// <summary>Seam id to what was built, as <c>strategy{knob=value,…}</c>; a seam of which nothing was built is absent.</summary>
    public abstract IReadOnlyDictionary<string, string> Built { get; }

    protected MeshLinks Links { get; }

    protected abstract ICounterSource Inbound { get; }

    /// <summary>True once every message is refused.</summary>
    protected bool IsClosed => _isClosed;

    /// <summary>True when there are other servers to reach, or may be.</summary>
    protected bool HasNetwork => _parts.Options.BindAddress is not null;

    /// <summary>The mesh of a play or Api server; without <paramref name="network"/> it reaches itself only and needs no libzmq.</summary>
    public static async ValueTask<IMesh> ConnectAsync(MeshHost host, MeshOptions? network) =>
        await StartAsync(
            OptionsOf(host, network),
            host.Limits,
            host.Pool,
            host.Counters,
            host.Handler,
            host.MessageIds,
            host.Strategies,
            host.Clock,
            host.Report);

    public static MeshOptions OptionsOf(MeshHost host, MeshOptions? network) => (network ?? new MeshOptions()) with
    {
        ServerId = host.ServerId,
        ServiceId = host.ServiceId,
        Kind = host.ServiceId == 0 ? ServerKind.Play : ServerKind.Api,
        Weight = host.Weight,
    };

    /// <summary>
    /// Starts the mesh of a server; the first exchange with the directory is made before it returns. A null
    /// <paramref name="ids"/> takes a table of its own, a null <paramref name="strategies"/> the defaults, a null
    /// <paramref name="clock"/> the system's time. Strategies of seams that are not the mesh's mean nothing here.
    /// </summary>
    /// <exception cref="ArgumentException">The options or the strategies have errors; the message holds all of them.</exception>
    /// <exception cref="DllNotFoundException">
    /// A network is configured and libzmq is not installed; the message says how to install it.
    /// </exception>
    /// <exception cref="NotSupportedException">Keys are configured and the installed libzmq cannot use them.</exception>
    /// <exception cref="InvalidOperationException">The address cannot be bound; the message names it.</exception>
    public static async Task<ServerMesh> StartAsync(
        MeshOptions options,
        EngineLimits limits,
        BufferPool pool,
        EngineCounters counters,
        IMeshHandler handler,
        MessageIdTable? ids = null,
        StrategySelection? strategies = null,
        EngineClock? clock = null,
        Action<Exception>? report = null)
    {
        IReadOnlyList<string> errors = options.Validate();
        if (errors.Count > 0)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, errors), nameof(options));
        }

        StrategyComposer composer = Composer(strategies ?? StrategySelection.Default);
        MeshParts parts = new(
            options,
            limits,
            pool,
            counters,
            handler,
            ids ?? new MessageIdTable(limits.MessageIdsMax),
            clock ?? EngineClock.System)
        {
            Report = report ?? (static _ => { }),
        };
        ServerMesh mesh = (ServerMesh)composer.Create(typeof(ComposedMesh<,,,,>), parts);
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

    public abstract SendResult Send(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload);

    public abstract ValueTask<ServerReply> RequestAsync(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload);

    public bool TrySelect(int serviceId, ServerSelection selection, out string serverId)
    {
        serverId = "";
        return _directory is not null && _directory.Services.TrySelect(serviceId, selection, out serverId);
    }

    /// <summary>Sends what is queued within the drain time, ends the pending requests and closes the sockets. Repeatable.</summary>
    public ValueTask DisposeAsync() => new(_closing ??= CloseAsync());

    private static StrategyComposer Composer(StrategySelection selection)
    {
        SeamDescriptor[] seams =
            [HeaderCodecCatalog.Seam, HeaderParseCatalog.Seam, PeerIdCatalog.Seam, MeshFrameCatalog.Seam, RequestTableCatalog.Seam];
        StrategySelection own = new(selection.Choices.Where(c => seams.Any(s => s.Id == c.Key)).ToDictionary());
        return new StrategyComposer(seams, SelectionRules.Resolve(own, seams, SelectionRules.Validate(own, seams)));
    }

    /// <summary>With keys each peer has a socket of its own, and one that is closed gives its place back a little later.</summary>
    private static int SocketsMax(EngineLimits limits) => Math.Clamp(limits.PeersMax * 2, 1_023, 65_535);

    private static TimeSpan SweepPeriod(TimeSpan timeout) =>
        TimeSpan.FromMilliseconds(Math.Clamp(timeout.TotalMilliseconds / 8, 5, 250));

    /// <summary>The way out, not started.</summary>
    protected abstract IMeshSender CreateSender(MeshParts parts, Context context);

    /// <summary>The way in, not started.</summary>
    protected abstract IMeshReceiver CreateReceiver(MeshParts parts, Context context);

    /// <summary>Counts a message that was not taken.</summary>
    protected SendResult Refused(SendResult result)
    {
        _parts.Counters.Count(result == SendResult.RefusedFull ? EngineCounter.MeshRefusedFull : EngineCounter.MeshUnreachable);
        return result;
    }

    protected ValueTask<ServerReply> TableFullAsync(string serverId) =>
        FailedAsync(serverId, ErrorCodes.ServerBusy, $"{_parts.Limits.ServerRequestsMax} requests wait for replies already.");

    protected static ValueTask<ServerReply> NotSentAsync(string serverId, SendResult result) => result == SendResult.RefusedFull
        ? FailedAsync(serverId, ErrorCodes.ServerBusy, "its queue is full.")
        : FailedAsync(serverId, ErrorCodes.ServerNotFound, "it is not known or gone.");

    /// <summary>Throws when a message is larger than peers take.</summary>
    protected void CheckSize(in RouteHeader header, int payloadBytes)
    {
        if (payloadBytes > _parts.Limits.PeerMessageBytesMax)
        {
            ThrowPayloadTooLarge(payloadBytes);
        }

        // A reply that is an error may go without an id.
        if (header.MsgId.Length > 0 && !MessageIdRules.IsLegal(header.MsgId))
        {
            ThrowMsgIdTooLong(header.MsgId);
        }
    }

    public void AnnounceDraining() => _directory?.AnnounceDraining();

    private static ValueTask<ServerReply> FailedAsync(string serverId, ushort errorCode, string text) =>
        ValueTask.FromException<ServerReply>(new ServerRequestException(errorCode, $"Request to server '{serverId}': {text}"));

    internal async Task OpenAsync()
    {
        MeshOptions options = _parts.Options;
        string? publicKey = HasNetwork ? options.Protection.PublicKey : null;
        if (HasNetwork)
        {
            _context = publicKey is null ? new Context() : new Context(ioThreads: 1, SocketsMax(_parts.Limits));
            _sender = CreateSender(_parts, _context);
            _parts.Counters.Register(_sender);
            await _sender.StartAsync();
            if (publicKey is not null)
            {
                _gate = new MeshGate(_parts, Links, _context);
                await _gate.StartAsync();
            }

            _receiver = CreateReceiver(_parts, _context);
            _parts.Counters.Register(Inbound);
            _parts.Counters.Register(_receiver);
            string bound = await _receiver.StartAsync();
            Address = options.AdvertisedAddress ?? bound;
        }

        ServerEntry own = new(ServerId, Address, options.ServiceId, options.Kind, options.Weight, PublicKey: publicKey);
        _directory = new DirectoryWatch(own, _parts, Links, _sender);
        await _directory.StartAsync();
    }

    [DoesNotReturn]
    private void ThrowPayloadTooLarge(int bytes) =>
        throw new ArgumentException(
            $"The payload has {bytes} bytes; a message between servers takes up to {_parts.Limits.PeerMessageBytesMax}.",
            nameof(bytes));

    [DoesNotReturn]
    private static void ThrowMsgIdTooLong(string msgId) =>
        throw new ArgumentException($"Message id '{msgId}' has more than {RequestFrame.MsgIdBytesMax} UTF-8 bytes.", nameof(msgId));

    private void Sweep() => _requests.Sweep(_parts.Clock.NowMs);

    private async Task CloseAsync()
    {
        if (_directory is not null)
        {
            await _directory.DisposeAsync();
        }

        _isClosed = true;
        if (_sender is not null)
        {
            await _sender.StopAsync(_parts.Options.StopDrainTime);
            _parts.Counters.Retire(_sender);
            Links.Close();
        }

        if (_receiver is not null)
        {
            await _receiver.StopAsync();
            _parts.Counters.Retire(Inbound);
            _parts.Counters.Retire(_receiver);
            _receiver.Dispose();
        }

        if (_gate is not null)
        {
            await _gate.StopAsync();
        }

        _context?.Dispose();
        _requests.FailAll(null, ErrorCodes.ServerNotFound, "the own server is stopping.");
        await _sweepTimer.DisposeAsync();
        _parts.Counters.Retire(_requests);
        _parts.Counters.Retire(Links);
    }
}
