namespace PlayHouse.Engine.Client;

/// <summary>Why a connection ended.</summary>
public enum DisconnectKind
{
    /// <summary>The server closed it in good order.</summary>
    ServerClosed,

    /// <summary>The network failed while receiving or sending.</summary>
    NetworkFailed,

    /// <summary>Nothing came for <see cref="PlayClientOptions.SilenceTimeout"/>.</summary>
    ServerSilent,

    /// <summary>The server sent bytes that are no frame, or one above the limit.</summary>
    MalformedFrame,

    /// <summary>The caller disposed the client or reconnected it.</summary>
    ClosedByCaller,

    /// <summary>Automatic reconnect used up its attempts.</summary>
    ReconnectFailed,

    /// <summary>After a reconnect the server refused the stored credentials.</summary>
    AuthenticationRejected,
}

/// <summary>The end of a connection.</summary>
/// <param name="Kind">Why.</param>
/// <param name="Message">The same in a sentence.</param>
/// <param name="Cause">The exception behind it, if there was one.</param>
public sealed record ClientDisconnect(DisconnectKind Kind, string Message, Exception? Cause = null)
{
    internal PlayClientException ToException() => new(ErrorCodes.ClientDisconnected, Message, Cause);
}
