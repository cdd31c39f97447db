using System.Buffers;
using PlayHouse.Engine.Strategies;
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
    private byte[] _ring;
    private int _head;
    private long _advances;

    private CircularPooledBuffer(int initialBytes, int maxBytes)
    {
        _maxBytes = maxBytes;
        _ring = ArrayPool<byte>.Shared.Rent(Math.Min(initialBytes, maxBytes));
    }

    public static bool SynchronizesItself => false;

    public int Count { get; private set; }

    public readonly int FreeBytes => _maxBytes - Count;

    public static CircularPooledBuffer Create(int initialBytes, int maxBytes) => new(initialBytes, maxBytes);

    public void Write(ReadOnlySpan<byte> bytes)
    {
        int needed = Count + bytes.Length;
        if (needed > _ring.Length)
        {
            Grow(needed);
        }

        RingBytes.Write(_ring, RingBytes.Move(_ring, _head, Count), bytes);
        Count = needed;
    }

    public readonly int Peek(Span<byte> destination)
    {
        int bytes = Math.Min(Count, destination.Length);
        RingBytes.Read(_ring, _head, destination[..bytes]);
        return bytes;
    }

    public void Advance(int count)
    {
        _advances++;
        _head = RingBytes.Move(_ring, _head, count);
        Count -= count;
    }

    public readonly void AddTo(SessionCounts counts) => counts.Add(Advanced, _advances);

    public void Release()
    {
        byte[] ring = _ring;
        _ring = [];
        _head = 0;
        Count = 0;
        if (ring.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(ring);
        }
    }

    private void Grow(int neededBytes)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(RingBytes.Doubled(_ring.Length, neededBytes, _maxBytes));
        RingBytes.Read(_ring, _head, larger.AsSpan(0, Count));
        ArrayPool<byte>.Shared.Return(_ring);
        _ring = larger;
        _head = 0;
    }
}
