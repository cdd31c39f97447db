using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http.Features;

namespace PlayHouse.Engine.Transport.WebSockets;

/// <summary>Counts below the WebSocket that a request becomes, by the upgrade of HTTP/1.1 or the CONNECT of HTTP/2.</summary>
internal sealed class MeteredUpgrade(IHttpUpgradeFeature? upgrade, IHttpExtendedConnectFeature? connect)
    : IHttpUpgradeFeature, IHttpExtendedConnectFeature
{
    /// <summary>The bytes of the WebSocket; null before it was accepted.</summary>
    public WebSocketFrames? Frames { get; private set; }

    public bool IsUpgradableRequest => upgrade?.IsUpgradableRequest ?? false;

    public bool IsExtendedConnect => connect?.IsExtendedConnect ?? false;

    public string? Protocol => connect?.Protocol;

    /// <summary>Serves WebSockets as the library does, with the bytes counted below them.</summary>
    public static void Use(IApplicationBuilder pipeline, WebSocketOptions options)
    {
        pipeline.Use(next => context =>
        {
            IFeatureCollection features = context.Features;
            MeteredUpgrade metered = new(features.Get<IHttpUpgradeFeature>(), features.Get<IHttpExtendedConnectFeature>());
            features.Set<IHttpUpgradeFeature>(metered);
            features.Set<IHttpExtendedConnectFeature>(metered);
            features.Set(metered);
            return next(context);
        });
        pipeline.UseWebSockets(options);
    }

    public async Task<Stream> UpgradeAsync() => Frames = new WebSocketFrames(await upgrade!.UpgradeAsync());

    public async ValueTask<Stream> AcceptAsync() => Frames = new WebSocketFrames(await connect!.AcceptAsync());
}
