using Google.Protobuf;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh.Protos;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>ParseFrom of the generated message: a new object, a new message-id string and a new sender string per header.</summary>
internal struct ParseFromHeaderParse : IHeaderParse<ParseFromHeaderParse>
{
    // Unknown fields are dropped: kept, they would cost a peer a few bytes and this server many times that.
    private readonly MessageParser<RouteHeaderProto> _parser;
    private long _parsed;

    private ParseFromHeaderParse(MessageParser<RouteHeaderProto> parser) => _parser = parser;

    /// <inheritdoc/>
    public static ParseFromHeaderParse Create(StrategyChoice choice, MessageIdTable ids) =>
        new(RouteHeaderProto.Parser.WithDiscardUnknownFields(true));

    /// <inheritdoc/>
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

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(HeaderParseCatalog.ParseFromParsed, _parsed);
}
