using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>What the emitter of a connection keeps: the output and one buffer. Used by the sender that has its turn.</summary>
/// <param name="output">Where bytes leave.</param>
/// <param name="counters">The writer's counters.</param>
/// <param name="bufferBytes">Size of the buffer.</param>
internal sealed class EmitState(ByteOutput output, MultiplexerCounters counters, int bufferBytes)
{
    public ByteOutput Output => output;

    /// <summary>Frames or headers on their way.</summary>
    public byte[] Buffer { get; } = new byte[bufferBytes];

    /// <summary>Bytes of <see cref="Buffer"/> in use.</summary>
    public int Used { get; set; }

    /// <summary>A turn passes through the seam, by the code whose turns <paramref name="turns"/> counts.</summary>
    public void CountTurn(in FrameRun run, MultiplexerCounter turns)
    {
        counters.Add(turns, 1);
        if (run.IsStart)
        {
            counters.Add(MultiplexerCounter.SeamMuxEmit, 1);
        }
    }

    /// <summary>Writes a header with the strategy, wherever that puts it.</summary>
    public ArraySegment<byte> Header<TMuxHeader>(TMuxHeader headers, int offset, in FrameRun run, FrameType type, uint length)
        where TMuxHeader : struct, IMuxHeader
    {
        if (type == FrameType.Start)
        {
            counters.Add(MultiplexerCounter.SeamMuxHeader, 1);
        }

        return headers.Write(new ArraySegment<byte>(Buffer, offset, FrameHeader.Bytes), run.MessageBytes, type, run.Id, length);
    }

    /// <summary>Appends a header to the buffer, copied there when the strategy wrote it elsewhere.</summary>
    public void AppendHeader<TMuxHeader>(TMuxHeader headers, in FrameRun run, FrameType type, uint length)
        where TMuxHeader : struct, IMuxHeader
    {
        ArraySegment<byte> header = Header(headers, Used, run, type, length);
        if (!ReferenceEquals(header.Array, Buffer))
        {
            header.CopyTo(Buffer, Used);
        }

        headers.Release(header, run.MessageBytes);
        Used += FrameHeader.Bytes;
    }

    public void Append(ReadOnlyMemory<byte> payload)
    {
        payload.CopyTo(Buffer.AsMemory(Used));
        Used += payload.Length;
    }

    /// <summary>The buffer's bytes, which it then no longer counts as used.</summary>
    public ReadOnlyMemory<byte> Take()
    {
        ReadOnlyMemory<byte> bytes = Buffer.AsMemory(0, Used);
        Used = 0;
        return bytes;
    }
}
