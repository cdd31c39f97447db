using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>The strategy <c>two-writes</c>.</summary>
internal static class TwoWritesEmit
{
    public static StrategyCounter Turns { get; } = new(
        MuxEmitCatalog.SeamId, "two-writes", "turns", "turns of a sender", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxEmitCatalog.SeamId,
        Id = "two-writes",
        Type = typeof(TwoWritesEmit<>),
        Summary = "A call per header and a call per payload.",
        Source = "seed 004 (all three designs)",
        Counters = [Turns],
        Bytes = [],
    };
}

/// <summary>Every header and every payload is a call of its own.</summary>
internal readonly struct TwoWritesEmit<TMuxHeader>(WriterParts parts, TMuxHeader headers) : IMuxEmit
    where TMuxHeader : struct, IMuxHeader
{
    private const int BufferBytes = FrameHeader.Bytes;

    private readonly EmitState _state = new(parts.Output, parts.Counters, BufferBytes);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask EmitAsync(FrameRun run, bool isFollowed)
    {
        _state.CountTurn(run, MultiplexerCounter.TwoWritesTurns);
        if (run.IsStart)
        {
            await HeaderAsync(run, FrameType.Start, run.StartLength).ConfigureAwait(false);
        }

        if (!run.Data.IsEmpty)
        {
            await HeaderAsync(run, FrameType.Data, (uint)run.Data.Length).ConfigureAwait(false);
            await _state.Output.WriteAsync(run.Data).ConfigureAwait(false);
        }

        if (run.Last != 0)
        {
            await HeaderAsync(run, run.Last, 0).ConfigureAwait(false);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask HeaderAsync(FrameRun run, FrameType type, uint length)
    {
        ArraySegment<byte> header = _state.Header(headers, 0, run, type, length);
        await _state.Output.WriteAsync(header).ConfigureAwait(false);
        headers.Release(header, run.MessageBytes);
    }
}
