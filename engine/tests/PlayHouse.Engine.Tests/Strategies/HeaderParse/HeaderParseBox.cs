using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Tests.Strategies.HeaderParse;

/// <summary>A header parser variant behind one type, for suites that run over all of them.</summary>
internal abstract class HeaderParseBox
{
    public static HeaderParseBox Create(StrategyChoice choice, MessageIdTable ids) =>
        (HeaderParseBox)Variants.Composer("header-parse", choice).Create(typeof(Box<>), ids);

    public abstract RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize);

    private sealed class Box<THeaderParse>(StrategyComposer strategies, MessageIdTable ids) : HeaderParseBox
        where THeaderParse : struct, IHeaderParse<THeaderParse>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private THeaderParse _parse = THeaderParse.Create(strategies.Choices["header-parse"], ids);
#pragma warning restore IDE0044

        public override RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize) =>
            _parse.Read(bytes, from, out header, out payloadSize);
    }
}
