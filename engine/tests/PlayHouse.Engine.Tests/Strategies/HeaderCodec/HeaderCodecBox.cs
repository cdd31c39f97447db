using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Tests.Strategies.HeaderCodec;

/// <summary>A header codec variant behind one type, for suites that run over all of them.</summary>
internal abstract class HeaderCodecBox
{
    public static HeaderCodecBox Create(StrategyChoice choice, string serverId) => choice.Id switch
    {
        "to-byte-array" => new Box<ToByteArrayHeaderCodec>(ToByteArrayHeaderCodec.Create(choice, serverId)),
        "coded-output-stream" => new Box<CodedOutputStreamHeaderCodec>(CodedOutputStreamHeaderCodec.Create(choice, serverId)),
        "write-to-span" => new Box<WriteToSpanHeaderCodec>(WriteToSpanHeaderCodec.Create(choice, serverId)),
        _ => throw Variants.NoFactory("header-codec", choice.Id),
    };

    public abstract EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes);

    public abstract void Release(in EncodedHeader encoded);

    /// <summary>Encodes, copies and releases as a mesh does; returns the length.</summary>
    public int EncodeInto(Span<byte> destination, Span<byte> scratch, in RouteHeader header, int payloadBytes)
    {
        EncodedHeader encoded = Encode(scratch, header, header.MsgSeq, payloadBytes);
        int length = encoded.Bytes.Length;
        encoded.Bytes.CopyTo(destination);
        Release(encoded);
        return length;
    }

    private sealed class Box<TCodec>(TCodec codec) : HeaderCodecBox
        where TCodec : struct, IHeaderCodec<TCodec>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TCodec _codec = codec;
#pragma warning restore IDE0044

        public override EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes) =>
            _codec.Encode(scratch, header, msgSeq, payloadBytes);

        public override void Release(in EncodedHeader encoded) => _codec.Release(encoded);
    }
}
