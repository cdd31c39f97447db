using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>The strategy <c>gather</c>.</summary>
internal static class GatherEmit
{
    public static StrategyCounter Turns { get; } = new(
        MuxEmitCatalog.SeamId, "gather", "turns", "turns of a sender", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxEmitCatalog.SeamId,
        Id = "gather",
        Type = typeof(GatherEmit<>),
        Summary = "A vectored call per turn of a sender: up to three frames, no copy.",
        Source = "design (not in the seeds)",
        Counters = [Turns],
        Bytes = [],
    };
}

/// <summary>Every turn is one vectored call: the headers in front, the payload where it lies, the last header behind.</summary>
internal readonly struct GatherEmit<TMuxHeader>(WriterParts parts, TMuxHeader headers) : IMuxEmit
    where TMuxHeader : struct, IMuxHeader
{
    // Bytes its buffer needs: START, DATA and END.
    private const int BufferBytes = 3 * FrameHeader.Bytes;

    private readonly EmitState _state = new(parts.Output, parts.Counters, BufferBytes);

    public ValueTask EmitAsync(FrameRun run, bool isFollowed)
    {
        _state.CountTurn(run, MultiplexerCounter.GatherTurns);
        if (run.IsStart)
        {
            _state.AppendHeader(headers, run, FrameType.Start, run.StartLength);
        }

        if (!run.Data.IsEmpty)
        {
            _state.AppendHeader(headers, run, FrameType.Data, (uint)run.Data.Length);
        }

        int front = _state.Used;
        if (run.Last != 0)
        {
            _state.AppendHeader(headers, run, run.Last, 0);
        }

        ReadOnlyMemory<byte> all = _state.Take();
        return all.IsEmpty ? default : _state.Output.WriteAsync(all[..front], run.Data, all[front..]);
    }
}
