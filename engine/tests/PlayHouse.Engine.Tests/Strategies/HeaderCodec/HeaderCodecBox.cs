using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Tests.Strategies.HeaderCodec;

/// <summary>A header codec variant behind one type, for suites that run over all of them.</summary>
internal abstract class HeaderCodecBox
{
    public static HeaderCodecBox Create(StrategyChoice choice, string serverId) =>
        (HeaderCodecBox)Variants.Composer("header-codec", choice).Create(typeof(Box<>), serverId);

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

    private sealed class Box<THeaderCodec>(StrategyComposer strategies, string serverId) : HeaderCodecBox
        where THeaderCodec : struct, IHeaderCodec<THeaderCodec>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private THeaderCodec _codec = THeaderCodec.Create(strategies.Choices["header-codec"], serverId);
#pragma warning restore IDE0044

        public override EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes) =>
            _codec.Encode(scratch, header, msgSeq, payloadBytes);

        public override void Release(in EncodedHeader encoded) => _codec.Release(encoded);
    }
}
