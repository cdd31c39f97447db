using System.Diagnostics.CodeAnalysis;

namespace PlayHouse.Engine.Diagnostics.Hops;

/// <summary>
/// A queue that grows to <paramref name="entriesMax"/> entries, then takes no more, and whose last entry can be taken back. Not
/// thread-safe.
/// </summary>
internal sealed class HopRing<T>(int entriesMax)
    where T : struct
{
    private const int FirstEntries = 16;

    private T[] _entries = [];
    private int _first;

    public int Count { get; private set; }

    /// <summary>Adds an entry; false when there is no room.</summary>
    public bool TryAdd(in T entry)
    {
        if (Count == entriesMax)
        {
            return false;
        }

        if (Count == _entries.Length)
        {
            Grow();
        }

        _entries[(_first + Count) % _entries.Length] = entry;
        Count++;
        return true;
    }

    public bool TryPeek([MaybeNullWhen(false)] out T entry)
    {
        entry = Count == 0 ? default : _entries[_first];
        return Count > 0;
    }

    public void RemoveFirst()
    {
        _first = (_first + 1) % _entries.Length;
        Count--;
    }

    public bool TryPeekLast([MaybeNullWhen(false)] out T entry)
    {
        entry = Count == 0 ? default : _entries[(_first + Count - 1) % _entries.Length];
        return Count > 0;
    }

    public void RemoveLast() => Count--;

    /// <summary>Removes everything and gives the memory back.</summary>
    public void Clear()
    {
        _entries = [];
        _first = 0;
        Count = 0;
    }

    private void Grow()
    {
        T[] larger = new T[Math.Min(entriesMax, Math.Max(FirstEntries, _entries.Length * 2))];
        for (int i = 0; i < Count; i++)
        {
            larger[i] = _entries[(_first + i) % _entries.Length];
        }

        _entries = larger;
        _first = 0;
    }
}
