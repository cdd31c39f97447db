using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>The strategy <c>flush-per-batch</c>.</summary>
internal static class FlushPerBatchEmit
{
    public const string CopyBytesMax = "copyBytesMax";

    public static StrategyCounter Turns { get; } = new(
        MuxEmitCatalog.SeamId, "flush-per-batch", "turns", "turns of a sender", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxEmitCatalog.SeamId,
        Id = "flush-per-batch",
        Type = typeof(FlushPerBatchEmit<>),
        Summary = "A vectored call for all senders that wait for each other; small payloads are copied, large ones not.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Turns],
        Knobs = [new KnobDescriptor(CopyBytesMax, "bytes", 0, 32 * 1024, 4 * 1024, "Payloads up to this size are copied into the batch.")],
        Bytes = [],
    };
}

/// <summary>
/// Frames of senders that wait for each other collect in one buffer; the last of them sends it. Large payloads are not
/// copied: they leave with what has collected, in one vectored call.
/// </summary>
internal readonly struct FlushPerBatchEmit<TMuxHeader>(StrategyChoice choice, WriterParts parts, TMuxHeader headers) : IMuxEmit
    where TMuxHeader : struct, IMuxHeader
{
    private const int BufferBytes = 64 * 1024;
    private const int HeadersBytes = 3 * FrameHeader.Bytes;

    private readonly EmitState _state = new(parts.Output, parts.Counters, BufferBytes);
    private readonly int _copyBytesMax = (int)choice.Knob(FlushPerBatchEmit.Descriptor, FlushPerBatchEmit.CopyBytesMax);

    public ValueTask EmitAsync(FrameRun run, bool isFollowed)
    {
        _state.CountTurn(run, MultiplexerCounter.FlushPerBatchTurns);
        int copied = run.Data.Length <= _copyBytesMax ? run.Data.Length : 0;
        return _state.Used + HeadersBytes + copied > BufferBytes ? FlushFirstAsync(run, isFollowed) : AddAsync(run, isFollowed);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask FlushFirstAsync(FrameRun run, bool isFollowed)
    {
        await _state.Output.WriteAsync(_state.Take()).ConfigureAwait(false);
        await AddAsync(run, isFollowed).ConfigureAwait(false);
    }

    private ValueTask AddAsync(in FrameRun run, bool isFollowed)
    {
        if (run.IsStart)
        {
            _state.AppendHeader(headers, run, FrameType.Start, run.StartLength);
        }

        if (!run.Data.IsEmpty)
        {
            _state.AppendHeader(headers, run, FrameType.Data, (uint)run.Data.Length);
        }

        if (run.Data.Length > _copyBytesMax)
        {
            return AddLargeAsync(run);
        }

        _state.Append(run.Data);
        if (run.Last != 0)
        {
            _state.AppendHeader(headers, run, run.Last, 0);
        }

        return isFollowed || _state.Used == 0 ? default : _state.Output.WriteAsync(_state.Take());
    }

    private ValueTask AddLargeAsync(in FrameRun run)
    {
        int front = _state.Used;
        if (run.Last != 0)
        {
            _state.AppendHeader(headers, run, run.Last, 0);
        }

        ReadOnlyMemory<byte> all = _state.Take();
        return _state.Output.WriteAsync(all[..front], run.Data, all[front..]);
    }
}
