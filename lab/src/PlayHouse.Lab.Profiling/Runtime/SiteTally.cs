using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>
/// Cells by call site, at most <see cref="RuntimeProfile.SitesMax"/> of them; what comes later shares one cell. So a trace with
/// endless names costs bounded memory and its totals stay whole. One thread.
/// </summary>
/// <param name="others">Key of the shared cell.</param>
internal sealed class SiteTally<TKey, TCell>(TKey others)
    where TKey : notnull
    where TCell : class, new()
{
    private readonly Dictionary<TKey, TCell> _cells = [];

    public IReadOnlyDictionary<TKey, TCell> Cells => _cells;

    public TCell At(TKey key)
    {
        if (_cells.TryGetValue(key, out TCell? cell))
            return cell;
        TKey place = _cells.Count < RuntimeProfile.SitesMax ? key : others;
        if (!_cells.TryGetValue(place, out cell))
            _cells.Add(place, cell = new TCell());
        return cell;
    }
}
