using System.Collections.Concurrent;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>An array of a pool per frame, as the optimized design has it; below a size of the message a new one, as the hybrid design has it.</summary>
internal readonly struct PooledHeader(MultiplexerCounters counters, ConcurrentQueue<byte[]> pool, int pooledAboveBytes) : IMuxHeader
{
    /// <inheritdoc/>
    public ArraySegment<byte> Write(ArraySegment<byte> room, int messageBytes, FrameType type, uint id, uint length)
    {
        if (messageBytes <= pooledAboveBytes || !pool.TryDequeue(out byte[]? header))
        {
            header = new byte[FrameHeader.Bytes];
            counters.Add(MultiplexerCounter.PooledMade, 1);
        }
        else
        {
            counters.Add(MultiplexerCounter.PooledReused, 1);
        }

        FrameHeader.Write(header, type, id, length);
        return header;
    }

    /// <inheritdoc/>
    public void Release(ArraySegment<byte> header, int messageBytes)
    {
        // As many as are taken at a time: three at most, so the pool needs no bound of its own.
        if (messageBytes > pooledAboveBytes)
        {
            pool.Enqueue(header.Array!);
        }
    }

    /// <summary>The strategy as chosen, with a pool of its own.</summary>
    public static PooledHeader Create(StrategyChoice choice, MultiplexerCounters counters) =>
        new(counters, new ConcurrentQueue<byte[]>(), (int)choice.Knob(MuxHeaderCatalog.Pooled, MuxHeaderCatalog.PooledAboveBytes));
}
