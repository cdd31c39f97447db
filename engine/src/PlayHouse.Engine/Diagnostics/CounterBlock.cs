using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>A sum of counters while they are being read.</summary>
internal sealed class CounterBlock
{
    private readonly long[] _values = new long[CounterNames.Count];
    private StrategyCounter?[] _counters = new StrategyCounter?[64];
    private long[] _events = new long[64];

    /// <summary>What the strategies that are built in have counted so far; a strategy of which nothing is built is absent.</summary>
    public IEnumerable<KeyValuePair<StrategyCounter, long>> Strategies =>
        from slot in Enumerable.Range(0, _counters.Length)
        where _counters[slot] is not null
        select KeyValuePair.Create(_counters[slot]!, _events[slot]);

    public long this[EngineCounter counter]
    {
        get => _values[(int)counter];
        set => _values[(int)counter] = value;
    }

    public void Add(StrategyCounter counter, long events)
    {
        int slot = counter.Slot;
        if (slot >= _counters.Length)
        {
            Array.Resize(ref _counters, Math.Max(slot + 1, _counters.Length * 2));
            Array.Resize(ref _events, _counters.Length);
        }

        _counters[slot] = counter;
        _events[slot] += events;
    }

    public void Add(CounterBlock other)
    {
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] += other._values[i];
        }

        foreach ((StrategyCounter counter, long events) in other.Strategies)
        {
            Add(counter, events);
        }
    }
}

/// <summary>Something whose counters are summed into a server's: a session, a stage, a strategy of one of them.</summary>
internal interface ICounterSource
{
    /// <summary>Adds its counters to <paramref name="block"/>. Any thread; values still changing are read once each.</summary>
    void AddTo(CounterBlock block);
}
