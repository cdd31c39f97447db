namespace PlayHouse.FastPort.Sessions;

/// <summary>Sums over connections. Made by one reader; not shared.</summary>
internal sealed class SessionCounts
{
    private readonly Dictionary<string, long> _sums = new(StringComparer.Ordinal);

    /// <summary>Adds to a counter, which exists from then on.</summary>
    public void Add(string name, long value) => _sums[name] = _sums.GetValueOrDefault(name) + value;

    /// <summary>Adds everything of another.</summary>
    public void Add(SessionCounts other)
    {
        foreach ((string name, long value) in other._sums)
        {
            Add(name, value);
        }
    }

    /// <summary>The sums by name, in the order of names.</summary>
    public IReadOnlyDictionary<string, long> ToDictionary()
    {
        OrderedDictionary<string, long> sorted = new(StringComparer.Ordinal);
        foreach ((string name, long value) in _sums.OrderBy(s => s.Key, StringComparer.Ordinal))
        {
            sorted.Add(name, value);
        }

        return sorted;
    }
}
