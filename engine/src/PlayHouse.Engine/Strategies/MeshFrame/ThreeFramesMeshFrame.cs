using Net.Zmq;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Strategies.MeshFrame;

/// <summary>Target id, header and payload in a frame each: the layout of the reference implementation.</summary>
internal struct ThreeFramesMeshFrame : IMeshFrame
{
    public static StrategyCounter Framed { get; } = new(
        MeshFrameCatalog.SeamId, "three-frames", "framed", "messages sent or received in this layout", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MeshFrameCatalog.SeamId,
        Id = "three-frames",
        Type = typeof(ThreeFramesMeshFrame),
        Summary = "Target id, header and payload in a frame each, as the reference implementation sends them.",
        Source = "seed 000 (its wire format)",
        IsDefault = true,
        Counters = [Framed],
        Bytes = [],
    };

    private long _framed;

    public static long FrameBytesMax(EngineLimits limits) => Math.Max(limits.PeerMessageBytesMax, RouteHeaderCodec.BytesMax);

    public bool TrySend(Socket socket, byte[] routingId, MeshRecord message)
    {
        // libzmq refuses at the first frame or takes all.
        if (!socket.Send(routingId, SendFlags.SendMore | SendFlags.DontWait))
        {
            return false;
        }

        socket.Send(message.Header, SendFlags.SendMore);
        socket.Send(message.Payload, SendFlags.None);
        _framed++;
        return true;
    }

    public MeshFrameStatus Split(
        int frames, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload)
    {
        _framed += frames == 3 ? 1 : 0;
        header = second;
        payload = third;
        return frames switch
        {
            3 => MeshFrameStatus.Ok,
            2 => MeshFrameStatus.OtherLayout,
            _ => MeshFrameStatus.Malformed,
        };
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Framed, _framed);
}
