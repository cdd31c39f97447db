using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Strategies;

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
    private StrategyCounter? _encodedBy;
    private long _single;
    private long _several;
    private long _looks;
    private long _gathered;
    private long _socketWrites;
    private long _bytesOut;

    /// <summary>Bytes of the writes completed so far.</summary>
    public readonly long BytesOut => Volatile.Read(in _bytesOut);

    public void Book(in SendBatch batch)
    {
        _replies += batch.Replies;
        _pushes += batch.Pushes;
        if (batch.EncodedBy is not null)
        {
            _encoded += batch.Encoded;
            _encodedBy = batch.EncodedBy;
        }

        if (batch.Replies + batch.Pushes > 1)
        {
            _several++;
        }
        else
        {
            _single++;
        }
    }

    /// <summary>Books that a write looked for further buffers, and how many it took along.</summary>
    public void BookLook(int gathered)
    {
        _looks++;
        _gathered += gathered;
    }

    public void BookWrite(int bytes)
    {
        _socketWrites++;
        _bytesOut += bytes;
    }

    /// <summary>Adds everything to <paramref name="block"/>; what <paramref name="pump"/> decides under its names.</summary>
    public readonly void AddTo(CounterBlock block, SendPump pump)
    {
        block[EngineCounter.Replies] += _replies;
        block[EngineCounter.Pushes] += _pushes;
        block[EngineCounter.SeamReplyCodec] += _encoded;
        block[EngineCounter.SeamSendPump] += _replies + _pushes;
        if (_encodedBy is not null)
        {
            block.Add(_encodedBy, _encoded);
        }

        pump.AddTo(block, new BatchUse(_single, _several, _looks, _gathered));
        block[EngineCounter.SocketWrites] += _socketWrites;
        block[EngineCounter.BytesOut] += _bytesOut;
    }
}
