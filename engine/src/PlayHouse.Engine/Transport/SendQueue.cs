using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;

namespace PlayHouse.Engine.Transport;

/// <summary>Bytes of one buffer that wait for the socket. Owns one count of the buffer.</summary>
internal readonly record struct SendSegment(PooledBuffer Buffer, int Length);

/// <summary>
/// Segments behind the one in flight. Small batches are merged into the last segment, so that a client that does not
/// read costs about the bytes it is owed and not a buffer per batch. A queue that merges nothing counts whole buffers
/// instead of bytes. Not thread-safe: the sender's lock guards it.
/// </summary>
internal sealed class SendQueue(BufferPool pool, int mergedBytesMax = SendPump.SegmentBytesLimit)
{
    private readonly Queue<SendSegment> _ready = new();
    private PooledBuffer? _tail;
    private int _tailLength;

    /// <summary>What the limit counts: bytes in the queue, or of its buffers when nothing is merged.</summary>
    public long Bytes { get; private set; }

    private bool Merges => mergedBytesMax > 0;

    /// <summary>Takes the frames over; the batch is empty afterwards and may have kept its buffer.</summary>
    public void Add(ref SendBatch batch)
    {
        if (!Merges)
        {
            AddAlone(ref batch);
            return;
        }

        Bytes += batch.Length;
        if (_tail is not null && _tailLength + batch.Length <= mergedBytesMax)
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

    /// <summary>Takes over everything another queue of the same kind holds.</summary>
    public void Add(SendQueue other)
    {
        while (other.TryTake(out SendSegment segment))
        {
            Bytes += CountOf(segment);
            if (!Merges)
            {
                _ready.Enqueue(segment);
                continue;
            }

            if (_tail is not null)
            {
                _ready.Enqueue(new SendSegment(_tail, _tailLength));
            }

            _tail = segment.Buffer;
            _tailLength = segment.Length;
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

        Bytes -= CountOf(segment);
        return true;
    }

    /// <summary>The oldest segment if it is no longer than <paramref name="bytesMax"/>; its buffer is the caller's.</summary>
    public bool TryTake(int bytesMax, out SendSegment segment)
    {
        if (_ready.TryPeek(out segment) && segment.Length <= bytesMax)
        {
            return TryTake(out segment);
        }

        return false;
    }

    public void Clear()
    {
        while (TryTake(out SendSegment segment))
        {
            segment.Buffer.Release();
        }
    }

    private int CountOf(in SendSegment segment) => Merges ? segment.Length : segment.Buffer.Array.Length;

    private void AddAlone(ref SendBatch batch)
    {
        int length = batch.Length;
        SendSegment segment = new(batch.TakeBuffer(), length);
        Bytes += CountOf(segment);
        _ready.Enqueue(segment);
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
