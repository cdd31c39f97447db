namespace PlayHouse.Engine;

/// <summary>
/// A request to another server that has no successful reply: the peer answered with an error code, did not answer in
/// time (<see cref="ErrorCodes.RequestTimeout"/>), is unknown or gone (<see cref="ErrorCodes.ServerNotFound"/>), or its
/// queue was full (<see cref="ErrorCodes.ServerBusy"/>).
/// </summary>
public sealed class ServerRequestException : Exception
{
    /// <summary>An error with the engine's or the application's code.</summary>
    public ServerRequestException(ushort errorCode, string message)
        : base(message) => ErrorCode = errorCode;

    /// <summary>One of <see cref="ErrorCodes"/>, or an application's code from <see cref="ErrorCodes.ApplicationFirst"/>.</summary>
    public ushort ErrorCode { get; }
}
