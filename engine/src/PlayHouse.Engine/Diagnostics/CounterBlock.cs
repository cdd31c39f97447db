using System.Runtime.InteropServices;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>A sum of counters while they are being read.</summary>
internal sealed class CounterBlock
{
    private readonly long[] _values = new long[CounterNames.Count];
    private readonly Dictionary<StrategyCounter, long> _strategies = [];

    /// <summary>What the strategies that are built in have counted so far; a strategy of which nothing is built is absent.</summary>
    public IReadOnlyDictionary<StrategyCounter, long> Strategies => _strategies;

    /// <summary>Value of a counter.</summary>
    public long this[EngineCounter counter]
    {
        get => _values[(int)counter];
        set => _values[(int)counter] = value;
    }

    /// <summary>Adds what the code of a strategy has counted.</summary>
    public void Add(StrategyCounter counter, long events) =>
        CollectionsMarshal.GetValueRefOrAddDefault(_strategies, counter, out _) += events;

    /// <summary>Adds every value of <paramref name="other"/>.</summary>
    public void Add(CounterBlock other)
    {
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] += other._values[i];
        }

        foreach ((StrategyCounter counter, long events) in other._strategies)
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
