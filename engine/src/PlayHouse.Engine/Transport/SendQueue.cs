using PlayHouse.Engine.Buffers;

namespace PlayHouse.Engine.Transport;

/// <summary>Bytes of one buffer that wait for the socket. Owns one count of the buffer.</summary>
internal readonly record struct SendSegment(PooledBuffer Buffer, int Length);

/// <summary>
/// Segments behind the one in flight. Small batches are merged into the last segment, so that a client that does not
/// read costs about the bytes it is owed and not a buffer per batch. Not thread-safe: the sender's lock guards it.
/// </summary>
internal sealed class SendQueue(BufferPool pool)
{
    /// <summary>One write takes at most this much, unless one frame is larger.</summary>
    public const int SegmentBytesMax = 64 * 1024;

    private readonly Queue<SendSegment> _ready = new();
    private PooledBuffer? _tail;
    private int _tailLength;

    /// <summary>Bytes in the queue.</summary>
    public long Bytes { get; private set; }

    /// <summary>Takes the frames over; the batch is empty afterwards and may have kept its buffer.</summary>
    public void Add(ref SendBatch batch)
    {
        Bytes += batch.Length;
        if (_tail is not null && _tailLength + batch.Length <= SegmentBytesMax)
        {
            AppendToTail(batch.Frames);
            batch.Clear();
            return;
        }

        if (_tail is not null)
        {
            _ready.Enqueue(new SendSegment(_tail, _tailLength));
        }

        _tailLength = batch.Length;
        _tail = batch.TakeBuffer();
    }

    /// <summary>Takes over everything another queue holds.</summary>
    public void Add(SendQueue other)
    {
        while (other.TryTake(out SendSegment segment))
        {
            if (_tail is not null)
            {
                _ready.Enqueue(new SendSegment(_tail, _tailLength));
            }

            _tail = segment.Buffer;
            _tailLength = segment.Length;
            Bytes += segment.Length;
        }
    }

    /// <summary>The oldest segment; its buffer is the caller's.</summary>
    public bool TryTake(out SendSegment segment)
    {
        if (!_ready.TryDequeue(out segment))
        {
            if (_tail is null)
            {
                return false;
            }

            segment = new SendSegment(_tail, _tailLength);
            _tail = null;
        }

        Bytes -= segment.Length;
        return true;
    }

    /// <summary>Releases everything.</summary>
    public void Clear()
    {
        while (TryTake(out SendSegment segment))
        {
            segment.Buffer.Release();
        }
    }

    private void AppendToTail(ReadOnlySpan<byte> frames)
    {
        if (_tail!.Array.Length - _tailLength < frames.Length)
        {
            PooledBuffer larger = pool.Rent(Math.Max(_tail.Array.Length * 2, _tailLength + frames.Length));
            _tail.Array.AsSpan(0, _tailLength).CopyTo(larger.Array);
            _tail.Release();
            _tail = larger;
        }

        frames.CopyTo(_tail.Array.AsSpan(_tailLength));
        _tailLength += frames.Length;
    }
}
