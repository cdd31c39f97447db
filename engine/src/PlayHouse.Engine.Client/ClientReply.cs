namespace PlayHouse.Engine.Client;

/// <summary>A reply or push, with a payload of its own.</summary>
/// <param name="MsgId">Message id.</param>
/// <param name="MsgSeq">Id of the request; 0 for a push.</param>
/// <param name="StageId">Stage id.</param>
/// <param name="ErrorCode">
/// 0, or why the server did not do what was asked; in callbacks also the client-side codes of <see cref="ErrorCodes"/>.
/// </param>
/// <param name="Payload">Payload bytes.</param>
public sealed record ClientReply(string MsgId, ushort MsgSeq, long StageId, ushort ErrorCode, ReadOnlyMemory<byte> Payload);

/// <summary>A failure that arose on the client's side.</summary>
public sealed class PlayClientException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="errorCode">One of the client-side <see cref="ErrorCodes"/>.</param>
    /// <param name="message">What happened.</param>
    /// <param name="inner">Cause, if another exception.</param>
    public PlayClientException(ushort errorCode, string message, Exception? inner = null)
        : base(message, inner) => ErrorCode = errorCode;

    /// <summary>
    /// <see cref="ErrorCodes.ClientDisconnected"/>, <see cref="ErrorCodes.ClientRequestTimeout"/>,
    /// <see cref="ErrorCodes.ClientUnauthenticated"/> or <see cref="ErrorCodes.ClientBusy"/>.
    /// </summary>
    public ushort ErrorCode { get; }
}
