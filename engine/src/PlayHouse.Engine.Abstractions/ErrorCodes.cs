namespace PlayHouse.Engine;

/// <summary>Error codes on the wire. Applications use values from <see cref="ApplicationFirst"/>.</summary>
public static class ErrorCodes
{
    /// <summary>No error.</summary>
    public const ushort Success = 0;

    /// <summary>The server gave up waiting for an answer.</summary>
    public const ushort RequestTimeout = 1;

    /// <summary>The addressed server is unknown.</summary>
    public const ushort ServerNotFound = 2;

    /// <summary>The addressed stage does not exist or is not the one the session belongs to.</summary>
    public const ushort StageNotFound = 3;

    /// <summary>The session has no actor.</summary>
    public const ushort ActorNotFound = 4;

    /// <summary>The actor rejected the client.</summary>
    public const ushort AuthenticationFailed = 5;

    /// <summary>The message needs an authenticated session.</summary>
    public const ushort NotAuthenticated = 6;

    /// <summary>The session authenticated before.</summary>
    public const ushort AlreadyAuthenticated = 7;

    /// <summary>A stage with this id exists.</summary>
    public const ushort StageAlreadyExists = 8;

    /// <summary>The stage refused its creation, or the limit of stages is reached.</summary>
    public const ushort StageCreationFailed = 9;

    /// <summary>Joining failed with an exception.</summary>
    public const ushort JoinStageFailed = 10;

    /// <summary>The message is malformed for its receiver.</summary>
    public const ushort InvalidMessage = 11;

    /// <summary>There is no handler for this message id.</summary>
    public const ushort HandlerNotFound = 12;

    /// <summary>No such stage type is registered.</summary>
    public const ushort InvalidStageType = 13;

    /// <summary>The engine failed around a handler.</summary>
    public const ushort SystemError = 14;

    /// <summary>A handler of the game threw.</summary>
    public const ushort UncheckedContentsError = 15;

    /// <summary>An accepting actor left its account id empty.</summary>
    public const ushort InvalidAccountId = 16;

    /// <summary>The stage does not take this actor.</summary>
    public const ushort JoinStageRejected = 17;

    /// <summary>An error without a better name.</summary>
    public const ushort InternalError = 99;

    /// <summary>First code that belongs to applications.</summary>
    public const ushort ApplicationFirst = 1000;

    /// <summary>Client side: the connection is gone.</summary>
    public const ushort ClientDisconnected = 60201;

    /// <summary>Client side: no reply in time.</summary>
    public const ushort ClientRequestTimeout = 60202;

    /// <summary>Client side: not authenticated yet.</summary>
    public const ushort ClientUnauthenticated = 60203;

    /// <summary>Client side: not sent, because every request id waits for a reply or the send buffer is full.</summary>
    public const ushort ClientBusy = 60204;

    /// <summary>Local: a request to another server was not sent because a queue or the request table was full. Never on the wire.</summary>
    public const ushort ServerBusy = 60301;
}
