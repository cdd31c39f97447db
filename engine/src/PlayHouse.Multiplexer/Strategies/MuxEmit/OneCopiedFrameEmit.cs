using System.Runtime.CompilerServices;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>Every frame is one call: header and payload are copied into one buffer.</summary>
internal readonly struct OneCopiedFrameEmit<THeader>(EmitState state, THeader headers) : IMuxEmit
    where THeader : struct, IMuxHeader
{
    /// <summary>Bytes its buffer needs; larger frames borrow one.</summary>
    public const int BufferBytes = FrameHeader.Bytes + (64 * 1024);

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask EmitAsync(FrameRun run, bool isFollowed)
    {
        state.CountTurn(run, MultiplexerCounter.OneCopiedFrameTurns);
        if (run.IsStart)
        {
            state.AppendHeader(headers, run, FrameType.Start, run.StartLength);
            await state.Output.WriteAsync(state.Take()).ConfigureAwait(false);
        }

        if (!run.Data.IsEmpty)
        {
            state.AppendHeader(headers, run, FrameType.Data, (uint)run.Data.Length);
            await DataAsync(run.Data).ConfigureAwait(false);
        }

        if (run.Last != 0)
        {
            state.AppendHeader(headers, run, run.Last, 0);
            await state.Output.WriteAsync(state.Take()).ConfigureAwait(false);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask DataAsync(ReadOnlyMemory<byte> data)
    {
        int bytes = FrameHeader.Bytes + data.Length;
        if (bytes <= BufferBytes)
        {
            state.Append(data);
            await state.Output.WriteAsync(state.Take()).ConfigureAwait(false);
            return;
        }

        byte[] frame = LargeFrames.Pool.Rent(bytes);
        state.Take().CopyTo(frame);
        data.CopyTo(frame.AsMemory(FrameHeader.Bytes));
        await state.Output.WriteAsync(frame.AsMemory(0, bytes)).ConfigureAwait(false);

        // A failed write may still read the frame: only a completed one gives it back.
        LargeFrames.Pool.Return(frame);
    }
}
