using System.Text;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>The fields written by hand into the caller's bytes: no message object, no array, no stream.</summary>
internal readonly struct WriteToSpanHeaderCodec : IHeaderCodec<WriteToSpanHeaderCodec>
{
    public static StrategyCounter Encoded { get; } = new(
        HeaderCodecCatalog.SeamId, "write-to-span", "encoded", "headers encoded", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = HeaderCodecCatalog.SeamId,
        Id = "write-to-span",
        Type = typeof(WriteToSpanHeaderCodec),
        Summary = "Fields written by hand into bytes on the stack: no message object, no array, no stream.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Encoded],
        Bytes = [],
    };

    private readonly byte[] _fromUtf8;

    private WriteToSpanHeaderCodec(byte[] fromUtf8) => _fromUtf8 = fromUtf8;

    public static WriteToSpanHeaderCodec Create(StrategyChoice choice, string serverId) => new(Encoding.UTF8.GetBytes(serverId));

    public EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes)
    {
        int bytes = RouteHeaderCodec.Write(scratch, header, msgSeq, _fromUtf8, payloadBytes);
        return new EncodedHeader(scratch[..bytes], null, Encoded);
    }

    public void Release(in EncodedHeader encoded)
    {
    }
}
