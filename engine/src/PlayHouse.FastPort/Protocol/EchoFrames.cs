using Google.Protobuf;

namespace PlayHouse.FastPort.Protocol;

/// <summary>Whole frames of protobuf messages, written in place.</summary>
internal static class EchoFrames
{
    private const int FirstBytes = 512;

    /// <summary>
    /// Writes the frame to the start of <paramref name="scratch"/>, which is replaced by a larger array when it is too small.
    /// </summary>
    /// <returns>Bytes of the frame, or 0 when it would be larger than <paramref name="frameBytesMax"/>; nothing is written then.</returns>
    public static int Write(ref byte[] scratch, int packetId, IMessage message, int frameBytesMax)
    {
        int bodyBytes = message.CalculateSize();
        int frameBytes = PacketFrame.HeaderBytes + bodyBytes;
        if ((uint)bodyBytes > PacketFrame.BodyBytesMax || frameBytes > frameBytesMax)
        {
            return 0;
        }

        if (scratch.Length < frameBytes)
        {
            int larger = Math.Max(FirstBytes, Math.Max(scratch.Length * 2, frameBytes));
            scratch = new byte[Math.Min(larger, PacketFrame.FrameBytesMax)];
        }

        PacketFrame.WriteHeader(scratch, packetId, bodyBytes);
        message.WriteTo(scratch.AsSpan(PacketFrame.HeaderBytes, bodyBytes));
        return frameBytes;
    }
}
