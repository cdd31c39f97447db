using System.Runtime.CompilerServices;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>Every header and every payload is a call of its own.</summary>
internal readonly struct TwoWritesEmit<THeader>(EmitState state, THeader headers) : IMuxEmit
    where THeader : struct, IMuxHeader
{
    /// <summary>Bytes its buffer needs.</summary>
    public const int BufferBytes = FrameHeader.Bytes;

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask EmitAsync(FrameRun run, bool isFollowed)
    {
        state.CountTurn(run, MultiplexerCounter.TwoWritesTurns);
        if (run.IsStart)
        {
            await HeaderAsync(run, FrameType.Start, run.StartLength).ConfigureAwait(false);
        }

        if (!run.Data.IsEmpty)
        {
            await HeaderAsync(run, FrameType.Data, (uint)run.Data.Length).ConfigureAwait(false);
            await state.Output.WriteAsync(run.Data).ConfigureAwait(false);
        }

        if (run.Last != 0)
        {
            await HeaderAsync(run, run.Last, 0).ConfigureAwait(false);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask HeaderAsync(FrameRun run, FrameType type, uint length)
    {
        ArraySegment<byte> header = state.Header(headers, 0, run, type, length);
        await state.Output.WriteAsync(header).ConfigureAwait(false);
        headers.Release(header, run.MessageBytes);
    }
}
