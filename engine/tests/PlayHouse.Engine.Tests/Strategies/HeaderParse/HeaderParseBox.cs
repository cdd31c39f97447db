using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderParse;

namespace PlayHouse.Engine.Tests.Strategies.HeaderParse;

/// <summary>A header parser variant behind one type, for suites that run over all of them.</summary>
internal abstract class HeaderParseBox
{
    public static HeaderParseBox Create(StrategyChoice choice, MessageIdTable ids) => choice.Id switch
    {
        "parse-from" => new Box<ParseFromHeaderParse>(ParseFromHeaderParse.Create(choice, ids)),
        "merge-into-pooled" => new Box<MergeIntoPooledHeaderParse>(MergeIntoPooledHeaderParse.Create(choice, ids)),
        "field-reader" => new Box<FieldReaderHeaderParse>(FieldReaderHeaderParse.Create(choice, ids)),
        _ => throw Variants.NoFactory("header-parse", choice.Id),
    };

    public abstract RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize);

    private sealed class Box<TParse>(TParse parse) : HeaderParseBox
        where TParse : struct, IHeaderParse<TParse>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TParse _parse = parse;
#pragma warning restore IDE0044

        public override RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize) =>
            _parse.Read(bytes, from, out header, out payloadSize);
    }
}
