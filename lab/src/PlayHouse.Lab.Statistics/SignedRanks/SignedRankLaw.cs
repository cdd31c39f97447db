using System.Collections.Concurrent;

namespace PlayHouse.Lab.Statistics.SignedRanks;

/// <summary>
/// The law of Wilcoxon's signed-rank statistic T under sign symmetry, without ties or zeros. Exact up to 53 observations,
/// where every probability is a multiple of 2^-53; above that each value carries a relative error below 1e-13. Thread-safe.
/// </summary>
public static class SignedRankLaw
{
    /// <summary>Most observations; more are refused, a table would need more than 640 kB.</summary>
    public const int ObservationsMax = 400;

    private static readonly ConcurrentDictionary<int, double[]> Cumulative = new();

    /// <summary>P(T ≤ t) for n observations; 0 below the range, 1 above it.</summary>
    /// <exception cref="ArgumentOutOfRangeException">n is outside 1 … <see cref="ObservationsMax"/>.</exception>
    public static double AtMost(int n, int t)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(n, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(n, ObservationsMax);
        if (t < 0)
        {
            return 0;
        }

        double[] table = Cumulative.GetOrAdd(n, Tabulate);
        return t < table.Length ? table[t] : 1;
    }

    /// <summary>
    /// The largest k with P(T ≤ k − 1) ≤ <paramref name="oneSidedAlpha"/>: the k-th smallest and k-th largest Walsh average
    /// bound an interval of confidence 1 − 2·P(T ≤ k − 1). 0 when n is too small for the level.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">n is out of range or the level is not inside 0 … 0.5.</exception>
    public static int CriticalK(int n, double oneSidedAlpha)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(oneSidedAlpha);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(oneSidedAlpha, 0.5);
        int k = 0;
        while (AtMost(n, k) <= oneSidedAlpha)
        {
            k++;
        }

        return k;
    }

    // Multiplies the polynomial by (1 + x^rank) / 2, rank by rank. Halving is exact in binary floating point,
    // and so is every sum as long as the numerators over 2^n fit 53 bits.
    private static double[] Tabulate(int n)
    {
        double[] law = new double[n * (n + 1) / 2 + 1];
        law[0] = 1;
        int top = 0;
        for (int rank = 1; rank <= n; rank++)
        {
            top += rank;
            for (int t = top; t >= 0; t--)
            {
                double shifted = t >= rank ? law[t - rank] : 0;
                law[t] = 0.5 * (law[t] + shifted);
            }
        }

        double sum = 0;
        for (int t = 0; t < law.Length; t++)
        {
            sum += law[t];
            law[t] = Math.Min(1, sum);
        }

        return law;
    }
}
