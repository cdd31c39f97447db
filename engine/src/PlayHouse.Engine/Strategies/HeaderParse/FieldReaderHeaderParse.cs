using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>
/// The fields read by hand; message ids come from the server's table, the sender's id from the network. Allocates nothing.
/// </summary>
internal struct FieldReaderHeaderParse : IHeaderParse<FieldReaderHeaderParse>
{
    public static StrategyCounter Parsed { get; } = new(
        HeaderParseCatalog.SeamId, "field-reader", "parsed", "headers read field by field", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = HeaderParseCatalog.SeamId,
        Id = "field-reader",
        Type = typeof(FieldReaderHeaderParse),
        Summary = "Fields read by hand, message ids from the server's table: nothing is allocated.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Parsed],
        Bytes = [],
    };

    private readonly MessageIdTable _ids;
    private long _parsed;

    private FieldReaderHeaderParse(MessageIdTable ids) => _ids = ids;

    public static FieldReaderHeaderParse Create(StrategyChoice choice, MessageIdTable ids) => new(ids);

    public RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize)
    {
        _parsed++;
        return RouteHeaderCodec.Read(bytes, _ids, from, out header, out payloadSize);
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Parsed, _parsed);
}
