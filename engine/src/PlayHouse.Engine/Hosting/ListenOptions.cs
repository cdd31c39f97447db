using System.Net;

namespace PlayHouse.Engine.Hosting;

/// <summary>A listener for the client frame over TLS.</summary>
public sealed record TlsListenOptions
{
    /// <summary>Where to listen; port 0 lets the system choose.</summary>
    public required IPEndPoint EndPoint { get; init; }

    /// <summary>Certificates.</summary>
    public required TlsOptions Tls { get; init; }

    /// <inheritdoc cref="PlayServerOptions.TcpProxyProtocol"/>
    public bool ProxyProtocol { get; init; }

    internal void Check(string owner, List<string> errors)
    {
        if (EndPoint is null)
        {
            errors.Add($"{owner}: EndPoint is missing.");
        }

        if (Tls is null)
        {
            errors.Add($"{owner}: Tls is missing.");
        }

        Tls?.Check(owner, errors);
    }
}

/// <summary>
/// A listener for WebSockets on an HTTP server of its own, which answers nothing else. A host that has an HTTP server
/// maps the path there instead: <see cref="PlaySocketExtensions.MapPlaySocket"/>.
/// </summary>
public sealed record WebSocketListenOptions
{
    /// <summary>Where to listen; port 0 lets the system choose.</summary>
    public required IPEndPoint EndPoint { get; init; }

    /// <summary>Path of the WebSocket, <c>/ws</c> by default.</summary>
    public string Path { get; init; } = "/ws";

    /// <summary>
    /// Origins whose pages may connect, as browsers send them: <c>https://game.example</c>. Empty, the default, is any. A request without
    /// an origin comes from no browser and may always connect; what is refused gets status 403 and counts as
    /// <c>closes.handshake-failed</c>.
    /// </summary>
    public IReadOnlyList<string> AllowedOrigins { get; init; } = [];

    /// <summary>Certificates for WSS; null, the default, is plain WS.</summary>
    public TlsOptions? Tls { get; init; }

    /// <inheritdoc cref="PlayServerOptions.TcpProxyProtocol"/>
    public bool ProxyProtocol { get; init; }

    internal void Check(string owner, List<string> errors)
    {
        if (EndPoint is null)
        {
            errors.Add($"{owner}: EndPoint is missing.");
        }

        if (Path is null || !Path.StartsWith('/'))
        {
            errors.Add($"{owner}: Path '{Path}' does not start with '/'.");
        }

        foreach (string origin in AllowedOrigins ?? [])
        {
            if (!Uri.TryCreate(origin, UriKind.Absolute, out Uri? uri)
                || !string.Equals(uri.GetLeftPart(UriPartial.Authority), origin, StringComparison.OrdinalIgnoreCase))
            {
                errors.Add($"{owner}: AllowedOrigins has '{origin}'; an origin is a scheme, a host and perhaps a port, like https://game.example.");
            }
        }

        if (AllowedOrigins is null)
        {
            errors.Add($"{owner}: AllowedOrigins takes an empty list for any.");
        }

        Tls?.Check(owner, errors);
    }
}
