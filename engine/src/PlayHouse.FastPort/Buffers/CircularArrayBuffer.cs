using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Buffers;

/// <summary>A ring in an array of its own that doubles when it is full. It never shrinks: its arrays are left to the collector.</summary>
internal struct CircularArrayBuffer : IByteBuffer<CircularArrayBuffer>
{
    public static StrategyCounter Advanced { get; } = new(
        ReceiveBufferCatalog.SeamId,
        "circular-array",
        "advanced",
        "times bytes were taken out",
        StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReceiveBufferCatalog.SeamId,
        Id = "circular-array",
        Type = typeof(CircularArrayBuffer),
        Summary = "Ring in an array of its own that doubles when full.",
        Source = "seed 002 (its starting point)",
        Counters = [Advanced],
        Knobs = [ReceiveBufferCatalog.InitialKnob],
        Bytes =
        [
            new("a new buffer takes 64 KiB", 123024, 0),
            new("echo of 64 B, closed loop, both sides together", 912, 100),
        ],
    };

    private readonly int _maxBytes;
    private byte[] _ring;
    private int _head;
    private long _advances;

    private CircularArrayBuffer(int initialBytes, int maxBytes)
    {
        _maxBytes = maxBytes;
        _ring = new byte[Math.Min(initialBytes, maxBytes)];
    }

    public static bool SynchronizesItself => false;

    public int Count { get; private set; }

    public readonly int FreeBytes => _maxBytes - Count;

    public static CircularArrayBuffer Create(int initialBytes, int maxBytes) => new(initialBytes, maxBytes);

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
        _ring = [];
        _head = 0;
        Count = 0;
    }

    private void Grow(int neededBytes)
    {
        byte[] larger = new byte[RingBytes.Doubled(_ring.Length, neededBytes, _maxBytes)];
        RingBytes.Read(_ring, _head, larger.AsSpan(0, Count));
        _ring = larger;
        _head = 0;
    }
}
