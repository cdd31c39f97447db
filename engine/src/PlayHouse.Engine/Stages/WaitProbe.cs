using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// Measures how long messages wait in one mailbox: one slot at a time, exactly, the next one that is posted after it was taken. So
/// no slot carries a time. Any thread posts; the stage takes.
/// </summary>
internal sealed class WaitProbe(TimeProvider time, string serverId, string stageType)
{
    private const int Free = 0;
    private const int Claimed = 1;
    private const int Watching = 2;

    private int _state;
    private object? _object;
    private PooledBuffer? _buffer;
    private int _offset;
    private long _posted;

    /// <summary>Watches a slot that is about to be posted, unless another one is watched.</summary>
    public bool TryWatch(in MessageSlot slot)
    {
        if (_state != Free || !EngineHistograms.MailboxWait.Enabled || Interlocked.CompareExchange(ref _state, Claimed, Free) != Free)
        {
            return false;
        }

        (_object, _buffer, _offset) = (slot.State, slot.Buffer, slot.Offset);
        _posted = time.GetTimestamp();
        Volatile.Write(ref _state, Watching);
        return true;
    }

    /// <summary>The slot of the caller's <see cref="TryWatch"/> was refused.</summary>
    public void Forget()
    {
        (_object, _buffer) = (null, null);
        Volatile.Write(ref _state, Free);
    }

    public void OnTaken(in MessageSlot slot)
    {
        if (Volatile.Read(ref _state) != Watching
            || !ReferenceEquals(slot.State, _object)
            || !ReferenceEquals(slot.Buffer, _buffer)
            || slot.Offset != _offset)
        {
            return;
        }

        double seconds = time.GetElapsedTime(_posted).TotalSeconds;
        Forget();
        EngineHistograms.MailboxWait.Record(
            seconds, new KeyValuePair<string, object?>("server.id", serverId), new KeyValuePair<string, object?>("stage.type", stageType));
    }
}
