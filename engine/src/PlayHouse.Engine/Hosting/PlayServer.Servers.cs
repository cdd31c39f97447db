using System.Collections.ObjectModel;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Servers;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Hosting;

/// <summary>Other servers, stages asked for by the host, and what a stop waits for.</summary>
public sealed partial class PlayServer
{
    private IMesh? _mesh;
    private PlayMessages? _messages;
    private EngineMeter? _meter;
    private volatile ServerPhase _phase;

    /// <summary>How far the server's life has come; a health endpoint tells its load balancer from this. Any thread.</summary>
    public ServerPhase Phase => _phase;

    /// <summary>Where other servers reach this one; empty without a network or before the start.</summary>
    public string MeshAddress => (_mesh as ServerMesh)?.Address ?? "";

    /// <summary>A link to other servers that belongs to no message: its replies are counted and dropped. Any thread.</summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public IApiLink Link => new ApiLink(Engine.Servers ?? throw NotStarted(), default);

    /// <summary>
    /// Creates a stage in this server. The outcome holds <see cref="ErrorCodes.StageAlreadyExists"/>,
    /// <see cref="ErrorCodes.InvalidStageType"/>, <see cref="ErrorCodes.StageCreationFailed"/> or what the stage replied. A
    /// stage made this way waits for its first actor, however long. Any thread; the payload is copied.
    /// </summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public Task<StageCreation> CreateStageAsync(string stageType, long stageId, string msgId = "", ReadOnlyMemory<byte> payload = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(stageType);
        ArgumentNullException.ThrowIfNull(msgId);
        return Engine.Stages.CreateAsync(stageType, stageId, msgId, payload);
    }

    /// <summary>
    /// The same, but a stage of that type that exists already is a success with <see cref="StageCreation.IsCreated"/> false
    /// and the reply of its creation. Of several that ask at once, one creates the stage.
    /// </summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public Task<StageCreation> GetOrCreateStageAsync(
        string stageType, long stageId, string msgId = "", ReadOnlyMemory<byte> payload = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(stageType);
        ArgumentNullException.ThrowIfNull(msgId);
        return Engine.Stages.GetOrCreateAsync(stageType, stageId, msgId, payload);
    }

    /// <summary>Ends a stage of this server after the messages it already has; false when there is none with this id.</summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public bool CloseStage(long stageId)
    {
        Stage? stage = Engine.Stages.Find(stageId);
        stage?.CloseStage();
        return stage is not null;
    }

    private async Task ConnectAsync(EngineContext engine)
    {
        _messages = new PlayMessages(engine, _options.SystemController);
        MeshHost host = new(
            _options.ServerId, 0, 1, engine.Limits, engine.Pool, engine.Counters, engine.Transport.PeerMessageIds, _messages)
        {
            Strategies = _options.Strategies,
            Clock = engine.Clock,
            Report = engine.ReportHandlerFailure,
        };
        _mesh = await _options.Mesh(host);
        engine.Servers = new ServerGateway(_mesh, engine.Pool, engine.Counters, engine.ReportHandlerFailure, engine.Clock.Provider);
        _messages.Open(engine.Servers);
    }

    private Dictionary<string, string> DescribeStrategies()
    {
        EngineContext engine = Engine;
        IReadOnlyDictionary<string, string> between = (_mesh as ServerMesh)?.Built ?? ReadOnlyDictionary<string, string>.Empty;
        return new(engine.Strategies.Built.Concat(engine.Transport.Built).Concat(between), StringComparer.Ordinal);
    }

    private void AddGauges(EngineContext engine, Dictionary<string, long> values)
    {
        (long actors, long messages, int deepest) = (0, 0, 0);
        foreach ((_, Stage stage) in engine.Stages.Entries)
        {
            actors += stage.ActorsCount;
            int waiting = stage.WaitingMessages;
            messages += waiting;
            deepest = Math.Max(deepest, waiting);
        }

        values["actors"] = actors;
        values["mailbox.messages"] = messages;
        values["mailbox.deepest"] = deepest;
        (_mesh as ServerMesh)?.AddGauges(values);
    }

    private void MarkRunning()
    {
        _phase = ServerPhase.Running;
        _meter = new EngineMeter(_options.ServerId, ReadCounters);
        EngineEvents.Log.ServerStarted(_options.ServerId, _listeners!.Tcp?.ToString() ?? "");
    }

    private void MarkDraining()
    {
        _phase = ServerPhase.Draining;
        EngineEvents.Log.ServerDraining(_options.ServerId);
    }

    /// <summary>Undoes a start that failed half-way.</summary>
    private async Task AbandonAsync(EngineContext engine)
    {
        if (_mesh is not null)
        {
            await _mesh.DisposeAsync();
        }

        await engine.Timers.DisposeAsync();
        if (engine.RatePauses is { } pauses)
        {
            await pauses.DisposeAsync();
        }
    }

    private async Task DisconnectAsync(EngineContext engine)
    {
        engine.Counters.Count(EngineCounter.StopAbandoned, _messages!.HandlersCount);
        using CancellationTokenSource deadline = new(engine.Limits.StopTimeout / 3);
        await WithinAsync(_mesh!.DisposeAsync().AsTask(), deadline.Token);
        _meter?.Dispose();
        _phase = ServerPhase.Stopped;
        EngineEvents.Log.ServerStopped(_options.ServerId, ReadCounters()["stop.abandoned"]);
    }
}
