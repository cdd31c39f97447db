namespace PlayHouse.FastPort;

/// <summary>
/// A response with the four time stamps of the header's story. Ticks of the monotonic clock; the server's are comparable on one machine
/// only.
/// </summary>
/// <param name="IsOk">False when the data would not fit into one frame and was left out.</param>
/// <param name="Data">The request's data.</param>
/// <param name="RequestId">Id of the request.</param>
/// <param name="ClientSendTicks">The echo was asked for.</param>
/// <param name="ServerReceivedTicks">The server's handler had it: what it waited for a parser and in a queue lies before.</param>
/// <param name="ServerSendTicks">The server's handler was done: what the response waited for a sender lies behind.</param>
/// <param name="ClientReceivedTicks">The client's handler had the response.</param>
public sealed record EchoReply(
    bool IsOk,
    ReadOnlyMemory<byte> Data,
    ulong RequestId,
    long ClientSendTicks,
    long ServerReceivedTicks,
    long ServerSendTicks,
    long ClientReceivedTicks);
