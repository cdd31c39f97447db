namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>A list that takes so many items and counts the others. One thread.</summary>
/// <param name="countMax">Items it takes.</param>
internal sealed class CappedList<T>(int countMax)
{
    private readonly List<T> _items = [];

    public IReadOnlyList<T> Items => _items;

    /// <summary>Items that found no room.</summary>
    public int NotListed { get; private set; }

    public void Add(T item)
    {
        if (_items.Count < countMax)
            _items.Add(item);
        else
            NotListed++;
    }
}
