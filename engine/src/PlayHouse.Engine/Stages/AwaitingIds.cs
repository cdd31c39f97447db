using System.Collections.Concurrent;

namespace PlayHouse.Engine.Stages;

/// <summary>Ids of messages whose handlers have awaited, up to a number of them. Any thread.</summary>
internal sealed class AwaitingIds(int idsMax)
{
    private readonly ConcurrentDictionary<string, bool> _ids = new(StringComparer.Ordinal);
    private int _count;

    public bool Has(string msgId) => Volatile.Read(ref _count) > 0 && _ids.ContainsKey(msgId);

    public void Add(string msgId)
    {
        if (Volatile.Read(ref _count) < idsMax && _ids.TryAdd(msgId, true))
        {
            Interlocked.Increment(ref _count);
        }
    }
}
