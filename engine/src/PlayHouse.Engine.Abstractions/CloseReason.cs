namespace PlayHouse.Engine;

/// <summary>Why a connection ended. The first reason counts; each has a counter <c>closes.*</c>.</summary>
public enum CloseReason
{
    /// <summary>Still open.</summary>
    None,

    /// <summary>The client closed its side.</summary>
    ClientClosed,

    /// <summary>Receiving failed.</summary>
    ReceiveFailed,

    /// <summary>Sending failed.</summary>
    SendFailed,

    /// <summary>A frame announced zero, a negative length or less than any frame has.</summary>
    FrameTooSmall,

    /// <summary>A frame announced more than the limit.</summary>
    FrameTooLarge,

    /// <summary>A message id was longer than its frame.</summary>
    MsgIdLengthInvalid,

    /// <summary>A message id was not UTF-8.</summary>
    MsgIdNotUtf8,

    /// <summary>Something other than the authentication message came first.</summary>
    NotAuthenticated,

    /// <summary>No accepted authentication in time.</summary>
    AuthenticationTimeout,

    /// <summary>Too many authentications of the connection were refused.</summary>
    AuthenticationAttempts,

    /// <summary>Too many authentications of the remote address were refused within a minute.</summary>
    AddressAuthentications,

    /// <summary>An authenticated client was silent for too long.</summary>
    IdleTimeout,

    /// <summary>The client reads slower than it is sent to.</summary>
    SlowClient,

    /// <summary>The server has as many sessions as it may.</summary>
    ConnectionLimit,

    /// <summary>The account came back on another connection.</summary>
    Replaced,

    /// <summary>The game asked for it.</summary>
    DisconnectedByGame,

    /// <summary>The actor left its stage.</summary>
    LeftStage,

    /// <summary>The stage ended.</summary>
    StageClosed,

    /// <summary>The server stops.</summary>
    ServerStopping,

    /// <summary>One address has as many sessions as it may.</summary>
    AddressLimit,

    /// <summary>No TLS or WebSocket handshake in time.</summary>
    HandshakeTimeout,

    /// <summary>The TLS handshake failed.</summary>
    HandshakeFailed,

    /// <summary>A frame came in too slowly.</summary>
    ReceiveTooSlow,

    /// <summary>The client took no byte for too long.</summary>
    WriteStall,

    /// <summary>The client sent more than its rate allows.</summary>
    RateLimit,

    /// <summary>A WebSocket message was not binary or not exactly one frame.</summary>
    MessageShape,

    /// <summary>The buffers of the whole server were above their limit, and this session held more of them than it may then.</summary>
    MemoryLimit,

    /// <summary>A connection of a load balancer did not begin with a header of the PROXY protocol.</summary>
    ProxyHeader,

    /// <summary>The engine failed; a defect.</summary>
    EngineFault,
}
