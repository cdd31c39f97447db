using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>
/// Three rules that are in use elsewhere, applied as their users apply them: first all launches of one arm, then all of the other. Each
/// says whether it would claim a difference. Pure; any thread.
/// </summary>
public static class NaiveRules
{
    /// <summary>Smallest difference of two means that a reader of a load tool's table takes for real.</summary>
    public const double FivePercent = 0.05;

    // Two-sided 5 % of the normal law, and 99.9 % as BenchmarkDotNet's column Error uses.
    private const double Z95 = 1.959964;
    private const double Z999 = 3.290527;

    /// <summary>Means that differ by more than 5 %: how the comparison tables of crank and of load tools are read.</summary>
    public static bool FivePercentOfMeans(double[] first, double[] second) => Math.Abs((second.Average() / first.Average()) - 1) > FivePercent;

    /// <summary>
    /// Mann–Whitney at 5 %, two-sided, by the normal approximation with the usual continuity correction: benchstat's rule.
    /// Source: Mann and Whitney, Ann. Math. Statist. 18 (1947) 50–60.
    /// </summary>
    public static bool MannWhitney(double[] first, double[] second)
    {
        double wins = first.Sum(a => second.Count(b => b > a) + (0.5 * second.Count(b => b.Equals(a))));
        double mean = first.Length * second.Length / 2.0;
        double deviation = Math.Sqrt(first.Length * second.Length * (first.Length + second.Length + 1) / 12.0);
        return (Math.Abs(wins - mean) - 0.5) / deviation > Z95;
    }

    /// <summary>99.9 % intervals of the two means that do not overlap: how the columns Mean and Error of BenchmarkDotNet are read.</summary>
    public static bool SeparateErrors(double[] first, double[] second) =>
        Math.Abs(second.Average() - first.Average()) > Error(first) + Error(second);

    private static double Error(double[] values) => Z999 * Resolution.StandardDeviation(values) / Math.Sqrt(values.Length);
}
