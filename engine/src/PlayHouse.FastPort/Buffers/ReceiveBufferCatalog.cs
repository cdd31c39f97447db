using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Buffers;

/// <summary>Descriptors of the receive-buffer seam.</summary>
internal static class ReceiveBufferCatalog
{
    public const string SeamId = "receive-buffer";

    /// <summary>Knob: bytes of a buffer from the start.</summary>
    public const string Initial = "initial";

    /// <summary>Bytes of a buffer from the start when the knob says nothing: the original's.</summary>
    public const int InitialBytes = 8 * 1024;

    public static KnobDescriptor InitialKnob => new(Initial, "bytes", 16, 65_536, InitialBytes, "Bytes of one buffer from the start.");

    public static SeamDescriptor Seam => new(
        SeamId,
        "Between the socket and the packets, on the way in and on the way out.",
        "Which buffer holds the bytes of a connection at the least cost?",
        [LinearBuffer.Descriptor, CircularArrayBuffer.Descriptor, CircularPooledBuffer.Descriptor, PipeBuffer.Descriptor]);
}
