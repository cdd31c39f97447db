using Google.Protobuf;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.ReplyCodec;

namespace PlayHouse.Engine.Tests.Strategies.ReplyCodec;

/// <summary>A codec variant behind one type, for suites that run over all of them.</summary>
internal abstract class ReplyCodecBox
{
    public static ReplyCodecBox Create(StrategyChoice choice) =>
        (ReplyCodecBox)Variants.Composer("reply-codec", choice).Create(typeof(Box<>));

    public abstract PreparedPayload Prepare(IMessage message);

    public abstract void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination);

    public abstract void Discard(in PreparedPayload prepared);

    /// <summary>Both halves; returns the payload size.</summary>
    public int Encode(IMessage message, Span<byte> destination)
    {
        PreparedPayload prepared = Prepare(message);
        Write(message, prepared, destination[..prepared.Size]);
        return prepared.Size;
    }

    private sealed class Box<TReplyCodec>(TReplyCodec codec) : ReplyCodecBox
        where TReplyCodec : struct, IReplyCodec
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TReplyCodec _codec = codec;
#pragma warning restore IDE0044

        public override PreparedPayload Prepare(IMessage message) => _codec.Prepare(message);

        public override void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination) =>
            _codec.Write(message, prepared, destination);

        public override void Discard(in PreparedPayload prepared) => _codec.Discard(prepared);
    }
}
