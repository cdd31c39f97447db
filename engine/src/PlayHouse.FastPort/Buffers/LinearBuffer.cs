using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Buffers;

/// <summary>
/// Bytes side by side in one array. When the end is reached the waiting bytes move to the front; when that is not enough
/// the array doubles.
/// </summary>
internal struct LinearBuffer : IByteBuffer<LinearBuffer>
{
    public static StrategyCounter Advanced { get; } = new(
        ReceiveBufferCatalog.SeamId,
        "linear",
        "advanced",
        "times bytes were taken out",
        StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReceiveBufferCatalog.SeamId,
        Id = "linear",
        Type = typeof(LinearBuffer),
        Summary = "One array; waiting bytes move to the front when its end is reached.",
        Source = "seed 002 (its buffer comparison)",
        Counters = [Advanced],
        Knobs = [ReceiveBufferCatalog.InitialKnob],
        Bytes =
        [
            new("a new buffer takes 64 KiB", 123024, 0),
            new("echo of 64 B, closed loop, both sides together", 912, 100),
        ],
    };

    private readonly int _maxBytes;
    private byte[] _bytes;
    private int _head;
    private int _end;
    private long _advances;

    private LinearBuffer(int initialBytes, int maxBytes)
    {
        _maxBytes = maxBytes;
        _bytes = new byte[Math.Min(initialBytes, maxBytes)];
    }

    public static bool SynchronizesItself => false;

    public readonly int Count => _end - _head;

    public readonly int FreeBytes => _maxBytes - Count;

    public static LinearBuffer Create(int initialBytes, int maxBytes) => new(initialBytes, maxBytes);

    public void Write(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > _bytes.Length - _end)
        {
            MakeRoom(bytes.Length);
        }

        bytes.CopyTo(_bytes.AsSpan(_end));
        _end += bytes.Length;
    }

    public readonly int Peek(Span<byte> destination)
    {
        int bytes = Math.Min(Count, destination.Length);
        _bytes.AsSpan(_head, bytes).CopyTo(destination);
        return bytes;
    }

    public void Advance(int count)
    {
        _advances++;
        _head += count;
        if (_head == _end)
        {
            // Empty is the cheapest moment to go back to the front.
            _head = 0;
            _end = 0;
        }
    }

    public readonly void AddTo(SessionCounts counts) => counts.Add(Advanced, _advances);

    public void Release()
    {
        _bytes = [];
        _head = 0;
        _end = 0;
    }

    private void MakeRoom(int bytes)
    {
        int count = Count;
        byte[] target = count + bytes <= _bytes.Length ? _bytes : new byte[ByteRing.Doubled(_bytes.Length, count + bytes, _maxBytes)];
        _bytes.AsSpan(_head, count).CopyTo(target);
        _bytes = target;
        _head = 0;
        _end = count;
    }
}
