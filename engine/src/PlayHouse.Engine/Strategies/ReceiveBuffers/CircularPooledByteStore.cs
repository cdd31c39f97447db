using System.Buffers;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>
/// A ring over an array rented from the shared array pool; a full one is copied into a rented array of twice its size. Given back when it
/// is empty and large, and at the end.
/// </summary>
internal sealed class CircularPooledByteStore : IByteStore<CircularPooledByteStore>
{
    public static StrategyCounter Reads { get; } = new(
        ReceiveBufferCatalog.SeamId, "circular-pooled", "read", "reads that gave bytes", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReceiveBufferCatalog.SeamId,
        Id = "circular-pooled",
        Type = typeof(CircularPooledByteStore),
        Summary = "A ring over an array rented from the shared array pool.",
        Source = "seed 002 (claimed, never measured)",
        IsDefault = true,
        Counters = [Reads],
        Knobs = ReceiveBufferCatalog.ArrayKnobs,
        Bytes = [],
    };

    /// <summary>An empty array up to this many times the first one stays for the next burst.</summary>
    private const int KeptTimes = 4;

    private readonly int _initialBytes;
    private readonly int _maxBytes;
    private ByteRing _ring;
    private long _reads;

    private CircularPooledByteStore(int initialBytes, int maxBytes)
    {
        _initialBytes = initialBytes;
        _maxBytes = maxBytes;
        _ring = new ByteRing(ArrayPool<byte>.Shared.Rent(initialBytes));
    }

    public int Count => _ring.Count;

    public static CircularPooledByteStore Create(int initialBytes, int maxBytes) => new(initialBytes, maxBytes);

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
        if (_ring.Count == 0 && _ring.Array.Length > KeptTimes * _initialBytes)
        {
            ArrayPool<byte>.Shared.Return(_ring.MoveTo(ArrayPool<byte>.Shared.Rent(_initialBytes)));
        }

        return taken;
    }

    public void AddTo(CounterBlock block) => block.Add(Reads, _reads);

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_ring.Array);
        _ring = new ByteRing([]);
    }

    private void Grow(int bytes)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Min(_maxBytes, Math.Max(_ring.Array.Length * 2, _ring.Count + bytes)));
        ArrayPool<byte>.Shared.Return(_ring.MoveTo(larger));
    }
}
