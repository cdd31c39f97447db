using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Roles;

namespace PlayHouse.Lab.Profiling.Budgets;

/// <summary>Checks what an arm allocates against budgets, by the limits of the intervals. Static, safe from any thread.</summary>
/// <remarks>
/// A budget passes only when the upper limit is within it: too short a trace never passes and never fails by itself. Without a
/// sample the upper limit is what can have been missed at that level. The variance of objects is taken from that of their bytes,
/// exact where a cell's objects have one size.
/// </remarks>
public static class BudgetChecker
{
    /// <summary>Smallest object of the runtime, header and padding included: the most objects that missed bytes can be.</summary>
    public const int ObjectBytesMin = 24;

    /// <summary>Checks every number of every budget.</summary>
    /// <param name="budgets">The budgets.</param>
    /// <param name="launches">Launches of one arm; none gives "not enough data".</param>
    public static IReadOnlyList<BudgetCheck> Check(IReadOnlyList<Budget> budgets, IReadOnlyList<SiteWindow> launches)
    {
        ArgumentNullException.ThrowIfNull(budgets);
        ArgumentNullException.ThrowIfNull(launches);
        var arm = new ArmLaunches(launches.Select(l => l.Messages));
        LaunchSpread spread = Spread(launches, arm);
        var checks = new List<BudgetCheck>(budgets.Count);
        foreach (Budget budget in budgets)
        {
            Cells cells = Collect(budget, launches, arm);
            if (budget.MaxBytes is { } bytes)
                checks.Add(Check(budget, false, bytes, cells.Bytes, spread, arm, 1, cells.Sites));
            if (budget.MaxObjects is { } objects)
                checks.Add(Check(budget, true, objects, cells.Objects, spread, arm, ObjectBytesMin, cells.Sites));
        }
        return checks;
    }

    private readonly record struct Cells(ArmCell Bytes, ArmCell Objects, int Sites);

    private static BudgetCheck Check(Budget budget, bool isObjects, double max, ArmCell cell, LaunchSpread spread, ArmLaunches arm, double unitBytes, int sites)
    {
        if (arm.Count == 0)
            return new BudgetCheck(budget, isObjects, max, double.NaN, double.NaN, double.NaN, 0, 0, BudgetState.NotEnoughData);
        (double low, double high) = new SignedSum(spread, (cell, 1)).Interval95();
        if (cell.Samples == 0)
            high /= unitBytes;
        low = Math.Max(0, low);
        BudgetState state = high <= max ? BudgetState.Pass : low > max ? BudgetState.Fail : BudgetState.NotEnoughData;
        return new BudgetCheck(budget, isObjects, max, cell.Mean, low, high, cell.Samples, sites, state);
    }

    private static Cells Collect(Budget budget, IReadOnlyList<SiteWindow> launches, ArmLaunches arm)
    {
        var bytes = new ArmCell(arm);
        var objects = new ArmCell(arm);
        var sites = new HashSet<(string, string)>();
        for (int i = 0; i < launches.Count; i++)
        {
            foreach (SiteAllocation allocation in launches[i].Allocations)
            {
                AllocationEstimator estimate = allocation.Estimate;
                if (estimate.Samples == 0 || !NamePattern.Covers(budget.At, allocation.Site) || !NamePattern.Covers(budget.Type, allocation.Type))
                    continue;
                sites.Add((allocation.Site, allocation.Type));
                bytes.Add(i, estimate);
                double messages = launches[i].Messages;
                double objectsPerByte = estimate.Objects / estimate.Bytes;
                objects.Add(i, estimate.Objects / messages, estimate.Variance * objectsPerByte * objectsPerByte / (messages * messages), estimate.Samples);
            }
        }
        return new Cells(bytes, objects, sites.Count);
    }

    /// <summary>The spread all sites of the arm share, as comparisons have it.</summary>
    private static LaunchSpread Spread(IReadOnlyList<SiteWindow> launches, ArmLaunches arm)
    {
        var cells = new Dictionary<(string, string), (ArmCell Arm, ArmCell None)>();
        for (int i = 0; i < launches.Count; i++)
        {
            foreach (SiteAllocation allocation in launches[i].Allocations)
            {
                if (!cells.TryGetValue((allocation.Site, allocation.Type), out (ArmCell Arm, ArmCell None) cell))
                    cells.Add((allocation.Site, allocation.Type), cell = (new ArmCell(arm), new ArmCell(arm)));
                cell.Arm.Add(i, allocation.Estimate);
            }
        }
        return LaunchSpread.Pool(cells.Values);
    }
}
