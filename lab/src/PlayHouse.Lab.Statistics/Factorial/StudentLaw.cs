namespace PlayHouse.Lab.Statistics.Factorial;

/// <summary>Student's t law with any positive number of degrees of freedom, fractions included. Pure and thread-safe.</summary>
public static class StudentLaw
{
    private const double QuantileMax = 1e12;

    /// <summary>P(|T| ≥ |t|), the two-sided p of an estimate that is <paramref name="t"/> standard errors away from zero.</summary>
    /// <exception cref="ArgumentOutOfRangeException">No positive degrees of freedom.</exception>
    public static double TwoSided(double t, double degrees)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(degrees);
        if (double.IsNaN(t))
        {
            return double.NaN;
        }

        return double.IsInfinity(t) ? 0 : IncompleteBeta(0.5 * degrees, 0.5, degrees / (degrees + (t * t)));
    }

    /// <summary>The t with P(T ≤ t) = <paramref name="share"/>, for a share of one half or more.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A share outside 0.5 … 1, or no positive degrees of freedom.</exception>
    public static double Quantile(double share, double degrees)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(share, 0.5);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(share, 1);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(degrees);
        double tail = 2 * (1 - share);
        return Roots.Increasing(t => TwoSided(t, degrees) > tail, 0, QuantileMax);
    }

    /// <summary>The regularised incomplete beta function, by its continued fraction (Abramowitz and Stegun 26.5.8).</summary>
    private static double IncompleteBeta(double a, double b, double x)
    {
        if (x is <= 0 or >= 1)
        {
            return x <= 0 ? 0 : 1;
        }

        // The fraction converges fast below the mean only; the symmetry I(x; a, b) = 1 - I(1 - x; b, a) covers the rest.
        return x < (a + 1) / (a + b + 2)
            ? Front(a, b, x) * Fraction(a, b, x) / a
            : 1 - (Front(b, a, 1 - x) * Fraction(b, a, 1 - x) / b);
    }

    private static double Front(double a, double b, double x) =>
        Math.Exp(LogGamma(a + b) - LogGamma(a) - LogGamma(b) + (a * Math.Log(x)) + (b * Math.Log(1 - x)));

    /// <summary>The continued fraction by Lentz's method: numerators and denominators are carried as ratios, so nothing overflows.</summary>
    private static double Fraction(double a, double b, double x)
    {
        const double Tiny = 1e-300;
        const int StepsMax = 10_000;
        double ratio = 1;
        double inverse = 1 / NotZero(1 - ((a + b) * x / (a + 1)), Tiny);
        double value = inverse;
        for (int m = 1; m <= StepsMax; m++)
        {
            double even = m * (b - m) * x / ((a + (2 * m) - 1) * (a + (2 * m)));
            inverse = 1 / NotZero(1 + (even * inverse), Tiny);
            ratio = NotZero(1 + (even / ratio), Tiny);
            value *= ratio * inverse;
            double odd = -(a + m) * (a + b + m) * x / ((a + (2 * m)) * (a + (2 * m) + 1));
            inverse = 1 / NotZero(1 + (odd * inverse), Tiny);
            ratio = NotZero(1 + (odd / ratio), Tiny);
            double factor = ratio * inverse;
            value *= factor;
            if (Math.Abs(factor - 1) < 1e-15)
            {
                break;
            }
        }

        return value;
    }

    private static double NotZero(double value, double tiny) => Math.Abs(value) < tiny ? tiny : value;

    /// <summary>ln Γ(x) for x &gt; 0: the recurrence moves x above 12, where Stirling's series with five terms is exact to 1e-14.</summary>
    private static double LogGamma(double x)
    {
        double shift = 0;
        while (x < 12)
        {
            shift -= Math.Log(x);
            x++;
        }

        double square = 1 / (x * x);
        double series = ((((((1.0 / 1188 * square) - (1.0 / 1680)) * square) + (1.0 / 1260)) * square - (1.0 / 360)) * square + (1.0 / 12)) / x;
        return shift + ((x - 0.5) * Math.Log(x)) - x + (0.5 * Math.Log(2 * Math.PI)) + series;
    }
}
