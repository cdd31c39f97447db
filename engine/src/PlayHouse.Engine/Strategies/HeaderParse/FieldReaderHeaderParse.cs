using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>The fields read by hand; message ids come from the server's table, the sender's id from the network. Allocates nothing.</summary>
internal struct FieldReaderHeaderParse : IHeaderParse<FieldReaderHeaderParse>
{
    private readonly MessageIdTable _ids;
    private long _parsed;

    private FieldReaderHeaderParse(MessageIdTable ids) => _ids = ids;

    /// <inheritdoc/>
    public static FieldReaderHeaderParse Create(StrategyChoice choice, MessageIdTable ids) => new(ids);

    /// <inheritdoc/>
    public RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize)
    {
        _parsed++;
        return RouteHeaderCodec.Read(bytes, _ids, from, out header, out payloadSize);
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(HeaderParseCatalog.FieldReaderParsed, _parsed);
}
