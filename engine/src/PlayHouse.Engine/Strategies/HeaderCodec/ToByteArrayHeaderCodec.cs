using Google.Protobuf;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>A generated message and its ToByteArray, which itself writes through a CodedOutputStream over an exact array.</summary>
internal readonly struct ToByteArrayHeaderCodec : IHeaderCodec<ToByteArrayHeaderCodec>
{
    public static StrategyCounter Encoded { get; } = new(
        HeaderCodecCatalog.SeamId, "to-byte-array", "encoded", "headers encoded", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = HeaderCodecCatalog.SeamId,
        Id = "to-byte-array",
        Type = typeof(ToByteArrayHeaderCodec),
        Summary = "A generated message per header and its ToByteArray: a new exact array.",
        Source = "seed 000 (its baseline)",
        Counters = [Encoded],
        Bytes = [new("encode a header of 34 B and release it", 224, 0)],
    };

    private readonly string _from;

    private ToByteArrayHeaderCodec(string from) => _from = from;

    public static ToByteArrayHeaderCodec Create(StrategyChoice choice, string serverId) => new(serverId);

    public EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes) =>
        new(GeneratedHeader.Of(header, msgSeq, _from, payloadBytes).ToByteArray(), null, Encoded);

    public void Release(in EncodedHeader encoded)
    {
    }
}
