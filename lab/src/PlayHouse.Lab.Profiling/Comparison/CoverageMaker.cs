using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>Says how much of an arm is allocated under each role: the most that exchanging it can save. Static, safe from any thread.</summary>
/// <remarks>
/// Bytes belong to a role when any method on their stack does, so what a strategy calls, the user's handler included, is under it;
/// the roles of a workspace overlap and do not add up. The share's interval treats what is under the role and what is not as
/// independent and puts their intervals together on the log scale.
/// </remarks>
public static class CoverageMaker
{
    /// <summary>Coverage of each role of the map, largest first.</summary>
    /// <param name="launches">Stacks of one arm.</param>
    /// <param name="roles">The roles.</param>
    public static IReadOnlyList<SeamCoverage> Of(IReadOnlyList<AllocationStacks> launches, RoleMap roles)
    {
        ArgumentNullException.ThrowIfNull(launches);
        ArgumentNullException.ThrowIfNull(roles);
        AllocationStacks[] usable = UsableStacks.Of(launches);
        if (usable.Length == 0)
            return [];
        string[] names = [.. roles.Roles];
        var arm = new ArmLaunches(usable.Select(s => s.Messages));
        (ArmCell Under, ArmCell Beside)[] cells = [.. names.Select(_ => (new ArmCell(arm), new ArmCell(arm)))];
        for (int launch = 0; launch < usable.Length; launch++)
            Collect(usable[launch], roles, names, (role, isUnder, estimate) => (isUnder ? cells[role].Under : cells[role].Beside).Add(launch, estimate));

        LaunchSpread spread = LaunchSpread.Pool(cells);
        return [.. names.Select((name, i) => Coverage(name, cells[i].Under, cells[i].Beside, spread)).OrderByDescending(c => c.BytesPerMessage)];
    }

    private static void Collect(AllocationStacks stacks, RoleMap roles, string[] names, Action<int, bool, AllocationEstimator> add)
    {
        Dictionary<string, int> indices = names.Select((n, i) => (n, i)).ToDictionary(x => x.n, x => x.i, StringComparer.Ordinal);
        int[] ofFrame = [.. stacks.Table.Frames.Select(f => roles.RoleOf(f.Name) is { } role ? indices[role] : -1)];
        var under = new AllocationEstimator[names.Length];
        var beside = new AllocationEstimator[names.Length];
        var isUnder = new bool[names.Length];
        foreach (StackCell cell in stacks.Cells)
        {
            Array.Clear(isUnder);
            for (int at = cell.Stack; at != StackTable.None; at = stacks.Table.CallerOf(at))
            {
                int role = ofFrame[stacks.Table.FrameIdOf(at)];
                if (role >= 0)
                    isUnder[role] = true;
            }
            for (int role = 0; role < names.Length; role++)
                (isUnder[role] ? under : beside)[role].Add(cell.Estimate);
        }
        for (int role = 0; role < names.Length; role++)
        {
            add(role, true, under[role]);
            add(role, false, beside[role]);
        }
    }

    private static SeamCoverage Coverage(string role, ArmCell under, ArmCell beside, LaunchSpread spread)
    {
        (double low, double high) = Limits(under, spread);
        (double besideLow, double besideHigh) = Limits(beside, spread);
        double all = under.Mean + beside.Mean;
        double share = all > 0 ? under.Mean / all : 0;
        (double shareLow, double shareHigh) = under.Mean <= 0
            ? (0, high / (high + beside.Mean))
            : beside.Mean <= 0 ? (low / (low + besideHigh), 1) : Odds(under.Mean, low, high, beside.Mean, besideLow, besideHigh);
        return new SeamCoverage(role, under.Mean, low, high, share, shareLow, shareHigh, under.Samples);
    }

    private static (double Low, double High) Odds(double under, double low, double high, double beside, double besideLow, double besideHigh)
    {
        double odds = Math.Log(under / beside);
        double down = Math.Sqrt(Squared(Math.Log(under / low)) + Squared(Math.Log(besideHigh / beside)));
        double up = Math.Sqrt(Squared(Math.Log(high / under)) + Squared(Math.Log(beside / besideLow)));
        return (1 / (1 + Math.Exp(down - odds)), 1 / (1 + Math.Exp(-odds - up)));
    }

    /// <summary>No limit is below zero bytes: spread between launches is symmetric, bytes are not.</summary>
    private static (double Low, double High) Limits(ArmCell cell, LaunchSpread spread)
    {
        (double low, double high) = new SignedSum(spread, (cell, 1)).Interval95();
        return (Math.Max(0, low), high);
    }

    private static double Squared(double x) => x * x;
}
