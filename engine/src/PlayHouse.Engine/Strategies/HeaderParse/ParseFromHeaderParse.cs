using Google.Protobuf;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Protocol.Protos;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>ParseFrom of the generated message: a new object, a new message-id string and a new sender string per header.</summary>
internal struct ParseFromHeaderParse : IHeaderParse<ParseFromHeaderParse>
{
    public static StrategyCounter Parsed { get; } = new(
        HeaderParseCatalog.SeamId, "parse-from", "parsed", "headers parsed into a new object", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = HeaderParseCatalog.SeamId,
        Id = "parse-from",
        Type = typeof(ParseFromHeaderParse),
        Summary = "ParseFrom of the generated message: a new object and two new strings per header.",
        Source = "seed 000 (its baseline)",
        Counters = [Parsed],
        Bytes = [new("read a header of 34 B", 184, 0)],
    };

    // Unknown fields are dropped: kept, they would cost a peer a few bytes and this server many times that.
    private readonly MessageParser<RouteHeaderProto> _parser;
    private long _parsed;

    private ParseFromHeaderParse(MessageParser<RouteHeaderProto> parser) => _parser = parser;

    public static ParseFromHeaderParse Create(StrategyChoice choice, MessageIdTable ids) =>
        new(RouteHeaderProto.Parser.WithDiscardUnknownFields(true));

    public RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize)
    {
        _parsed++;
        try
        {
            return ParsedHeader.Judge(_parser.ParseFrom(bytes), from, out header, out payloadSize);
        }
        catch (InvalidProtocolBufferException)
        {
            header = default;
            payloadSize = 0;
            return RouteHeaderStatus.NotProtobuf;
        }
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Parsed, _parsed);
}
