using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
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
    private ByteRing _ring;
    private long _advances;

    private CircularArrayBuffer(int initialBytes, int maxBytes)
    {
        _maxBytes = maxBytes;
        _ring = new ByteRing(new byte[Math.Min(initialBytes, maxBytes)]);
    }

    public static bool SynchronizesItself => false;

    public readonly int Count => _ring.Count;

    public readonly int FreeBytes => _maxBytes - Count;

    public static CircularArrayBuffer Create(int initialBytes, int maxBytes) => new(initialBytes, maxBytes);

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
        _ring = new ByteRing([]);
    }

    private void Grow(int neededBytes) => _ring.MoveTo(new byte[ByteRing.Doubled(_ring.Array.Length, neededBytes, _maxBytes)]);
}
