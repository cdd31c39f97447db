using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// What a sender counts. Frames are booked under the sender's lock, writes by its one runner. Mutable: lives in a field
/// and is called on the field.
/// </summary>
internal struct SendCounters
{
    private long _replies;
    private long _pushes;
    private long _encoded;
    private long _socketWrites;
    private long _bytesOut;

    /// <summary>Bytes of the writes completed so far.</summary>
    public readonly long BytesOut => Volatile.Read(in _bytesOut);

    /// <summary>Books the frames of a batch.</summary>
    public void Book(in SendBatch batch)
    {
        _replies += batch.Replies;
        _pushes += batch.Pushes;
        _encoded += batch.Encoded;
    }

    /// <summary>Books a completed write.</summary>
    public void BookWrite(int bytes)
    {
        _socketWrites++;
        _bytesOut += bytes;
    }

    /// <summary>Adds everything to <paramref name="block"/>.</summary>
    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.Replies] += _replies;
        block[EngineCounter.Pushes] += _pushes;
        block[EngineCounter.SeamReplyCodec] += _encoded;
        block[EngineCounter.SeamSendPump] += _replies + _pushes;
        block[EngineCounter.SocketWrites] += _socketWrites;
        block[EngineCounter.BytesOut] += _bytesOut;
    }
}
