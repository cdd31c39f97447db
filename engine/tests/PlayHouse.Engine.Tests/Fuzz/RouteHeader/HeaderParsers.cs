using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Tests.Strategies.HeaderParse;

namespace PlayHouse.Engine.Fuzz.RouteHeader;

/// <summary>All strategies of the seam <c>header-parse</c> side by side: they differ only where the seam's page says so.</summary>
internal sealed class HeaderParsers
{
    private readonly (string Id, HeaderParseBox Parse)[] _generated =
    [
        .. StrategyCatalog.Seam("header-parse").Strategies.Where(s => !s.IsDefault)
            .Select(s => (s.Id, HeaderParseBox.Create(StrategyChoice.Of(s.Id), new MessageIdTable(16)))),
    ];

    private readonly HeaderParseBox _default = HeaderParseBox.Create(StrategyChoice.Of(StrategyCatalog.Seam("header-parse").Default.Id), new MessageIdTable(64));

    public void Check(byte[] bytes, ReferenceHeader oracle)
    {
        (RouteHeaderStatus, Protocol.RouteHeader, uint) expected = Read(_default, bytes);
        (RouteHeaderStatus, Protocol.RouteHeader, uint) first = Read(_generated[0].Parse, bytes);
        foreach ((string id, HeaderParseBox parse) in _generated)
        {
            (RouteHeaderStatus, Protocol.RouteHeader, uint) read = Read(parse, bytes);
            Assert.True(read == first, $"{id} reads {read}, {_generated[0].Id} {first} for {Convert.ToHexStringLower(bytes)}");
            Assert.True(read == expected || IsDocumented(oracle, read.Item1), $"{id} reads {read}, the default {expected} for {Convert.ToHexStringLower(bytes)}");
        }
    }

    private static bool IsDocumented(ReferenceHeader oracle, RouteHeaderStatus status) =>
        oracle.IsPassedOverByTheLibrary
        || (status == RouteHeaderStatus.MsgIdNotUtf8 && (oracle.Status == RouteHeaderStatus.MsgIdTooLong || oracle.MsgId.Contains('\uFFFD', StringComparison.Ordinal)));

    private static (RouteHeaderStatus Status, Protocol.RouteHeader Header, uint PayloadSize) Read(HeaderParseBox parse, byte[] bytes)
    {
        RouteHeaderStatus status = parse.Read(bytes, "proven", out Protocol.RouteHeader header, out uint payloadSize);
        return (status, header, payloadSize);
    }
}
