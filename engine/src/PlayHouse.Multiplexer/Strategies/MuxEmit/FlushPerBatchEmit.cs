using System.Runtime.CompilerServices;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>
/// Frames of senders that wait for each other collect in one buffer; the last of them sends it. Large payloads are not
/// copied: they leave with what has collected, in one vectored call.
/// </summary>
internal readonly struct FlushPerBatchEmit<THeader>(EmitState state, THeader headers, int copyBytesMax) : IMuxEmit
    where THeader : struct, IMuxHeader
{
    /// <summary>Bytes its buffer needs.</summary>
    public const int BufferBytes = 64 * 1024;

    private const int HeadersBytes = 3 * FrameHeader.Bytes;

    /// <inheritdoc/>
    public ValueTask EmitAsync(FrameRun run, bool isFollowed)
    {
        state.CountTurn(run, MultiplexerCounter.FlushPerBatchTurns);
        int copied = run.Data.Length <= copyBytesMax ? run.Data.Length : 0;
        return state.Used + HeadersBytes + copied > BufferBytes ? FlushFirstAsync(run, isFollowed) : AddAsync(run, isFollowed);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask FlushFirstAsync(FrameRun run, bool isFollowed)
    {
        await state.Output.WriteAsync(state.Take()).ConfigureAwait(false);
        await AddAsync(run, isFollowed).ConfigureAwait(false);
    }

    private ValueTask AddAsync(in FrameRun run, bool isFollowed)
    {
        if (run.IsStart)
        {
            state.AppendHeader(headers, run, FrameType.Start, run.StartLength);
        }

        if (!run.Data.IsEmpty)
        {
            state.AppendHeader(headers, run, FrameType.Data, (uint)run.Data.Length);
        }

        if (run.Data.Length > copyBytesMax)
        {
            return AddLargeAsync(run);
        }

        state.Append(run.Data);
        if (run.Last != 0)
        {
            state.AppendHeader(headers, run, run.Last, 0);
        }

        return isFollowed || state.Used == 0 ? default : state.Output.WriteAsync(state.Take());
    }

    private ValueTask AddLargeAsync(in FrameRun run)
    {
        int front = state.Used;
        if (run.Last != 0)
        {
            state.AppendHeader(headers, run, run.Last, 0);
        }

        ReadOnlyMemory<byte> all = state.Take();
        return state.Output.WriteAsync(all[..front], run.Data, all[front..]);
    }
}
