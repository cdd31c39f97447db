using System.Net;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// A game server: stages behind TCP, TLS and WebSocket listeners. Start once, stop once; reading counters is safe at any time.
/// </summary>
public sealed partial class PlayServer : IAsyncDisposable
{
    private readonly PlayServerOptions _options;
    private EngineContext? _engine;
    private Listeners? _listeners;
    private SessionWatch? _watch;
    private Task? _stopping;
    private int _isCordoned;

    /// <summary>Checks the options. Nothing runs yet.</summary>
    /// <exception cref="ArgumentException">The options have errors; the message holds all of them.</exception>
    public PlayServer(PlayServerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        IReadOnlyList<string> errors = options.Validate();
        if (errors.Count > 0)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, errors), nameof(options));
        }

        _options = options;
    }

    /// <summary>Where clients connect over plain TCP; the port is the real one.</summary>
    /// <exception cref="InvalidOperationException">Not started, or without such a listener.</exception>
    public IPEndPoint TcpEndPoint =>
        (_listeners ?? throw NotStarted()).Tcp ?? throw new InvalidOperationException("The server does not listen on plain TCP.");

    /// <summary>Where clients connect over TLS, in the order of the options; the ports are the real ones.</summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public IReadOnlyList<IPEndPoint> TlsEndPoints => (_listeners ?? throw NotStarted()).Tls;

    /// <summary>Where clients connect by WebSocket, in the order of the options; the ports are the real ones.</summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public IReadOnlyList<IPEndPoint> WebSocketEndPoints => (_listeners ?? throw NotStarted()).WebSockets;

    /// <summary>
    /// Seam id to <c>strategy{knob=value,…}</c>, read from the types that run. A seam nothing was built of is absent: without
    /// a network that is every seam of messages between servers but the request table.
    /// </summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public IReadOnlyDictionary<string, string> BuiltStrategies => DescribeStrategies();

    internal EngineContext Engine => _engine ?? throw NotStarted();

    /// <summary>The engine, or null before the start.</summary>
    internal EngineContext? RunningEngine => _engine;

    /// <summary>Builds the strategies and starts accepting.</summary>
    /// <exception cref="InvalidOperationException">Started before.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">The end point cannot be bound.</exception>
    public async Task StartAsync()
    {
        if (_engine is not null)
        {
            throw new InvalidOperationException("A server starts once.");
        }

        StrategyAssembly strategies = StageAssembly.Compose(_options.Strategies);
        TransportAssembly transport = new(StrategyRules.Composer(_options.Strategies), _options.Limits, _options.AuthenticateMessageId);
        EngineContext engine = new(_options, strategies, transport);
        Listeners listeners = new();
        try
        {
            // The others first: a client that is let in may ask for a message to them at once.
            await ConnectAsync(engine);
            await listeners.OpenAsync(engine, _options);
        }
        catch
        {
            await listeners.DisposeAsync();
            await AbandonAsync(engine);
            await strategies.DisposeAsync();
            await transport.DisposeAsync();
            throw;
        }

        _engine = engine;
        _listeners = listeners;
        _watch = new SessionWatch(engine);
        _watch.Start();
        engine.HandlerWatch.Start();
        new QuietTrim(engine, ReadCounters).Start();
        MarkRunning();
    }

    /// <summary>
    /// Stops making stages and says so: <see cref="Phase"/> is <see cref="ServerPhase.Draining"/>, and other servers choose another one of
    /// its service. The stages that there are go through their matches, and their clients come and go as before. Followed by
    /// <see cref="StopAsync"/>. Repeatable, any thread.
    /// </summary>
    /// <exception cref="InvalidOperationException">Not started.</exception>
    public void Cordon()
    {
        EngineContext engine = Engine;
        if (Interlocked.Exchange(ref _isCordoned, 1) == 0)
        {
            MarkDraining();
            engine.Stages.Close();
            _mesh!.AnnounceDraining();
        }
    }

    /// <summary>
    /// Cordons the server, tells the stages (<see cref="IStage.OnDrain"/>) and lets them finish for
    /// <see cref="EngineLimits.DrainTimeout"/>; a stage that ends in that time closes its own sessions. Then it stops accepting, tells
    /// authenticated clients where a notice is configured, reads no more messages, lets the handlers of those already taken end, closes the
    /// sessions after what they were sent, and ends the stages. Whatever does not end within the stop time-out is counted and left.
    /// Repeatable.
    /// </summary>
    public Task StopAsync() => _engine is null ? Task.CompletedTask : _stopping ??= StopOnceAsync(_engine);

    /// <summary>All counters by name. Empty before the start.</summary>
    public IReadOnlyDictionary<string, long> ReadCounters()
    {
        if (_engine is null)
        {
            return new Dictionary<string, long>();
        }

        Dictionary<string, long> counters = _engine.Counters.Read();
        counters["sessions"] = _engine.Sessions.Count;
        counters["stages"] = _engine.Stages.All.Count;
        counters["message-ids"] = _engine.MessageIds.Count;
        counters["message-ids.uncached"] = _engine.MessageIds.Uncached;
        counters["buffers.rented"] = _engine.Pool.Rented;
        counters["buffers.returned"] = _engine.Pool.Returned;
        counters["buffers.created"] = _engine.Pool.Created;
        counters["buffers.in-use-bytes"] = _engine.Pool.InUseBytes;
        AddGauges(_engine, counters);
        return counters;
    }

    /// <summary>Stops the server.</summary>
    public async ValueTask DisposeAsync() => await StopAsync();

    private async Task StopOnceAsync(EngineContext engine)
    {
        Cordon();
        await ServerDrain.FinishStagesAsync(engine);
        using CancellationTokenSource deadline = new(engine.Limits.StopTimeout);
        engine.IsStopping = true;
        await _listeners!.StopAcceptingAsync(deadline.Token);
        // Code of the game may hang in any of these: each step has a share of the time, and what is left is counted.
        Task handshakes = engine.Pending.EndAllAsync();
        Task handlers = _messages!.CloseAsync();
        await ServerDrain.RunAsync(engine, _options.DrainNoticeMessageId);
        using CancellationTokenSource rest = new(engine.Limits.StopTimeout / 3);
        Task[] stages = [.. engine.Stages.All.Select(EndAsync)];
        Task[] authentications = [.. engine.HungAuthentications.Values.Select(e => e.Task)];
        await WithinAsync(Task.WhenAll([handshakes, handlers, .. stages, .. authentications]), rest.Token);
        using CancellationTokenSource last = new(engine.Limits.StopTimeout / 6);
        await WithinAsync(engine.OffStage.StopAsync(), last.Token);
        engine.Counters.Count(EngineCounter.StopAbandoned, LeftBehind(engine));
        await WithinAsync(engine.Timers.DisposeAsync().AsTask(), last.Token);
        await WithinAsync(_listeners.EndAsync(), last.Token);
        await _watch!.DisposeAsync();
        if (engine.RatePauses is { } pauses)
        {
            await pauses.DisposeAsync();
        }

        // A handler that blocks its thread blocks a worker of the scheduler with it: that is left behind too.
        using CancellationTokenSource strategiesDeadline = new(engine.Limits.StopTimeout);
        await WithinAsync(engine.Strategies.DisposeAsync().AsTask(), strategiesDeadline.Token);
        await _listeners.DisposeAsync();
        await DisconnectAsync(engine);
        await WithinAsync(engine.Transport.DisposeAsync().AsTask(), strategiesDeadline.Token);
    }

    /// <summary>Sessions, authentications, stages and off-stage work that did not end.</summary>
    private static int LeftBehind(EngineContext engine) =>
        engine.Sessions.Count + engine.HungAuthentications.Count + engine.Stages.All.Count + engine.OffStage.Outstanding;

    private static Task EndAsync(Stage stage)
    {
        stage.CloseStage();
        return stage.Ended;
    }

    internal static async Task WithinAsync(Task ending, CancellationToken deadline)
    {
        try
        {
            await ending.WaitAsync(deadline);
        }
        catch (OperationCanceledException)
        {
            // What has not ended by now is counted when the whole stop is over.
        }
    }

    private static InvalidOperationException NotStarted() => new("The server has not been started.");
}
