using System.Net;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Hosting;

/// <summary>What a hosted play server is made of. Used while services are registered; not thread-safe.</summary>
public sealed class PlayServerBuilder
{
    private readonly List<HostedStageType> _types = [];

    internal PlayServerBuilder(IServiceCollection services) => Services = services;

    /// <summary>The host's services.</summary>
    public IServiceCollection Services { get; }

    /// <summary>
    /// Adds a type of stages. Constructors take <see cref="IStageLink"/> or <see cref="IActorLink"/> and any services. Every
    /// stage and every actor has a service scope of its own that is disposed after its <c>OnDestroy</c>; transient and
    /// scoped services belong to it, singletons are the host's. The first type added is the default one.
    /// </summary>
    /// <param name="stageType">Name of the type.</param>
    /// <param name="endsWhenEmptyAfter">See <see cref="StageRegistration.EndsWhenEmptyAfter"/>.</param>
    /// <param name="createdByClients">See <see cref="StageRegistration.CreatedByClients"/>.</param>
    public PlayServerBuilder UseStage<TStage, TActor>(string stageType, TimeSpan? endsWhenEmptyAfter = null, bool createdByClients = true)
        where TStage : class, IStage
        where TActor : class, IActor
    {
        ArgumentException.ThrowIfNullOrEmpty(stageType);
        _types.Add(new HostedStageType(stageType, typeof(TStage), typeof(TActor), endsWhenEmptyAfter, createdByClients));
        return this;
    }

    /// <summary>Sets the handlers of system messages: one object, made by the host before the server starts.</summary>
    public PlayServerBuilder UseSystemController<TController>()
        where TController : class, ISystemController
    {
        Services.AddKeyedSingleton<ISystemController, TController>(PlayServerSettings.SectionName);
        return this;
    }

    /// <summary>Adds a health check: healthy while the server runs, unhealthy from the first moment of its draining on.</summary>
    public PlayServerBuilder AddHealthCheck(string name = "play-server")
    {
        Services.AddHealthChecks().Add(new(name, p => new ServerHealthCheck(() => p.GetRequiredService<PlayServer>().Phase), null, null));
        return this;
    }

    /// <summary>Every error of the settings and of what was registered.</summary>
    internal List<string> Check(IServiceProvider services, PlayServerSettings settings)
    {
        List<string> errors = [];
        settings.Check(errors);
        if (!string.IsNullOrEmpty(settings.TcpEndPoint) && !EndPoints.TryParse(settings.TcpEndPoint, out _))
        {
            errors.Add(EndPoints.Wrong(nameof(settings.TcpEndPoint), settings.TcpEndPoint));
        }

        PlayServerOptions options = OptionsOf(settings, []);
        if (options is { TcpEndPoint: null, TlsListeners.Count: 0, WebSocketListeners.Count: 0 } && !settings.HasOwnHttpServer)
        {
            errors.Add("TcpEndPoint is empty, and there is no TLS or WebSocket listener: no client could connect. Set HasOwnHttpServer when the host maps the WebSocket itself.");
        }

        foreach (HostedStageType type in _types)
        {
            type.Check(services, errors);
        }

        // Types that cannot be made have their sentence already: the other options are checked with stand-ins.
        errors.AddRange(OptionsOf(settings, [.. _types.Select(t => t.Register(NoStage, NoActor))]).Validate());
        return errors;
    }

    /// <summary>The server, not started.</summary>
    internal PlayServer Build(IServiceProvider services)
    {
        PlayServerSettings settings = services.GetRequiredService<IOptions<PlayServerSettings>>().Value;
        FailureLog log = new(
            services.GetRequiredService<ILogger<PlayServer>>(),
            settings.HandlerFailureLogsPerSecondMax,
            TimeProvider.System);
        PlayServerOptions options = OptionsOf(settings, [.. _types.Select(t => t.Bind(services))]);
        ISystemController? controller = services.GetKeyedService<ISystemController>(PlayServerSettings.SectionName);
        Action<Exception>? custom = options.HandlerFailed;
        Action<HungHandler>? customHung = options.HandlerHung;
        return new PlayServer(options with
        {
            HandlerHung = customHung is null ? log.Write : log.Write + customHung,
            SystemController = options.SystemController ?? controller,
            HandlerFailed = custom is null ? log.Write : log.Write + custom,
        });
    }

    private static IStage NoStage(IStageLink link) => throw new NotSupportedException();

    private static IActor NoActor(IActorLink link) => throw new NotSupportedException();

    private static PlayServerOptions OptionsOf(PlayServerSettings settings, StageRegistration[] stages)
    {
        PlayServerOptions options = new()
        {
            TcpEndPoint = EndPoints.TryParse(settings.TcpEndPoint, out IPEndPoint? endPoint) ? endPoint : null!,
            TcpProxyProtocol = settings.TcpProxyProtocol,
            AuthenticateMessageId = settings.AuthenticateMessageId,
            Stages = stages,
            DefaultStageType = settings.DefaultStageType.Length > 0 ? settings.DefaultStageType : stages.FirstOrDefault()?.StageType ?? "",
            ServerId = settings.ServerId,
            Limits = settings.Limits,
            Strategies = settings.Strategies?.OfEngine ?? StrategySelection.Default,
            TlsListeners = settings.BuiltTlsListeners,
            WebSocketListeners = settings.BuiltWebSocketListeners,
            DrainNoticeMessageId = settings.DrainNoticeMessageId.Length == 0 ? null : settings.DrainNoticeMessageId,
            Network = settings.Mesh.Build([]),
        };
        return settings.Customize?.Invoke(options) ?? options;
    }
}
