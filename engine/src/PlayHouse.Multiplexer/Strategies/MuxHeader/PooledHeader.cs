using System.Collections.Concurrent;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>
/// An array of a pool per frame, as the optimized design has it; below a size of the message a new one, as the hybrid design has it.
/// </summary>
internal readonly struct PooledHeader(StrategyChoice choice, MultiplexerCounters counters) : IMuxHeader
{
    public const string PooledAboveBytes = "pooledAboveBytes";

    public static StrategyCounter Reused { get; } = new(
        MuxHeaderCatalog.SeamId, "pooled", "reused", "headers in an array of the pool", StrategyCounter.PerMessage);

    public static StrategyCounter Made { get; } = new(
        MuxHeaderCatalog.SeamId, "pooled", "made", "headers in a new array", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxHeaderCatalog.SeamId,
        Id = "pooled",
        Type = typeof(PooledHeader),
        Summary = "A nine-byte array of a pool per frame.",
        Source = "seed 004 (optimized and hybrid)",
        Counters = [Reused, Made],
        Knobs =
        [
            new KnobDescriptor(PooledAboveBytes, "bytes", -1, 64 * 1024, -1, "Messages up to this size get new arrays instead; -1 is none.")
        ],
        Bytes = [],
    };

    private readonly ConcurrentQueue<byte[]> _pool = new();
    private readonly int _pooledAboveBytes = (int)choice.Knob(Descriptor, PooledAboveBytes);

    public ArraySegment<byte> Write(ArraySegment<byte> room, int messageBytes, FrameType type, uint id, uint length)
    {
        if (messageBytes <= _pooledAboveBytes || !_pool.TryDequeue(out byte[]? header))
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

    public void Release(ArraySegment<byte> header, int messageBytes)
    {
        // As many as are taken at a time: three at most, so the _pool needs no bound of its own.
        if (messageBytes > _pooledAboveBytes)
        {
            _pool.Enqueue(header.Array!);
        }
    }
}
