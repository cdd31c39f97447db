using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using PlayHouse.Engine.Api;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// What a hosted Api server is made of. Its controllers are those added here and every class the host registers as
/// <see cref="IApiController"/>. Used while services are registered; not thread-safe.
/// </summary>
public sealed class ApiServerBuilder
{
    private readonly List<Type> _controllers = [];

    internal ApiServerBuilder(IServiceCollection services) => Services = services;

    /// <summary>The host's services.</summary>
    public IServiceCollection Services { get; }

    /// <summary>Adds a controller. Its constructor takes any services; it is made in a new scope for every message.</summary>
    public ApiServerBuilder UseController<TController>()
        where TController : class, IApiController
    {
        Services.TryAddScoped<TController>();
        _controllers.Add(typeof(TController));
        return this;
    }

    /// <summary>Sets the handlers of system messages: one object, made by the host before the server starts.</summary>
    public ApiServerBuilder UseSystemController<TController>()
        where TController : class, ISystemController
    {
        Services.AddKeyedSingleton<ISystemController, TController>(ApiServerSettings.SectionName);
        return this;
    }

    /// <summary>Adds a health check: healthy while the server runs, unhealthy from the first moment of its draining on.</summary>
    public ApiServerBuilder AddHealthCheck(string name = "api-server")
    {
        Services.AddHealthChecks().Add(new(name, p => new ServerHealthCheck(() => p.GetRequiredService<ApiServer>().Phase), null, null));
        return this;
    }

    /// <summary>Every error of the settings and of what was registered.</summary>
    internal List<string> Check(IServiceProvider services, ApiServerSettings settings)
    {
        List<string> errors = [];
        settings.Check(errors);
        if (Registrations().Any(d => d.ImplementationType is null))
        {
            errors.Add("An IApiController is registered by a factory or as an object; register its class, of which every message gets a new instance.");
        }

        errors.AddRange(OptionsOf(services, settings).Validate());
        return errors;
    }

    /// <summary>The server, not started.</summary>
    internal ApiServer Build(IServiceProvider services)
    {
        ApiServerSettings settings = services.GetRequiredService<IOptions<ApiServerSettings>>().Value;
        FailureLog log = new(
            services.GetRequiredService<ILogger<ApiServer>>(),
            settings.HandlerFailureLogsPerSecondMax,
            TimeProvider.System);
        ApiServerOptions options = OptionsOf(services, settings);
        Action<Exception>? custom = options.HandlerFailed;
        return new ApiServer(options with { HandlerFailed = custom is null ? log.Write : log.Write + custom }, services);
    }

    private ApiServerOptions OptionsOf(IServiceProvider services, ApiServerSettings settings)
    {
        Type[] registered = [.. Registrations().Where(d => d.ImplementationType is not null).Select(d => d.ImplementationType!)];
        ApiServerOptions options = new()
        {
            ServerId = settings.ServerId,
            ServiceId = settings.ServiceId,
            Weight = settings.Weight,
            Controllers = [.. _controllers.Concat(registered).Distinct()],
            SystemController = services.GetKeyedService<ISystemController>(ApiServerSettings.SectionName),
            Limits = settings.Limits,
            Strategies = settings.Strategies?.OfEngine ?? StrategySelection.Default,
            Network = settings.Mesh.Build([]),
        };
        return settings.Customize?.Invoke(options) ?? options;
    }

    private IEnumerable<ServiceDescriptor> Registrations() =>
        Services.Where(d => !d.IsKeyedService && d.ServiceType == typeof(IApiController));
}
