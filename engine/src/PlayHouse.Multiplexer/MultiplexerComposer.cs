using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Closed;
using PlayHouse.Multiplexer.Reading;
using PlayHouse.Multiplexer.Strategies.MuxChunk;
using PlayHouse.Multiplexer.Strategies.MuxEmit;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Strategies.MuxReceive;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer;

/// <summary>
/// Turns chosen ids into closed generic types: each step resolves one seam and calls the next with one more type. The
/// choices are valid and complete (<see cref="MultiplexerCatalog.Resolve"/>). The only place that names variants.
/// </summary>
internal static class MultiplexerComposer
{
    /// <summary>Builds the writer.</summary>
    public static MessageWriter Writer(IReadOnlyDictionary<string, StrategyChoice> choices, WriterParts parts)
    {
        StrategyChoice choice = choices[MuxChunkCatalog.SeamId];
        return choice.Id switch
        {
            "fixed-1k" => PickHeader(choices, parts, FixedChunk.Create(choice, MuxChunkCatalog.Fixed1K, parts.Counters, MultiplexerCounter.Fixed1KCut, 1024)),
            "table" => PickHeader(choices, parts, TableChunk.Create(choice, parts.Counters)),
            "fixed-64k" => PickHeader(choices, parts, FixedChunk.Create(choice, MuxChunkCatalog.Fixed64K, parts.Counters, MultiplexerCounter.Fixed64KCut, 64 * 1024)),
            "whole" => PickHeader(choices, parts, WholeChunk.Create(choice, parts.Counters)),
            "dynamic" => PickHeader(choices, parts, DynamicChunk.Create(choice, parts.Counters)),
            _ => throw Unbuilt(choice),
        };
    }

    /// <summary>Builds the reader.</summary>
    public static MessageReader Reader(IReadOnlyDictionary<string, StrategyChoice> choices, MultiplexerLimits limits, ReadyQueue ready, MultiplexerCounters counters)
    {
        StrategyChoice choice = choices[MuxReceiveCatalog.SeamId];
        return choice.Id switch
        {
            "list-growth" => Reader<ListGrowthReceive>(choice, limits, ready, counters),
            "rent-from-hint" => Reader<RentFromHintReceive>(choice, limits, ready, counters),
            "sequence-slices" => Reader<SequenceSlicesReceive>(choice, limits, ready, counters),
            _ => throw Unbuilt(choice),
        };
    }

    private static MessageWriter PickHeader<TChunk>(IReadOnlyDictionary<string, StrategyChoice> choices, WriterParts parts, TChunk chunk)
        where TChunk : struct, IMuxChunk
    {
        StrategyChoice choice = choices[MuxHeaderCatalog.SeamId];
        return choice.Id switch
        {
            "new-array" => PickEmit(choices, parts, chunk, new NewArrayHeader(parts.Counters)),
            "pooled" => PickEmit(choices, parts, chunk, PooledHeader.Create(choice, parts.Counters)),
            "in-place" => PickEmit(choices, parts, chunk, new InPlaceHeader(parts.Counters)),
            _ => throw Unbuilt(choice),
        };
    }

    private static MessageWriter PickEmit<TChunk, THeader>(IReadOnlyDictionary<string, StrategyChoice> choices, WriterParts parts, TChunk chunk, THeader header)
        where TChunk : struct, IMuxChunk
        where THeader : struct, IMuxHeader
    {
        StrategyChoice choice = choices[MuxEmitCatalog.SeamId];
        return choice.Id switch
        {
            "two-writes" => Close(parts, chunk, new TwoWritesEmit<THeader>(State(parts, TwoWritesEmit<THeader>.BufferBytes), header)),
            "one-copied-frame" => Close(parts, chunk, new OneCopiedFrameEmit<THeader>(State(parts, OneCopiedFrameEmit<THeader>.BufferBytes), header)),
            "gather" => Close(parts, chunk, new GatherEmit<THeader>(State(parts, GatherEmit<THeader>.BufferBytes), header)),
            "flush-per-batch" => Close(parts, chunk, new FlushPerBatchEmit<THeader>(
                State(parts, FlushPerBatchEmit<THeader>.BufferBytes), header, (int)choice.Knob(MuxEmitCatalog.FlushPerBatch, MuxEmitCatalog.CopyBytesMax))),
            _ => throw Unbuilt(choice),
        };
    }

    private static EmitState State(WriterParts parts, int bufferBytes) => new(parts.Output, parts.Counters, bufferBytes);

    private static ClosedMessageWriter<TChunk, TEmit> Close<TChunk, TEmit>(WriterParts parts, TChunk chunk, TEmit emit)
        where TChunk : struct, IMuxChunk
        where TEmit : struct, IMuxEmit =>
        new(parts, chunk, emit);

    private static ClosedMessageReader<TReceive> Reader<TReceive>(StrategyChoice choice, MultiplexerLimits limits, ReadyQueue ready, MultiplexerCounters counters)
        where TReceive : struct, IMuxReceive<TReceive> =>
        new(TReceive.CreateState(choice, limits, counters), limits, ready, counters);

    private static InvalidOperationException Unbuilt(StrategyChoice choice) =>
        new($"Strategy '{choice.Id}' is in the catalogue but not in the composer.");
}
