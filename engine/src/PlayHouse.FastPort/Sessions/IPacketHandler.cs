namespace PlayHouse.FastPort.Sessions;

/// <summary>What happens to a packet. One handle loop at a time calls it.</summary>
internal interface IPacketHandler
{
    /// <summary>True when a message ends with the write of its response, false when it ends with this handler.</summary>
    static abstract bool EndsAtWrite { get; }

    /// <summary>
    /// Handles a packet; its body is borrowed. A response is written to the start of <paramref name="scratch"/>, which may be replaced.
    /// </summary>
    HandleResult Handle(in Packet packet, ref byte[] scratch);
}

/// <summary>Outcome of a packet.</summary>
/// <param name="ResponseBytes">Bytes of the response's frame, 0 for none.</param>
/// <param name="Failure">Why the connection has to be closed, or None.</param>
internal readonly record struct HandleResult(int ResponseBytes, CloseReason Failure);
