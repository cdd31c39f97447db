using System.Net;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using PlayHouse.Dashboard.Components;
using PlayHouse.Dashboard.Components.Charts;
using PlayHouse.Dashboard.Services;
using PlayHouse.Dashboard.Services.Access;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Dashboard;

/// <summary>Puts the web application together; the order of the filters is the order of the doors.</summary>
internal static class DashboardApp
{
    /// <summary>Address of the rules that every chart of a page uses.</summary>
    public const string ChartStyle = "/assets/css/charts.css";

    public static WebApplication Build(DashboardOptions options, LabAccess lab, TimeProvider clock, Action<IServiceCollection>? further = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions
        {
            // Neither the folder nor the variables of the process that starts this one decide what it serves.
            ContentRootPath = AppContext.BaseDirectory,
            ApplicationName = typeof(DashboardApp).Assembly.GetName().Name,
            EnvironmentName = Environments.Production,
        });
        builder.Configuration.Sources.Clear();
        builder.WebHost.UseStaticWebAssets();
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => Listen(kestrel, options));
        builder.Logging.ClearProviders().SetMinimumLevel(LogLevel.Warning)
            // Keys that are never stored need no encryption at rest: its warning would only worry.
            .AddFilter("Microsoft.AspNetCore.DataProtection", LogLevel.Error)
            // A start that fails is told by Program, in one line.
            .AddFilter("Microsoft.Extensions.Hosting", LogLevel.Critical)
            .AddSimpleConsole(c => c.SingleLine = true)
            .Services.Configure<Microsoft.Extensions.Logging.Console.ConsoleLoggerOptions>(c => c.LogToStandardErrorThreshold = LogLevel.Trace);
        AddServices(builder.Services, options, lab, clock);
        further?.Invoke(builder.Services);
        WebApplication app = builder.Build();
        UseDoors(app);
        MapPages(app);
        app.Lifetime.ApplicationStarted.Register(() => Settle(app, options.Address));
        return app;
    }

    private static void Listen(KestrelServerOptions kestrel, DashboardOptions options)
    {
        DashboardLimits limits = options.Limits;
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxConcurrentConnections = limits.ConnectionsMax;
        kestrel.Limits.MaxConcurrentUpgradedConnections = limits.PagesMax;
        kestrel.Limits.MaxRequestBodySize = limits.BodyBytesMax;
        kestrel.Limits.RequestHeadersTimeout = limits.HandshakeMax;
        // One protocol: a WebSocket is an upgrade and nothing else, so one check covers every way in.
        kestrel.Listen(options.Address, options.Port, l => l.Protocols = HttpProtocols.Http1);
    }

    private static void AddServices(IServiceCollection services, DashboardOptions options, LabAccess lab, TimeProvider clock)
    {
        DashboardLimits limits = options.Limits;
        services.AddSingleton(options).AddSingleton(limits).AddSingleton(lab).AddSingleton(clock);
        services.AddScoped<ChartScript>();
        services.AddSingleton<DashboardPlace>().AddSingleton<SignInCodes>().AddSingleton<Sessions>().AddSingleton<LabPulse>();
        services.AddScoped<PageAddress>();
        services.Configure<HostOptions>(h => h.ShutdownTimeout = limits.ShutdownMax);
        services.AddRoutingCore();
        // Keys live as long as the process: nothing is left on the disk.
        services.AddDataProtection().UseEphemeralDataProtectionProvider();
        services.AddAntiforgery(a =>
        {
            a.Cookie.Name = "plab-form";
            a.Cookie.SameSite = SameSiteMode.Strict;
            a.Cookie.HttpOnly = true;
            // The policy of SecurityHeaders says it already, for every response.
            a.SuppressXFrameOptionsHeader = true;
        });
        services.AddRazorComponents().AddInteractiveServerComponents(circuit =>
        {
            circuit.DisconnectedCircuitMaxRetained = limits.LostPagesMax;
            circuit.DisconnectedCircuitRetentionPeriod = limits.LostPageLifetime;
            circuit.MaxBufferedUnacknowledgedRenderBatches = limits.UnconfirmedRenderingsMax;
            circuit.JSInteropDefaultCallTimeout = limits.ScriptCallMax;
        }).AddHubOptions(hub =>
        {
            hub.MaximumReceiveMessageSize = limits.MessageBytesMax;
            hub.ClientTimeoutInterval = limits.SilenceMax;
            hub.HandshakeTimeout = limits.HandshakeMax;
        });
    }

    private static void UseDoors(WebApplication app)
    {
        app.UseMiddleware<SecurityHeaders>();
        app.UseMiddleware<HostAndOriginFilter>();
        app.UseMiddleware<SessionFilter>();
        app.UseStatusCodePagesWithReExecute("/not-found", createScopeForStatusCodePages: true);
        app.UseRouting();
        app.UseAntiforgery();
    }

    private static void MapPages(WebApplication app)
    {
        app.MapStaticAssets();
        // One source of a chart's colours: the library that draws it.
        app.MapGet(ChartStyle, () => Results.Text(SvgChart.StyleSheet, "text/css"));
        SignInEndpoints.Map(app);
        StackDownloads.Map(app);
        ComparisonFiles.Map(app);
        NotebookDownloads.Map(app);
        app.MapRazorComponents<App>().AddInteractiveServerRenderMode(server =>
        {
            // SecurityHeaders sends one policy for everything.
            server.ContentSecurityFrameAncestorsPolicy = null;
            // Compressing secrets together with what an attacker chooses tells their length.
            server.DisableWebSocketCompression = true;
        });
    }

    private static void Settle(WebApplication app, IPAddress address)
    {
        IServerAddressesFeature addresses = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!;
        app.Services.GetRequiredService<DashboardPlace>().Settle(address, BindingAddress.Parse(addresses.Addresses.First()).Port);
    }
}
