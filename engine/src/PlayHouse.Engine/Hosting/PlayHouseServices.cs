using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using PlayHouse.Engine.Api;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// Servers as parts of a host: they start with it, drain when it stops (which SIGTERM asks for), and can be injected as
/// <see cref="PlayServer"/> and <see cref="ApiServer"/>.
/// </summary>
public static class PlayHouseServices
{
    /// <summary>
    /// Adds a play server. Code is applied first, then the configuration section <c>PlayServer</c>; all errors are reported together when
    /// the host starts.
    /// </summary>
    /// <exception cref="InvalidOperationException">Added before.</exception>
    public static PlayServerBuilder AddPlayServer(this IServiceCollection services, Action<PlayServerSettings>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        PlayServerBuilder builder = new(services);
        SettingsBinding.Add(services, PlayServerSettings.SectionName, configure, builder.Check);
        services.AddLogging();
        services.AddSingleton(builder.Build);
        services.AddSingleton<IHostedService>(p =>
        {
            PlayServer server = p.GetRequiredService<PlayServer>();
            return new HostedServer(
                PlayServerSettings.SectionName,
                p.GetRequiredService<IOptions<PlayServerSettings>>().Value,
                server.StartAsync,
                server.StopAsync,
                server.ReadCounters,
                p.GetRequiredService<ILogger<PlayServer>>(),
                p.GetService<TimeProvider>() ?? TimeProvider.System);
        });
        return builder;
    }

    /// <summary>
    /// Adds an Api server. Code is applied first, then the configuration section <c>ApiServer</c>; all errors are reported together when
    /// the host starts.
    /// </summary>
    /// <exception cref="InvalidOperationException">Added before.</exception>
    public static ApiServerBuilder AddApiServer(this IServiceCollection services, Action<ApiServerSettings>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        ApiServerBuilder builder = new(services);
        SettingsBinding.Add(services, ApiServerSettings.SectionName, configure, builder.Check);
        services.AddLogging();
        services.AddSingleton(builder.Build);
        services.AddSingleton<IHostedService>(p =>
        {
            ApiServer server = p.GetRequiredService<ApiServer>();
            return new HostedServer(
                ApiServerSettings.SectionName,
                p.GetRequiredService<IOptions<ApiServerSettings>>().Value,
                server.StartAsync,
                server.StopAsync,
                server.ReadCounters,
                p.GetRequiredService<ILogger<ApiServer>>(),
                p.GetService<TimeProvider>() ?? TimeProvider.System);
        });
        return builder;
    }
}
