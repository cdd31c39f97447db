using MathNet.Numerics;

namespace PlayHouse.Lab.Statistics.Normals;

/// <summary>
/// The standard normal law. Pure and thread-safe. Verdicts rest on <see cref="AtMost"/> and <see cref="Quantile"/>, and a stored one must come
/// out the same to the last byte: a library whose last digit may move with its version does not make them.
/// </summary>
public static class NormalLaw
{
    // Beyond this the smaller tail is below 1e-15 and is lost when it is added to 1.
    private const double Far = 8;

    /// <summary>P(Z &gt; z), exact far out as well, where 1 − P(Z ≤ z) has lost its digits.</summary>
    public static double UpperTail(double z) => 0.5 * SpecialFunctions.Erfc(z / Constants.Sqrt2);

    /// <summary>
    /// P(Z ≤ z), absolute error below 1e-14: one half plus the density times z + z³/3 + z⁵/(3·5) + …, which follows from integrating
    /// the density by parts.
    /// </summary>
    public static double AtMost(double z)
    {
        if (double.IsNaN(z) || Math.Abs(z) > Far)
        {
            return double.IsNaN(z) ? double.NaN : z > 0 ? 1 : 0;
        }

        double term = z, sum = z;
        for (int odd = 3; Math.Abs(term) > 1e-17 * Math.Abs(sum); odd += 2)
        {
            term *= z * z / odd;
            sum += term;
        }

        return 0.5 + (sum * Math.Exp(-0.5 * z * z) / Math.Sqrt(2 * Math.PI));
    }

    /// <summary>The z below which a share <paramref name="probability"/> of the law lies.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The probability is not inside 0 … 1.</exception>
    public static double Quantile(double probability)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(probability);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(probability, 1);
        double low = -Far, high = Far;
        for (int i = 0; i < 60; i++)
        {
            double middle = 0.5 * (low + high);
            (low, high) = AtMost(middle) < probability ? (middle, high) : (low, middle);
        }

        return 0.5 * (low + high);
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
