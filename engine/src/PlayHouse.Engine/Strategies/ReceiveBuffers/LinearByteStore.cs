using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>One array from left to right. What is left moves to the front when the end is reached; a full array is doubled.</summary>
internal sealed class LinearByteStore : IByteStore<LinearByteStore>
{
    public static StrategyCounter Reads { get; } = new(
        ReceiveBufferCatalog.SeamId, "linear", "read", "reads that gave bytes", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReceiveBufferCatalog.SeamId,
        Id = "linear",
        Type = typeof(LinearByteStore),
        Summary = "One array from left to right; what is left moves to the front.",
        Source = "design (the simplest buffer)",
        Counters = [Reads],
        Knobs = ReceiveBufferCatalog.ArrayKnobs,
        Bytes = [],
    };

    private readonly int _maxBytes;
    private byte[] _array;
    private int _read;
    private int _write;
    private long _reads;

    private LinearByteStore(int initialBytes, int maxBytes)
    {
        _maxBytes = maxBytes;
        _array = new byte[initialBytes];
    }

    public int Count => _write - _read;

    public static LinearByteStore Create(int initialBytes, int maxBytes) => new(initialBytes, maxBytes);

    public int Write(ReadOnlySpan<byte> bytes)
    {
        int taken = Math.Min(bytes.Length, _maxBytes - Count);
        if (_array.Length - _write < taken)
        {
            MakeRoom(taken);
        }

        bytes[..taken].CopyTo(_array.AsSpan(_write));
        _write += taken;
        return taken;
    }

    public int Read(Span<byte> destination)
    {
        int taken = Math.Min(destination.Length, Count);
        _array.AsSpan(_read, taken).CopyTo(destination);
        _read += taken;
        _reads += taken > 0 ? 1 : 0;
        if (_read == _write)
        {
            _read = 0;
            _write = 0;
        }

        return taken;
    }

    public void AddTo(CounterBlock block) => block.Add(Reads, _reads);

    public void Dispose()
    {
    }

    private void MakeRoom(int bytes)
    {
        int count = Count;
        byte[] next = _array;
        if (next.Length - count < bytes)
        {
            next = new byte[Math.Min(_maxBytes, Math.Max(_array.Length * 2, count + bytes))];
        }

        _array.AsSpan(_read, count).CopyTo(next);
        _array = next;
        _read = 0;
        _write = count;
    }
}
