using Net.Zmq;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Tests.Strategies.MeshFrame;

/// <summary>A frame layout behind one type, for suites that run over all of them.</summary>
internal abstract class MeshFrameBox
{
    public static MeshFrameBox Create(StrategyChoice choice) =>
        (MeshFrameBox)Variants.Composer("mesh-frame", choice).Create(typeof(Box<>));

    public abstract long FrameBytesMax(EngineLimits limits);

    public abstract bool TrySend(Socket socket, byte[] routingId, MeshRecord message);

    public abstract MeshFrameStatus Split(
        int frames, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload);

    private sealed class Box<TMeshFrame>(TMeshFrame frame) : MeshFrameBox
        where TMeshFrame : struct, IMeshFrame
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TMeshFrame _frame = frame;
#pragma warning restore IDE0044

        public override long FrameBytesMax(EngineLimits limits) => TMeshFrame.FrameBytesMax(limits);

        public override bool TrySend(Socket socket, byte[] routingId, MeshRecord message) => _frame.TrySend(socket, routingId, message);

        public override MeshFrameStatus Split(
            int frames, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload) =>
            _frame.Split(frames, second, third, out header, out payload);
    }
}
