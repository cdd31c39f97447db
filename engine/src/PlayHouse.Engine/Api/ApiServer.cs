using System.Collections.ObjectModel;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Servers;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Api;

/// <summary>
/// A server without clients or stages: it handles messages of other servers in controllers, each with a
/// dependency-injection scope of its own. Start once, stop once; reading counters is safe at any time.
/// </summary>
public sealed class ApiServer : IAsyncDisposable
{
    private readonly ApiServerOptions _options;
    private readonly IServiceProvider _services;
    private readonly EngineCounters _counters;
    private readonly BufferPool _pool;
    private readonly MessageIdTable _messageIds;
    private ServerGateway? _servers;
    private ApiMessages? _messages;
    private IMesh? _mesh;
    private EngineMeter? _meter;
    private Task? _stopping;
    private bool _isStarted;
    private volatile ServerPhase _phase;

    /// <summary>Checks the options. Nothing runs yet.</summary>
    /// <exception cref="ArgumentException">The options have errors; the message holds all of them.</exception>
    public ApiServer(ApiServerOptions options, IServiceProvider services)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(services);
        IReadOnlyList<string> errors = options.Validate();
        if (errors.Count > 0)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, errors), nameof(options));
        }

        _options = options;
        _services = services;
        _counters = new EngineCounters { ServerId = options.ServerId };
        _pool = new BufferPool(options.Limits.RetainedBufferBytesMax, BufferAudit.CreateIfAsked());
        _messageIds = new MessageIdTable(options.Limits.MessageIdsMax);
    }

    /// <summary>How far the server's life has come. Any thread.</summary>
    public ServerPhase Phase => _phase;

    /// <summary>Where other servers reach this one; empty without a network or before the start.</summary>
    public string MeshAddress => (_mesh as ServerMesh)?.Address ?? "";

    /// <summary>
    /// Seam id to <c>strategy{knob=value,…}</c>, read from the types that run; an Api server has those of messages between
    /// servers only, and without a network the request table alone.
    /// </summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public IReadOnlyDictionary<string, string> BuiltStrategies
    {
        get
        {
            IMesh mesh = _mesh ?? throw new InvalidOperationException("The server has not been started.");
            return (mesh as ServerMesh)?.Built ?? ReadOnlyDictionary<string, string>.Empty;
        }
    }

    /// <summary>A link to other servers that belongs to no message: its replies are counted and dropped. Any thread.</summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public IApiLink Link => new ApiLink(_servers ?? throw new InvalidOperationException("The server has not been started."), default);

    internal BufferPool Pool => _pool;

    /// <summary>Asks every controller for its handlers, then connects and takes messages.</summary>
    /// <exception cref="InvalidOperationException">Started before, or a controller cannot be made.</exception>
    /// <exception cref="ArgumentException">A handler was added twice, or is not a method of its controller.</exception>
    public async Task StartAsync()
    {
        if (_isStarted)
        {
            throw new InvalidOperationException("A server starts once.");
        }

        _isStarted = true;
        ApiHandlers handlers = await ApiHandlers.ReadAsync(_services, _options.Controllers);
        ApiMessages messages = new(_options, _services, handlers, _counters, ReportFailure);
        MeshHost host = new(
            _options.ServerId, _options.ServiceId, _options.Weight, _options.Limits, _pool, _counters, _messageIds, messages)
        {
            Strategies = _options.Strategies,
            Clock = new EngineClock(_options.Clock),
            Report = ReportFailure,
        };
        _mesh = await _options.Mesh(host);
        _servers = new ServerGateway(_mesh, _pool, _counters, ReportFailure);
        _messages = messages;
        messages.Open(_servers);
        _meter = new EngineMeter(_options.ServerId, ReadCounters);
        _phase = ServerPhase.Running;
        EngineEvents.Log.ServerStarted(_options.ServerId, "");
    }

    /// <summary>
    /// Announces the end, so that other servers choose another one of the service, and answers for <see cref="EngineLimits.DrainTimeout"/>
    /// on. Then it refuses new messages, awaits the handlers and disconnects. What has not ended within the stop time-out is counted and
    /// left. Repeatable.
    /// </summary>
    public Task StopAsync() => _messages is null ? Task.CompletedTask : _stopping ??= StopOnceAsync(_messages);

    /// <summary>All counters by name; those of clients and stages stay 0.</summary>
    public IReadOnlyDictionary<string, long> ReadCounters()
    {
        Dictionary<string, long> counters = _counters.Read();
        counters["message-ids"] = _messageIds.Count;
        counters["message-ids.uncached"] = _messageIds.Uncached;
        counters["buffers.rented"] = _pool.Rented;
        counters["buffers.returned"] = _pool.Returned;
        counters["buffers.created"] = _pool.Created;
        counters["buffers.in-use-bytes"] = _pool.InUseBytes;
        (_mesh as ServerMesh)?.AddGauges(counters);
        return counters;
    }

    /// <summary>Stops the server.</summary>
    public async ValueTask DisposeAsync() => await StopAsync();

    private async Task StopOnceAsync(ApiMessages messages)
    {
        _phase = ServerPhase.Draining;
        EngineEvents.Log.ServerDraining(_options.ServerId);
        _mesh!.AnnounceDraining();
        await Task.Delay(_options.Limits.DrainTimeout, _options.Clock);
        try
        {
            await messages.CloseAsync().WaitAsync(_options.Limits.StopTimeout);
        }
        catch (TimeoutException)
        {
            _counters.Count(EngineCounter.StopAbandoned, messages.HandlersCount);
        }

        await _mesh.DisposeAsync();
        _meter?.Dispose();
        _phase = ServerPhase.Stopped;
        EngineEvents.Log.ServerStopped(_options.ServerId, _counters.Read()["stop.abandoned"]);
    }

    /// <summary>Tells the host. Never throws.</summary>
    private void ReportFailure(Exception exception)
    {
        EngineEvents.Log.OnFailed(_options.ServerId, exception);
        HostHook.Tell(_options.HandlerFailed, exception, _counters);
    }
}
