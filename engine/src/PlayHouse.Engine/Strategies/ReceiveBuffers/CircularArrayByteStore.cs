using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>A ring over a new array; a full one is copied into a new array of twice its size. Never shrinks.</summary>
internal sealed class CircularArrayByteStore : IByteStore<CircularArrayByteStore>
{
    public static StrategyCounter Reads { get; } = new(
        ReceiveBufferCatalog.SeamId, "circular-array", "read", "reads that gave bytes", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReceiveBufferCatalog.SeamId,
        Id = "circular-array",
        Type = typeof(CircularArrayByteStore),
        Summary = "A ring over a new array that doubles and never shrinks.",
        Source = "seed 002 (before its array pool)",
        Counters = [Reads],
        Knobs = ReceiveBufferCatalog.ArrayKnobs,
        Bytes = [],
    };

    private readonly int _maxBytes;
    private ByteRing _ring;
    private long _reads;

    private CircularArrayByteStore(int initialBytes, int maxBytes)
    {
        _maxBytes = maxBytes;
        _ring = new ByteRing(new byte[initialBytes]);
    }

    public int Count => _ring.Count;

    public static CircularArrayByteStore Create(int initialBytes, int maxBytes) => new(initialBytes, maxBytes);

    public int Write(ReadOnlySpan<byte> bytes)
    {
        int taken = Math.Min(bytes.Length, _maxBytes - _ring.Count);
        if (_ring.FreeBytes < taken)
        {
            Grow(taken);
        }

        _ring.Write(bytes[..taken]);
        return taken;
    }

    public int Read(Span<byte> destination)
    {
        int taken = _ring.Read(destination);
        _reads += taken > 0 ? 1 : 0;
        return taken;
    }

    public void AddTo(CounterBlock block) => block.Add(Reads, _reads);

    public void Dispose()
    {
    }

    private void Grow(int bytes) =>
        _ring.MoveTo(new byte[Math.Min(_maxBytes, Math.Max(_ring.Array.Length * 2, _ring.Count + bytes))]);
}
