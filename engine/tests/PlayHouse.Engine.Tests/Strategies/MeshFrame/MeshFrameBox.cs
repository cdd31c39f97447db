using Net.Zmq;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Tests.Strategies.MeshFrame;

/// <summary>A frame layout behind one type, for suites that run over all of them.</summary>
internal abstract class MeshFrameBox
{
    public static MeshFrameBox Create(StrategyChoice choice) => choice.Id switch
    {
        "three-frames" => new Box<ThreeFramesMeshFrame>(default),
        "merged-frame" => new Box<MergedMeshFrame>(default),
        _ => throw Variants.NoFactory("mesh-frame", choice.Id),
    };

    public abstract long FrameBytesMax(EngineLimits limits);

    public abstract bool TrySend(Socket socket, byte[] routingId, MeshRecord message);

    public abstract MeshFrameStatus Split(
        int frames, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload);

    private sealed class Box<TFrame>(TFrame frame) : MeshFrameBox
        where TFrame : struct, IMeshFrame
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TFrame _frame = frame;
#pragma warning restore IDE0044

        public override long FrameBytesMax(EngineLimits limits) => TFrame.FrameBytesMax(limits);

        public override bool TrySend(Socket socket, byte[] routingId, MeshRecord message) => _frame.TrySend(socket, routingId, message);

        public override MeshFrameStatus Split(
            int frames, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload) =>
            _frame.Split(frames, second, third, out header, out payload);
    }
}
