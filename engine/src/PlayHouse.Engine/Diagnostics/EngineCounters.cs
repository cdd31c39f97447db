using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>
/// Counters of one server. Frequent ones live in plain fields of sessions and stages, each with one writer at a time, and
/// are summed on reading; a source that ends is folded into the totals. Rare ones are interlocked here.
/// </summary>
internal sealed class EngineCounters
{
    /// <summary>One event per counter and this long at most: a limit is often reached by every message that follows.</summary>
    private const long EventPeriodMs = 1_000;

    private readonly Lock _gate = new();
    private readonly HashSet<ICounterSource> _live = [];
    private readonly CounterBlock _retired = new();
    private readonly long[] _rare = new long[CounterNames.Count];
    private readonly long[] _nextEventMs = new long[CounterNames.Count];
    private readonly long[] _closes = new long[Enum.GetValues<CloseReason>().Length];

    /// <summary>Id of the server, for events.</summary>
    public string ServerId { get; init; } = "";

    /// <summary>Counts a rare event. Any thread.</summary>
    public void Count(EngineCounter counter, long events = 1)
    {
        long value = Interlocked.Add(ref _rare[(int)counter], events);
        if (events > 0 && EngineEvents.Log.IsWanted(counter))
        {
            RaiseEvent(counter, value);
        }
    }

    /// <summary>Counts the end of a session, or of a connection that became none. Any thread.</summary>
    public void Count(CloseReason reason, long sessionId = 0)
    {
        Interlocked.Increment(ref _closes[(int)reason]);
        if (EngineEvents.Log.IsEnabled())
        {
            EngineEvents.Log.OnClosed(ServerId, reason, sessionId);
        }
    }

    public void Register(ICounterSource source)
    {
        lock (_gate)
        {
            _live.Add(source);
        }
    }

    /// <summary>Folds the final values of <paramref name="source"/>; it must not count afterwards. A second call does nothing.</summary>
    public void Retire(ICounterSource source)
    {
        lock (_gate)
        {
            if (_live.Remove(source))
            {
                source.AddTo(_retired);
            }
        }
    }

    public Dictionary<string, long> Read()
    {
        CounterBlock sum = new();
        lock (_gate)
        {
            sum.Add(_retired);
            foreach (ICounterSource source in _live)
            {
                source.AddTo(sum);
            }
        }

        Dictionary<string, long> values = new(CounterNames.Count + _closes.Length);
        foreach (EngineCounter counter in Enum.GetValues<EngineCounter>())
        {
            values[CounterNames.Of(counter)] = sum[counter] + Interlocked.Read(ref _rare[(int)counter]);
        }

        foreach ((StrategyCounter counter, long events) in sum.Strategies)
        {
            values[counter.Name] = events;
        }

        foreach (CloseReason reason in Enum.GetValues<CloseReason>())
        {
            if (reason != CloseReason.None)
            {
                values[CounterNames.Of(reason)] = Interlocked.Read(ref _closes[(int)reason]);
            }
        }

        return values;
    }

    private void RaiseEvent(EngineCounter counter, long value)
    {
        ref long next = ref _nextEventMs[(int)counter];
        long nowMs = Environment.TickCount64;
        long nextMs = Volatile.Read(ref next);
        if (nowMs >= nextMs && Interlocked.CompareExchange(ref next, nowMs + EventPeriodMs, nextMs) == nextMs)
        {
            EngineEvents.Log.OnCounted(ServerId, counter, value);
        }
    }
}
