using PlayHouse.Lab.Statistics.Normals;

namespace PlayHouse.Lab.Statistics.Trends;

/// <summary>A test for a monotone trend in a short series.</summary>
/// <param name="S">Concordant minus discordant pairs; positive rises.</param>
/// <param name="P">Two-sided p against "no trend".</param>
/// <param name="SlopePerStep">Theil–Sen slope: median of the slopes of all pairs.</param>
public readonly record struct TrendResult(int S, double P, double SlopePerStep);

/// <summary>Mann and Kendall's test. Exact without ties up to 60 values, normal with tie correction otherwise. Pure.</summary>
public static class MannKendall
{
    /// <summary>Longest series; a longer one is refused.</summary>
    public const int ValuesMax = 2_000;

    private const int ExactMax = 60;

    /// <summary>Tests a series in time order.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More than <see cref="ValuesMax"/> values.</exception>
    public static TrendResult Test(ReadOnlySpan<double> values)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(values.Length, ValuesMax);
        int n = values.Length;
        if (n < 3)
        {
            return new(0, 1, 0);
        }

        int s = 0;
        int ties = 0;
        var slopes = new double[n * (n - 1) / 2];
        int at = 0;
        for (int j = 1; j < n; j++)
        {
            for (int i = 0; i < j; i++)
            {
                int sign = values[j].CompareTo(values[i]);
                s += sign;
                ties += sign == 0 ? 1 : 0;
                slopes[at++] = (values[j] - values[i]) / (j - i);
            }
        }

        Array.Sort(slopes);
        double slope = 0.5 * (slopes[(slopes.Length - 1) / 2] + slopes[slopes.Length / 2]);
        double p = ties == 0 && n <= ExactMax ? ExactP(n, Math.Abs(s)) : NormalP(values, s);
        return new(s, p, slope);
    }

    // Inversions of a random permutation: element k adds 0 … k-1 of them with equal chances.
    private static double ExactP(int n, int absS)
    {
        int pairs = n * (n - 1) / 2;
        double[] law = new double[pairs + 1];
        law[0] = 1;
        int top = 0;
        for (int k = 2; k <= n; k++)
        {
            top += k - 1;
            double[] next = new double[pairs + 1];
            double window = 0;
            for (int x = 0; x <= top; x++)
            {
                window += law[x] - (x >= k ? law[x - k] : 0);
                next[x] = Math.Max(0, window / k);
            }

            law = next;
        }

        int inversions = (pairs - absS) / 2;
        double tail = 0;
        for (int x = 0; x <= inversions; x++)
        {
            tail += law[x];
        }

        return Math.Min(1, 2 * tail);
    }

    private static double NormalP(ReadOnlySpan<double> values, int s)
    {
        double n = values.Length;
        double variance = n * (n - 1) * (2 * n + 5);
        foreach (IGrouping<double, double> group in values.ToArray().GroupBy(v => v))
        {
            double t = group.Count();
            variance -= t * (t - 1) * (2 * t + 5);
        }

        if (variance <= 0 || s == 0)
        {
            return 1;
        }

        double z = (Math.Abs(s) - 1) / Math.Sqrt(variance / 18);
        return Math.Min(1, 2 * NormalLaw.AtMost(-z));
    }
}
