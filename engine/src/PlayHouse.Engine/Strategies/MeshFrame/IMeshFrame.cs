using Net.Zmq;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.MeshFrame;

/// <summary>
/// In how many frames a message between servers travels. Both sides must be set alike: a receiver knows its own layout only
/// and names what comes in the other one. <see cref="TrySend"/> runs on the sending thread, <see cref="Split"/> on the
/// receiving one. Cost class: per message to or from another server.
/// </summary>
internal interface IMeshFrame : ICounterSource
{
    /// <summary>Bytes of the largest legal frame under these limits.</summary>
    static abstract long FrameBytesMax(EngineLimits limits);

    /// <summary>Sends all frames of a message or none; false when the network's queue is full.</summary>
    /// <exception cref="ZmqException">The peer has no connection.</exception>
    bool TrySend(Socket socket, byte[] routingId, MeshRecord message);

    /// <summary>Finds header and payload in received frames. Never throws, whatever they hold.</summary>
    /// <param name="frames">How many came, the sender's id included.</param>
    /// <param name="second">The second frame; old bytes when fewer came.</param>
    /// <param name="third">The third frame, or the last when more came; old bytes when fewer did.</param>
    /// <param name="header">Encoded header.</param>
    /// <param name="payload">Payload.</param>
    MeshFrameStatus Split(
        int frames, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload);
}

/// <summary>What received frames turned out to be. Everything but <see cref="Ok"/> drops the message.</summary>
internal enum MeshFrameStatus
{
    /// <summary>A message.</summary>
    Ok,

    /// <summary>As many frames as the other layout has: the peer is set differently.</summary>
    OtherLayout,

    /// <summary>A number of frames that no layout has, or a header longer than its frame.</summary>
    Malformed,
}
