namespace PlayHouse.Engine.Hosting;

/// <summary>
/// What a hosted play server is configured with: by code first, then by the configuration section
/// <see cref="SectionName"/>, which therefore wins. Checked as a whole when the host starts; unknown keys are errors.
/// </summary>
public sealed class PlayServerSettings : ServerSettings
{
    /// <summary>Section of the configuration.</summary>
    public const string SectionName = "PlayServer";

    /// <summary>Settings with their defaults.</summary>
    public PlayServerSettings() => ServerId = "play";

    /// <summary>Where to listen for clients, as <c>address:port</c> or <c>[address]:port</c>; port 0 lets the system choose.</summary>
    public string TcpEndPoint { get; set; } = "";

    /// <summary>See <see cref="PlayServerOptions.TcpProxyProtocol"/>.</summary>
    public bool TcpProxyProtocol { get; set; }

    /// <summary>Where to listen for clients over TLS.</summary>
    public IList<TlsListenSettings> TlsListeners { get; } = [];

    /// <summary>Where to listen for WebSockets.</summary>
    public IList<WebSocketListenSettings> WebSocketListeners { get; } = [];

    /// <summary>The one message id a client may send before it is authenticated.</summary>
    public string AuthenticateMessageId { get; set; } = "AuthenticateRequest";

    /// <summary>Type of the stages that authentications create on demand; the first registered one when empty.</summary>
    public string DefaultStageType { get; set; } = "";

    /// <summary>
    /// True when clients only come through a WebSocket that the host maps on an HTTP server of its own: no end point is needed then.
    /// </summary>
    public bool HasOwnHttpServer { get; set; }

    /// <summary>
    /// Message id of the push that tells every authenticated client that the server is about to stop; empty, the default, sends none.
    /// Clients must know the id.
    /// </summary>
    public string DrainNoticeMessageId { get; set; } = "";

    /// <summary>Last word on the options, for everything that has no setting here. Applied after the configuration.</summary>
    public Func<PlayServerOptions, PlayServerOptions>? Customize { get; set; }

    /// <summary><see cref="TlsListeners"/> with their certificates; without those that have errors.</summary>
    internal IReadOnlyList<TlsListenOptions> BuiltTlsListeners { get; private set; } = [];

    /// <summary><see cref="WebSocketListeners"/> with their certificates; without those that have errors.</summary>
    internal IReadOnlyList<WebSocketListenOptions> BuiltWebSocketListeners { get; private set; } = [];

    /// <inheritdoc/>
    internal override void Load(string contentRoot, TimeProvider clock)
    {
        base.Load(contentRoot, clock);
        ListenSettings files = new(contentRoot, clock, ConfigurationErrors);
        BuiltTlsListeners =
        [
            .. TlsListeners
                .Select((s, i) => s.Build($"TlsListeners[{i}]", new(contentRoot, clock, ConfigurationErrors)))
                .OfType<TlsListenOptions>()
        ];
        BuiltWebSocketListeners =
        [
            .. WebSocketListeners
                .Select((s, i) => s.Build($"WebSocketListeners[{i}]", new(contentRoot, clock, ConfigurationErrors)))
                .OfType<WebSocketListenOptions>()
        ];
    }
}
