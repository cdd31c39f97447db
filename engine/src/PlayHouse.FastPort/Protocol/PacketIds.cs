namespace PlayHouse.FastPort.Protocol;

/// <summary>
/// Packet ids. The direction tells request from response: the original defines one id for its test protocol, and which ones it sent is not
/// on record.
/// </summary>
internal static class PacketIds
{
    /// <summary>The body is an EchoRequest when a client sends it, an EchoResponse when the server does.</summary>
    public const int Echo = 1;
}

/// <summary>Values of the response's result.</summary>
internal static class EchoResults
{
    /// <summary>The data is the request's.</summary>
    public const int Ok = 1;

    /// <summary>The data would not fit into one frame and is left out.</summary>
    public const int Error = 2;
}
