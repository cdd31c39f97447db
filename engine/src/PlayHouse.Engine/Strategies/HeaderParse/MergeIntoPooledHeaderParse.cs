using Google.Protobuf;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Protocol.Protos;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>Merges into a pooled generated message: the object is saved, the message-id and sender strings are not.</summary>
internal readonly struct MergeIntoPooledHeaderParse : IHeaderParse<MergeIntoPooledHeaderParse>
{
    public static StrategyCounter Reused { get; } = new(
        HeaderParseCatalog.SeamId, "merge-into-pooled", "reused", "headers merged into an object of the pool", StrategyCounter.PerMessage);

    public static StrategyCounter Made { get; } = new(
        HeaderParseCatalog.SeamId, "merge-into-pooled", "made", "headers merged into a new object", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = HeaderParseCatalog.SeamId,
        Id = "merge-into-pooled",
        Type = typeof(MergeIntoPooledHeaderParse),
        Summary = "Merges into a pooled generated message: no new object, still two new strings per header.",
        Source = "seed 000 (section 2.4 skips it untested, adopted later)",
        Counters = [Reused, Made],
        Bytes = [new("read a header of 34 B", 88, 0)],
    };

    private readonly Merger _merger;

    private MergeIntoPooledHeaderParse(Merger merger) => _merger = merger;

    public static MergeIntoPooledHeaderParse Create(StrategyChoice choice, MessageIdTable ids) => new(new Merger());

    public RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize) =>
        _merger.Read(bytes, from, out header, out payloadSize);

    public void AddTo(CounterBlock block) => _merger.AddTo(block);

    /// <summary>
    /// The library drops unknown fields only in a parser, and a parser merges into what its factory gives: here that is a
    /// pooled object. Kept unknown fields would stay in the object forever.
    /// </summary>
    private sealed class Merger
    {
        private readonly HeaderObjectPool _pool = new();
        private readonly MessageParser<RouteHeaderProto> _parser;
        private RouteHeaderProto _rented = new();

        public Merger() => _parser = new MessageParser<RouteHeaderProto>(() => _rented).WithDiscardUnknownFields(true);

        public void AddTo(CounterBlock block)
        {
            block.Add(Reused, _pool.Reused);
            block.Add(Made, _pool.Made);
        }

        public RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize)
        {
            _rented = _pool.Rent();
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
            finally
            {
                // Also after a failure: the object holds the fields read so far.
                _pool.Return(_rented);
            }
        }
    }
}
