using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Roles;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>The cells of two arms by site and type, under names that both share. Invalid profiles are left out.</summary>
internal sealed class SiteCells
{
    private readonly ArmLaunches _baseline;
    private readonly ArmLaunches _other;
    private readonly Dictionary<(string Site, string Type), (ArmCell Baseline, ArmCell Other)> _cells = [];

    private SiteCells(ArmLaunches baseline, ArmLaunches other) => (_baseline, _other) = (baseline, other);

    public IReadOnlyDictionary<(string Site, string Type), (ArmCell Baseline, ArmCell Other)> All => _cells;

    /// <summary>Spread between launches that all sites share.</summary>
    public LaunchSpread Spread { get; private set; }

    /// <summary>Other minus baseline by the exact counters of the traced launches, bytes per message; NaN when an arm has none.</summary>
    public double TracedDifference { get; private set; } = double.NaN;

    /// <summary>False when an arm has no valid profile: there are no cells then.</summary>
    public bool IsPossible => _baseline.Count > 0 && _other.Count > 0;

    /// <summary>True when each arm has two launches: only then the spread between them is known, and a site may be called different.</summary>
    public bool HasLaunchSpread => Math.Min(_baseline.Count, _other.Count) > 1;

    public static SiteCells Of(IReadOnlyList<AllocationProfile> baseline, IReadOnlyList<AllocationProfile> other, RoleMap roles)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(other);
        AllocationProfile[] first = [.. baseline.Where(p => p.Invalid.Count == 0)];
        AllocationProfile[] second = [.. other.Where(p => p.Invalid.Count == 0)];
        var cells = new SiteCells(Launches(first), Launches(second));
        if (!cells.IsPossible)
            return cells;
        cells.Collect(first, roles, isBaseline: true);
        cells.Collect(second, roles, isBaseline: false);
        cells.Spread = LaunchSpread.Pool(cells._cells.Values);
        cells.TracedDifference = ExactMean(second) - ExactMean(first);
        return cells;
    }

    /// <summary>The difference of several sites together.</summary>
    public CellDifference Sum(Func<(string Site, string Type), bool> isWanted)
    {
        var baseline = new ArmCell(_baseline);
        var other = new ArmCell(_other);
        foreach (((string Site, string Type) key, (ArmCell Baseline, ArmCell Other) cell) in _cells)
        {
            if (!isWanted(key))
                continue;
            baseline.Add(cell.Baseline);
            other.Add(cell.Other);
        }
        return new CellDifference(baseline, other, Spread);
    }

    /// <summary>The difference of everything together. Of calibrated launches it is counted: neither sampling nor what sites share widens it.</summary>
    public CellDifference Whole()
    {
        var baseline = new ArmCell(_baseline) { IsWhole = true };
        var other = new ArmCell(_other) { IsWhole = true };
        foreach ((ArmCell Baseline, ArmCell Other) cell in _cells.Values)
        {
            baseline.Add(cell.Baseline);
            other.Add(cell.Other);
        }
        bool isCounted = _baseline.Variances.Concat(_other.Variances).All(double.IsFinite);
        return new CellDifference(baseline, other, isCounted ? default : Spread);
    }

    private static double ExactMean(AllocationProfile[] profiles) =>
        profiles.Sum(p => p.ExactBytesPerMessage * p.Messages) / profiles.Sum(p => p.Messages);

    private static ArmLaunches Launches(AllocationProfile[] profiles) => new(
        profiles.Select(p => p.Messages),
        profiles.Select(p => p.IsCalibrated ? p.Sites.Sum(s => s.Variance) : double.PositiveInfinity));

    private void Collect(AllocationProfile[] profiles, RoleMap roles, bool isBaseline)
    {
        for (int i = 0; i < profiles.Length; i++)
        {
            foreach (AllocationSite site in profiles[i].Sites)
            {
                var key = (roles.Method(site.Site), roles.Type(site.Type));
                if (!_cells.TryGetValue(key, out (ArmCell Baseline, ArmCell Other) cell))
                    _cells.Add(key, cell = (new ArmCell(_baseline), new ArmCell(_other)));
                (isBaseline ? cell.Baseline : cell.Other).Add(i, site);
            }
        }
    }
}
