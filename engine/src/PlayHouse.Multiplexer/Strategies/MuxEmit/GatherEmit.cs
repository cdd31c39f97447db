using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>Every turn is one vectored call: the headers in front, the payload where it lies, the last header behind.</summary>
internal readonly struct GatherEmit<THeader>(EmitState state, THeader headers) : IMuxEmit
    where THeader : struct, IMuxHeader
{
    /// <summary>Bytes its buffer needs: START, DATA and END.</summary>
    public const int BufferBytes = 3 * FrameHeader.Bytes;

    /// <inheritdoc/>
    public ValueTask EmitAsync(FrameRun run, bool isFollowed)
    {
        state.CountTurn(run, MultiplexerCounter.GatherTurns);
        if (run.IsStart)
        {
            state.AppendHeader(headers, run, FrameType.Start, run.StartLength);
        }

        if (!run.Data.IsEmpty)
        {
            state.AppendHeader(headers, run, FrameType.Data, (uint)run.Data.Length);
        }

        int front = state.Used;
        if (run.Last != 0)
        {
            state.AppendHeader(headers, run, run.Last, 0);
        }

        ReadOnlyMemory<byte> all = state.Take();
        return all.IsEmpty ? default : state.Output.WriteAsync(all[..front], run.Data, all[front..]);
    }
}
