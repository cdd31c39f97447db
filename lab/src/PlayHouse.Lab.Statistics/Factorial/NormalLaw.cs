namespace PlayHouse.Lab.Statistics.Factorial;

/// <summary>The standard normal law. Pure and thread-safe.</summary>
public static class NormalLaw
{
    // Beyond this the tail is below 1e-17 and a double cannot tell it from none.
    private const double Far = 8.5;

    /// <summary>P(Z ≤ z), from the series of the error function with positive terms only (Abramowitz and Stegun 7.1.6).</summary>
    public static double AtMost(double z)
    {
        if (double.IsNaN(z))
        {
            return double.NaN;
        }

        if (Math.Abs(z) > Far)
        {
            return z > 0 ? 1 : 0;
        }

        double term = z;
        double sum = z;
        for (int n = 1; Math.Abs(term) > 1e-17 * Math.Abs(sum); n++)
        {
            term *= z * z / ((2 * n) + 1);
            sum += term;
        }

        return 0.5 + (sum * Math.Exp(-0.5 * z * z) / Math.Sqrt(2 * Math.PI));
    }

    /// <summary>The z with P(Z ≤ z) = <paramref name="share"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The share is not inside 0 … 1.</exception>
    public static double Quantile(double share)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(share, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(share, 1);
        return Roots.Increasing(z => AtMost(z) < share, -Far, Far);
    }

    /// <summary>
    /// Where the effect of rank <paramref name="rank"/> of <paramref name="count"/> sizes stands on a half-normal plot when none of them is
    /// active: Φ⁻¹(0.5 + 0.5 (rank − 0.5) / count), Daniel, Technometrics 1 (1959) 311–341.
    /// </summary>
    /// <param name="rank">1 for the smallest size.</param>
    /// <param name="count">Sizes.</param>
    public static double HalfNormal(int rank, int count)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rank, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(rank, count);
        return Quantile(0.5 + (0.5 * (rank - 0.5) / count));
    }
}
