using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Counts;

/// <summary>Sums over connections. Made by one reader; not shared.</summary>
internal sealed class SessionCounts
{
    /// <summary>What every connection counts: there from the start, so that a reader finds zeros before the first connection.</summary>
    private static readonly string[] Names =
    [
        "seam.mailbox", "seam.wake-up", "seam.lock", "seam.receive-buffer", "messages.completed", "socket.reads", "socket.writes",
        "bytes.in", "bytes.out", "lock.entries", "wake-up.waits", "receive-buffer.pauses", "queue.pauses",
    ];

    private readonly Dictionary<string, long> _sums = Names.ToDictionary(n => n, _ => 0L, StringComparer.Ordinal);

    /// <summary>Adds to a counter, which exists from then on.</summary>
    public void Add(string name, long value) => _sums[name] = _sums.GetValueOrDefault(name) + value;

    public CounterBlock Strategies { get; } = new();

    public void Add(StrategyCounter counter, long value) => Strategies.Add(counter, value);

    public void Add(SessionCounts other)
    {
        foreach ((string name, long value) in other._sums)
        {
            Add(name, value);
        }

        Strategies.Add(other.Strategies);
    }

    /// <summary>The sums by name, in the order of names.</summary>
    public IReadOnlyDictionary<string, long> ToDictionary()
    {
        OrderedDictionary<string, long> sorted = new(StringComparer.Ordinal);
        IEnumerable<KeyValuePair<string, long>> strategies = Strategies.Strategies.Select(s => KeyValuePair.Create(s.Key.Name, s.Value));
        foreach ((string name, long value) in _sums.Concat(strategies).OrderBy(s => s.Key, StringComparer.Ordinal))
        {
            sorted.Add(name, value);
        }

        return sorted;
    }
}
