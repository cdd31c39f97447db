using System.Buffers.Binary;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// Messages of one peer in the order they were sent, packed into pooled segments: int32 payload length, then a
/// <see cref="MeshRecord"/>. The producing half is guarded by the peer's lock; the cursor belongs to the sending thread.
/// </summary>
internal sealed class PeerQueue(BufferPool pool)
{
    private const int SegmentBytes = 64 * 1024;
    private const int PrefixBytes = sizeof(int) + MeshRecord.PrefixBytes;

    private readonly Queue<(PooledBuffer Buffer, int End)> _full = new();
    private PooledBuffer? _tail;
    private int _tailEnd;
    private PooledBuffer? _current;
    private int _position;
    private int _end;

    /// <summary>Messages appended and not yet settled. Under the peer's lock.</summary>
    public int Messages { get; private set; }

    /// <summary>Header and payload bytes of those messages. Under the peer's lock.</summary>
    public long Bytes { get; private set; }

    /// <summary>True when a message lies before the cursor's end. Sending thread.</summary>
    public bool HasCurrent => _current is not null && _position < _end;

    /// <summary>Adds a message. Under the peer's lock.</summary>
    public void Append(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        int size = PrefixBytes + header.Length + payload.Length;
        if (_tail is not null && _tailEnd + size > _tail.Array.Length)
        {
            _full.Enqueue((_tail, _tailEnd));
            _tail = null;
        }

        if (_tail is null)
        {
            _tail = pool.Rent(Math.Max(SegmentBytes, size));
            _tailEnd = 0;
        }

        Span<byte> record = _tail.Array.AsSpan(_tailEnd, size);
        BinaryPrimitives.WriteInt32LittleEndian(record, payload.Length);
        MeshRecord.WritePrefix(record[sizeof(int)..], header.Length);
        header.CopyTo(record[PrefixBytes..]);
        payload.CopyTo(record[(PrefixBytes + header.Length)..]);
        _tailEnd += size;
        Messages++;
        Bytes += header.Length + payload.Length;
    }

    /// <summary>Moves the cursor to the next segment; false when there is none. Sending thread, under the peer's lock.</summary>
    public bool TryTakeSegment()
    {
        ReleaseCurrent();
        if (_full.TryDequeue(out (PooledBuffer Buffer, int End) next))
        {
            (_current, _end) = next;
            return true;
        }

        if (_tail is null)
        {
            return false;
        }

        (_current, _end) = (_tail, _tailEnd);
        _tail = null;
        return true;
    }

    /// <summary>The message at the cursor. Sending thread.</summary>
    public MeshRecord Peek()
    {
        ReadOnlySpan<byte> rest = _current!.Array.AsSpan(_position, _end - _position);
        int payloadBytes = BinaryPrimitives.ReadInt32LittleEndian(rest);
        int headerBytes = (int)BinaryPrimitives.ReadUInt32LittleEndian(rest[sizeof(int)..]);
        return new MeshRecord(rest.Slice(sizeof(int), MeshRecord.PrefixBytes + headerBytes + payloadBytes));
    }

    /// <summary>Moves the cursor behind a message of this size. Sending thread.</summary>
    public void Advance(int headerAndPayloadBytes) => _position += PrefixBytes + headerAndPayloadBytes;

    /// <summary>Takes messages the network took out of the counts. Under the peer's lock.</summary>
    public void Settle(int messages, long bytes)
    {
        Messages -= messages;
        Bytes -= bytes;
    }

    /// <summary>Drops everything and returns how many messages that were. Sending thread, under the peer's lock.</summary>
    public int Clear()
    {
        while (TryTakeSegment())
        {
            // Taking the next one releases the one before.
        }

        int dropped = Messages;
        Settle(Messages, Bytes);
        return dropped;
    }

    private void ReleaseCurrent()
    {
        _current?.Release();
        _current = null;
        _position = 0;
        _end = 0;
    }
}
