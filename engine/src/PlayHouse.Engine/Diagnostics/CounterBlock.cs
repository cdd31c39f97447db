namespace PlayHouse.Engine.Diagnostics;

/// <summary>A sum of counters while they are being read.</summary>
internal sealed class CounterBlock
{
    private readonly long[] _values = new long[CounterNames.Count];

    /// <summary>Value of a counter.</summary>
    public long this[EngineCounter counter]
    {
        get => _values[(int)counter];
        set => _values[(int)counter] = value;
    }

    /// <summary>Adds every value of <paramref name="other"/>.</summary>
    public void Add(CounterBlock other)
    {
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] += other._values[i];
        }
    }
}

/// <summary>Something whose counters are summed into a server's: a session or a stage.</summary>
internal interface ICounterSource
{
    /// <summary>Adds its counters to <paramref name="block"/>. Any thread; values still changing are read once each.</summary>
    void AddTo(CounterBlock block);
}
