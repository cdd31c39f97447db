using System.Buffers;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Buffers;

/// <summary>A ring in a rented array; a full one is exchanged for a larger one and given back. It never shrinks while in use.</summary>
internal struct CircularPooledBuffer : IByteBuffer<CircularPooledBuffer>
{
    public static StrategyCounter Advanced { get; } = new(
        ReceiveBufferCatalog.SeamId,
        "circular-pooled",
        "advanced",
        "times bytes were taken out",
        StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReceiveBufferCatalog.SeamId,
        Id = "circular-pooled",
        Type = typeof(CircularPooledBuffer),
        Summary = "Ring in an array rented from the shared pool, exchanged when full.",
        Source = "seed 002 (its ArrayPool step)",
        IsDefault = true,
        Counters = [Advanced],
        Knobs = [ReceiveBufferCatalog.InitialKnob],
        Bytes =
        [
            new("a new buffer takes 64 KiB", 40, 50),
            new("echo of 64 B, closed loop, both sides together", 912, 100),
        ],
    };

    private readonly int _maxBytes;
    private ByteRing _ring;
    private long _advances;

    private CircularPooledBuffer(int initialBytes, int maxBytes)
    {
        _maxBytes = maxBytes;
        _ring = new ByteRing(ArrayPool<byte>.Shared.Rent(Math.Min(initialBytes, maxBytes)));
    }

    public static bool SynchronizesItself => false;

    public readonly int Count => _ring.Count;

    public readonly int FreeBytes => _maxBytes - Count;

    public static CircularPooledBuffer Create(int initialBytes, int maxBytes) => new(initialBytes, maxBytes);

    public void Write(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > _ring.FreeBytes)
        {
            Grow(Count + bytes.Length);
        }

        _ring.Write(bytes);
    }

    public readonly int Peek(Span<byte> destination) => _ring.Peek(destination);

    public void Advance(int count)
    {
        _advances++;
        _ring.Advance(count);
    }

    public readonly void AddTo(SessionCounts counts) => counts.Add(Advanced, _advances);

    public void Release()
    {
        byte[] array = _ring.Array;
        _ring = new ByteRing([]);
        if (array.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    private void Grow(int neededBytes) => ArrayPool<byte>.Shared.Return(
        _ring.MoveTo(ArrayPool<byte>.Shared.Rent(ByteRing.Doubled(_ring.Array.Length, neededBytes, _maxBytes))));
}
