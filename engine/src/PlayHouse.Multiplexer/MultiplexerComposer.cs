using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Closed;
using PlayHouse.Multiplexer.Reading;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer;

/// <summary>
/// Builds both ends of the choices of a connection, which are valid and complete (<see cref="MultiplexerCatalog.Resolve"/>).
/// </summary>
internal static class MultiplexerComposer
{
    public static MessageWriter Writer(IReadOnlyDictionary<string, StrategyChoice> choices, WriterParts parts) =>
        (MessageWriter)new StrategyComposer(MultiplexerCatalog.Seams, choices)
            .Create(typeof(ClosedMessageWriter<,>), parts, parts.Counters);

    public static MessageReader Reader(
        IReadOnlyDictionary<string, StrategyChoice> choices, MultiplexerLimits limits, ReadyQueue ready, MultiplexerCounters counters) =>
        (MessageReader)new StrategyComposer(MultiplexerCatalog.Seams, choices)
            .Create(typeof(ClosedMessageReader<>), limits, ready, counters);
}
