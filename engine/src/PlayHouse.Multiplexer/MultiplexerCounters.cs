namespace PlayHouse.Multiplexer;

/// <summary>
/// Counters of one role of a connection. One thread at a time adds with <see cref="Add"/>; any thread may add with
/// <see cref="AddShared"/> where a role has several; any thread reads values that are each up to date.
/// </summary>
internal sealed class MultiplexerCounters
{
    private readonly long[] _values = new long[Enum.GetValues<MultiplexerCounter>().Length];

    /// <summary>Adds; the caller is the only one who adds at this time.</summary>
    public void Add(MultiplexerCounter counter, long amount) =>
        Volatile.Write(ref _values[(int)counter], _values[(int)counter] + amount);

    /// <summary>Adds from any thread.</summary>
    public void AddShared(MultiplexerCounter counter) => Interlocked.Increment(ref _values[(int)counter]);

    /// <summary>Keeps the largest value seen; the caller is the only one who adds at this time.</summary>
    public void Raise(MultiplexerCounter counter, long value)
    {
        if (value > _values[(int)counter])
        {
            Volatile.Write(ref _values[(int)counter], value);
        }
    }

    public long Read(MultiplexerCounter counter) => Volatile.Read(ref _values[(int)counter]);
}
