using MathNet.Numerics;
using PlayHouse.Lab.Statistics.Normals;

namespace PlayHouse.Lab.Statistics.Students;

/// <summary>Tails of Student's t with real degrees of freedom; infinite degrees are the normal law. Pure and thread-safe.</summary>
public static class StudentLaw
{
    /// <summary>Above this the normal law differs by less than 1e-6.</summary>
    private const double NormalFrom = 1e6;

    /// <summary>P(T &gt; x) for x ≥ 0.</summary>
    public static double UpperTail(double x, double degrees)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(x);
        return degrees >= NormalFrom ? NormalLaw.UpperTail(x) : 0.5 * SpecialFunctions.BetaRegularized(degrees / 2, 0.5, degrees / (degrees + (x * x)));
    }

    /// <summary>P(|T| ≥ |t|), the two-sided p of an estimate that is <paramref name="t"/> standard errors away from zero; NaN for NaN.</summary>
    /// <exception cref="ArgumentOutOfRangeException">No positive degrees of freedom.</exception>
    public static double TwoSided(double t, double degrees)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(degrees);
        return double.IsNaN(t) ? double.NaN : double.IsInfinity(t) ? 0 : 2 * UpperTail(Math.Abs(t), degrees);
    }

    /// <summary>x with P(T &gt; x) = <paramref name="tail"/>, for a tail of at most one half.</summary>
    public static double Quantile(double tail, double degrees)
    {
        if (degrees >= NormalFrom)
        {
            return -NormalLaw.Quantile(tail);
        }

        // The library's own inverse looks between -800 and 800 alone, and one degree of freedom reaches beyond that.
        double low = 0;
        double high = 1;
        while (UpperTail(high, degrees) > tail && high < 1e12)
        {
            high *= 2;
        }

        while (high - low > 1e-13 * high)
        {
            double middle = (low + high) / 2;
            (low, high) = UpperTail(middle, degrees) > tail ? (middle, high) : (low, middle);
        }

        return (low + high) / 2;
    }
}
