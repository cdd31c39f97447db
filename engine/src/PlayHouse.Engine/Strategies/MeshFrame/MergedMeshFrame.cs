using Net.Zmq;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Strategies.MeshFrame;

/// <summary>
/// Target id, then one frame of uint32 header length (little-endian), header and payload. Messages already lie so in the
/// peer's queue, therefore the frame is sent without another copy.
/// </summary>
internal struct MergedMeshFrame : IMeshFrame
{
    public static StrategyCounter Framed { get; } = new(
        MeshFrameCatalog.SeamId, "merged-frame", "framed", "messages sent or received in this layout", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MeshFrameCatalog.SeamId,
        Id = "merged-frame",
        Type = typeof(MergedMeshFrame),
        Summary = "Header length, header and payload in one frame behind the target id; every server must be set alike.",
        Source = "design (not in the seeds)",
        Counters = [Framed],
        Bytes = [],
    };

    private long _framed;

    public static long FrameBytesMax(EngineLimits limits) =>
        (long)limits.PeerMessageBytesMax + RouteHeaderCodec.BytesMax + MeshRecord.PrefixBytes;

    public bool TrySend(Socket socket, byte[] routingId, MeshRecord message)
    {
        if (!socket.Send(routingId, SendFlags.SendMore | SendFlags.DontWait))
        {
            return false;
        }

        socket.Send(message.Bytes, SendFlags.None);
        _framed++;
        return true;
    }

    public MeshFrameStatus Split(
        int frames, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload)
    {
        header = default;
        payload = default;
        if (frames != 2)
        {
            return frames == 3 ? MeshFrameStatus.OtherLayout : MeshFrameStatus.Malformed;
        }

        if (!MeshRecord.TryRead(second, out MeshRecord message))
        {
            return MeshFrameStatus.Malformed;
        }

        header = message.Header;
        payload = message.Payload;
        _framed++;
        return MeshFrameStatus.Ok;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Framed, _framed);
}
