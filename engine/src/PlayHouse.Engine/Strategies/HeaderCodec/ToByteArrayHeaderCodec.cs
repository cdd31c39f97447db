using Google.Protobuf;
using PlayHouse.Engine.Mesh;

namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>A generated message and its ToByteArray, which itself writes through a CodedOutputStream over an exact array.</summary>
internal readonly struct ToByteArrayHeaderCodec : IHeaderCodec<ToByteArrayHeaderCodec>
{
    private readonly string _from;

    private ToByteArrayHeaderCodec(string from) => _from = from;

    /// <inheritdoc/>
    public static ToByteArrayHeaderCodec Create(StrategyChoice choice, string serverId) => new(serverId);

    /// <inheritdoc/>
    public EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes) =>
        new(GeneratedHeader.Of(header, msgSeq, _from, payloadBytes).ToByteArray(), null, HeaderCodecCatalog.ToByteArrayEncoded);

    /// <inheritdoc/>
    public void Release(in EncodedHeader encoded)
    {
    }
}
