using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// Frames on their way to a session's send queue, in one buffer. Lives in a field or a local and is passed by reference;
/// one thread at a time. A batch that is not enqueued must be discarded.
/// </summary>
internal struct SendBatch
{
    /// <summary>A first buffer holds some ten small replies. A busy session's buffers grow and come back to it as its spare.</summary>
    private const int FirstBytes = 1024;

    private PooledBuffer? _buffer;

    /// <summary>Bytes of complete frames.</summary>
    public int Length { get; private set; }

    public int Replies;

    public int Pushes;

    /// <summary>Frames whose payload the reply codec encoded.</summary>
    public int Encoded;

    /// <summary>Counter of the codec that encoded them; null without such a frame.</summary>
    public StrategyCounter? EncodedBy;

    public readonly bool IsEmpty => Length == 0;

    public readonly ReadOnlySpan<byte> Frames => _buffer is null ? default : _buffer.Array.AsSpan(0, Length);

    /// <summary>
    /// Room for one more frame, not yet part of the batch. <paramref name="spare"/> is used up if a first
    /// buffer is needed and it is large enough.
    /// </summary>
    public Span<byte> Reserve(BufferPool pool, int frameBytes, ref PooledBuffer? spare)
    {
        PooledBuffer? buffer = _buffer;
        if (buffer is null || buffer.Array.Length - Length < frameBytes)
        {
            buffer = MakeRoom(pool, frameBytes, ref spare);
        }

        return buffer.Array.AsSpan(Length, frameBytes);
    }

    /// <summary>The frame just made part of the batch has a payload of this codec; null for one that was not encoded for it.</summary>
    public void CountEncoded(StrategyCounter? encodedBy)
    {
        if (encodedBy is not null)
        {
            Encoded++;
            EncodedBy = encodedBy;
        }
    }

    public void Commit(int frameBytes) => Length += frameBytes;

    /// <summary>
    /// A batch of which <paramref name="buffer"/> becomes a shared owner: its frame, committed next, is
    /// the only one, and is never written to.
    /// </summary>
    public static SendBatch Share(PooledBuffer buffer)
    {
        buffer.AddOwner();
        return new SendBatch { _buffer = buffer };
    }

    /// <summary>Gives the buffer to the caller and leaves an empty batch.</summary>
    public PooledBuffer TakeBuffer()
    {
        PooledBuffer buffer = _buffer!;
        _buffer = null;
        Clear();
        return buffer;
    }

    /// <summary>Empties the batch and keeps its buffer for the next frames.</summary>
    public void Clear()
    {
        Length = 0;
        Replies = 0;
        Pushes = 0;
        Encoded = 0;
    }

    /// <summary>Empties the batch and releases its buffer.</summary>
    public void Discard()
    {
        _buffer?.Release();
        _buffer = null;
        Clear();
    }

    private PooledBuffer MakeRoom(BufferPool pool, int frameBytes, ref PooledBuffer? spare)
    {
        if (_buffer is null)
        {
            PooledBuffer? reused = Interlocked.Exchange(ref spare, null);
            if (reused is not null && reused.Array.Length < frameBytes)
            {
                reused.Release();
                reused = null;
            }

            return _buffer = reused ?? pool.Rent(Math.Max(FirstBytes, frameBytes));
        }

        PooledBuffer larger = pool.Rent(Math.Max(_buffer.Array.Length * 2, Length + frameBytes));
        _buffer.Array.AsSpan(0, Length).CopyTo(larger.Array);
        _buffer.Release();
        return _buffer = larger;
    }
}
