using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using PlayHouse.Engine.Hosting.Listening;
using PlayHouse.Engine.Transport.WebSockets;

namespace PlayHouse.Engine.Hosting;

/// <summary>Serves clients of a play server on the HTTP server of a host.</summary>
public static class PlaySocketExtensions
{
    /// <summary>
    /// Accepts WebSockets at <paramref name="pattern"/> as sessions of <paramref name="server"/>. Needs no other
    /// middleware. Before the server's start and from its stop on, requests get 503; above a connection limit too, counted
    /// as on every transport. The host's HTTP server keeps its own deadlines up to the upgrade. The host stops the play
    /// server before, or while, it stops its HTTP server.
    /// </summary>
    public static IEndpointConventionBuilder MapPlaySocket(this IEndpointRouteBuilder endpoints, string pattern, PlayServer server)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        ArgumentException.ThrowIfNullOrEmpty(pattern);
        ArgumentNullException.ThrowIfNull(server);
        IApplicationBuilder pipeline = endpoints.CreateApplicationBuilder();
        MeteredUpgrade.Use(pipeline, new WebSocketOptions { KeepAliveInterval = Timeout.InfiniteTimeSpan });
        pipeline.Run(context => WebSocketGate.HandleAsync(context, server.RunningEngine));
        return endpoints.Map(pattern, pipeline.Build());
    }
}
