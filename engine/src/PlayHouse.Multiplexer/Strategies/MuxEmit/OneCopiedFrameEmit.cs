using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>The strategy <c>one-copied-frame</c>.</summary>
internal static class OneCopiedFrameEmit
{
    public static StrategyCounter Turns { get; } = new(
        MuxEmitCatalog.SeamId, "one-copied-frame", "turns", "turns of a sender", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxEmitCatalog.SeamId,
        Id = "one-copied-frame",
        Type = typeof(OneCopiedFrameEmit<>),
        Summary = "A call per frame; header and payload are copied together.",
        Source = "design (not in the seeds)",
        Counters = [Turns],
        Bytes = [],
    };
}

/// <summary>Every frame is one call: header and payload are copied into one buffer.</summary>
internal readonly struct OneCopiedFrameEmit<TMuxHeader>(WriterParts parts, TMuxHeader headers) : IMuxEmit
    where TMuxHeader : struct, IMuxHeader
{
    // Bytes its buffer needs; larger frames borrow one.
    private const int BufferBytes = FrameHeader.Bytes + (64 * 1024);

    private readonly EmitState _state = new(parts.Output, parts.Counters, BufferBytes);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask EmitAsync(FrameRun run, bool isFollowed)
    {
        _state.CountTurn(run, MultiplexerCounter.OneCopiedFrameTurns);
        if (run.IsStart)
        {
            _state.AppendHeader(headers, run, FrameType.Start, run.StartLength);
            await _state.Output.WriteAsync(_state.Take()).ConfigureAwait(false);
        }

        if (!run.Data.IsEmpty)
        {
            _state.AppendHeader(headers, run, FrameType.Data, (uint)run.Data.Length);
            await DataAsync(run.Data).ConfigureAwait(false);
        }

        if (run.Last != 0)
        {
            _state.AppendHeader(headers, run, run.Last, 0);
            await _state.Output.WriteAsync(_state.Take()).ConfigureAwait(false);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask DataAsync(ReadOnlyMemory<byte> data)
    {
        int bytes = FrameHeader.Bytes + data.Length;
        if (bytes <= BufferBytes)
        {
            _state.Append(data);
            await _state.Output.WriteAsync(_state.Take()).ConfigureAwait(false);
            return;
        }

        byte[] frame = LargeFrames.Pool.Rent(bytes);
        _state.Take().CopyTo(frame);
        data.CopyTo(frame.AsMemory(FrameHeader.Bytes));
        await _state.Output.WriteAsync(frame.AsMemory(0, bytes)).ConfigureAwait(false);

        // A failed write may still read the frame: only a completed one gives it back.
        LargeFrames.Pool.Return(frame);
    }
}
