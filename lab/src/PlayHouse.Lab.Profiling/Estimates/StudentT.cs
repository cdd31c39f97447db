namespace PlayHouse.Lab.Profiling.Estimates;

/// <summary>Upper tail of Student's t with real degrees of freedom; infinite degrees are the normal distribution. Pure.</summary>
internal static class StudentT
{
    /// <summary>Above this the normal distribution differs by less than 1e-6.</summary>
    private const double NormalFrom = 1e6;

    /// <summary>P(T &gt; x) for x ≥ 0.</summary>
    public static double UpperTail(double x, double degrees)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(x);
        if (degrees >= NormalFrom)
            return NormalUpperTail(x);
        return 0.5 * RegularisedBeta(degrees / (degrees + x * x), degrees / 2, 0.5);
    }

    /// <summary>x with P(T &gt; x) = <paramref name="tail"/>, for a tail of at most one half.</summary>
    public static double Quantile(double tail, double degrees)
    {
        double low = 0;
        double high = 1;
        while (UpperTail(high, degrees) > tail && high < 1e12)
            high *= 2;
        while (high - low > 1e-13 * high)
        {
            double middle = (low + high) / 2;
            if (UpperTail(middle, degrees) > tail)
                low = middle;
            else
                high = middle;
        }
        return (low + high) / 2;
    }

    private static double NormalUpperTail(double x)
    {
        if (x < 2.5)
        {
            // Series of the distribution function around 0: all terms positive.
            double term = x;
            double sum = x;
            for (int k = 1; k < 100; k++)
            {
                term *= x * x / (2 * k + 1);
                sum += term;
            }
            return 0.5 - sum * Math.Exp(-x * x / 2) / Math.Sqrt(2 * Math.PI);
        }
        // Mills' ratio as a continued fraction, from its far end.
        double fraction = x;
        for (int k = 120; k > 0; k--)
            fraction = x + k / fraction;
        return Math.Exp(-x * x / 2) / Math.Sqrt(2 * Math.PI) / fraction;
    }

    /// <summary>Regularised incomplete beta function by its continued fraction, evaluated where that converges fast.</summary>
    private static double RegularisedBeta(double x, double a, double b)
    {
        if (x <= 0)
            return 0;
        if (x >= 1)
            return 1;
        double front = Math.Exp(a * Math.Log(x) + b * Math.Log(1 - x) + LogGamma(a + b) - LogGamma(a) - LogGamma(b));
        return x < (a + 1) / (a + b + 2) ? front * BetaFraction(x, a, b) / a : 1 - front * BetaFraction(1 - x, b, a) / b;
    }

    private static double BetaFraction(double x, double a, double b)
    {
        const double Tiny = 1e-300;
        double c = 1;
        double d = 1 / NotZero(1 - (a + b) * x / (a + 1));
        double fraction = d;
        for (int m = 1; m < 2000; m++)
        {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / NotZero(1 + even * d);
            c = NotZero(1 + even / c);
            fraction *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / NotZero(1 + odd * d);
            c = NotZero(1 + odd / c);
            double step = d * c;
            fraction *= step;
            if (Math.Abs(step - 1) < 1e-14)
                break;
        }
        return fraction;

        static double NotZero(double value) => Math.Abs(value) < Tiny ? Tiny : value;
    }

    /// <summary>Stirling's series after shifting the argument up to where it is exact to double precision.</summary>
    private static double LogGamma(double x)
    {
        double shift = 0;
        while (x < 15)
            shift += Math.Log(x++);
        double inverse = 1 / x;
        double square = inverse * inverse;
        double series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
        return (x - 0.5) * Math.Log(x) - x + 0.5 * Math.Log(2 * Math.PI) + series - shift;
    }
}
