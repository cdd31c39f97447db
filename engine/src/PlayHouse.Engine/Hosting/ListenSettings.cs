using System.Net;

namespace PlayHouse.Engine.Hosting;

/// <summary>A listener for the client frame over TLS, as configured.</summary>
public sealed class TlsListenSettings
{
    /// <summary>Where to listen, as <c>address:port</c> or <c>[address]:port</c>.</summary>
    public string EndPoint { get; set; } = "";

    /// <summary>The server's certificate.</summary>
    public CertificateSettings Certificate { get; set; } = new();

    /// <summary>See <see cref="TlsListenOptions.ProxyProtocol"/>.</summary>
    public bool ProxyProtocol { get; set; }

    internal TlsListenOptions? Build(string owner, ListenSettings read)
    {
        bool hasEndPoint = read.TryParse(owner, EndPoint, out IPEndPoint? endPoint);
        return Certificate.Load(owner, read) is { } tls && hasEndPoint
            ? new() { EndPoint = endPoint!, Tls = tls, ProxyProtocol = ProxyProtocol }
            : null;
    }
}

/// <summary>A listener for WebSockets, as configured.</summary>
public sealed class WebSocketListenSettings
{
    /// <summary>Where to listen, as <c>address:port</c> or <c>[address]:port</c>.</summary>
    public string EndPoint { get; set; } = "";

    /// <summary>Path of the WebSocket.</summary>
    public string Path { get; set; } = "/ws";

    /// <summary>See <see cref="WebSocketListenOptions.AllowedOrigins"/>.</summary>
    public IList<string> AllowedOrigins { get; } = [];

    /// <summary>The server's certificate for WSS; null, the default, is plain WS.</summary>
    public CertificateSettings? Certificate { get; set; }

    /// <summary>See <see cref="WebSocketListenOptions.ProxyProtocol"/>.</summary>
    public bool ProxyProtocol { get; set; }

    internal WebSocketListenOptions? Build(string owner, ListenSettings read)
    {
        bool hasEndPoint = read.TryParse(owner, EndPoint, out IPEndPoint? endPoint);
        TlsOptions? tls = Certificate?.Load(owner, read);
        return hasEndPoint && (tls is null) == (Certificate is null)
            ? new() { EndPoint = endPoint!, Path = Path, AllowedOrigins = [.. AllowedOrigins], Tls = tls, ProxyProtocol = ProxyProtocol }
            : null;
    }
}

/// <summary>What listeners are read with.</summary>
/// <param name="ContentRoot">Where paths that are not absolute begin.</param>
/// <param name="Clock">When files are looked at again.</param>
/// <param name="Errors">Takes what cannot be used.</param>
internal sealed record ListenSettings(string ContentRoot, TimeProvider Clock, List<string> Errors)
{
    public bool TryParse(string owner, string text, out IPEndPoint? endPoint)
    {
        bool isOne = EndPoints.TryParse(text, out endPoint);
        if (!isOne)
        {
            Errors.Add(EndPoints.Wrong($"{owner}: EndPoint", text));
        }

        return isOne;
    }
}
