using Google.Protobuf;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.ReplyCodec;

namespace PlayHouse.Engine.Tests.Strategies.ReplyCodec;

/// <summary>A codec variant behind one type, for suites that run over all of them.</summary>
internal abstract class ReplyCodecBox
{
    public static ReplyCodecBox Create(StrategyChoice choice) => choice.Id switch
    {
        "to-byte-array" => new Box<ToByteArrayReplyCodec>(ToByteArrayReplyCodec.Create(choice)),
        "coded-output-stream" => new Box<CodedOutputStreamReplyCodec>(CodedOutputStreamReplyCodec.Create(choice)),
        "write-to-span" => new Box<WriteToSpanReplyCodec>(WriteToSpanReplyCodec.Create(choice)),
        _ => throw Variants.NoFactory("reply-codec", choice.Id),
    };

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

    private sealed class Box<TCodec>(TCodec codec) : ReplyCodecBox
        where TCodec : struct, IReplyCodec
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TCodec _codec = codec;
#pragma warning restore IDE0044

        public override PreparedPayload Prepare(IMessage message) => _codec.Prepare(message);

        public override void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination) =>
            _codec.Write(message, prepared, destination);

        public override void Discard(in PreparedPayload prepared) => _codec.Discard(prepared);
    }
}
