namespace PlayHouse.Lab.Profiling.Estimates;

/// <summary>Exact limits of a Poisson mean from a small count. Pure.</summary>
internal static class PoissonLimits
{
    /// <summary>Smallest mean under which at least <paramref name="count"/> has a probability of <paramref name="tail"/>.</summary>
    public static double Low(int count, double tail)
        => count == 0 ? 0 : Solve(mean => 1 - AtMost(count - 1, mean) < tail);

    /// <summary>Largest mean under which at most <paramref name="count"/> has a probability of <paramref name="tail"/>.</summary>
    public static double High(int count, double tail)
        => count == 0 ? -Math.Log(tail) : Solve(mean => AtMost(count, mean) > tail);

    private static double AtMost(int count, double mean)
    {
        double term = Math.Exp(-mean);
        double sum = term;
        for (int k = 1; k <= count; k++)
        {
            term *= mean / k;
            sum += term;
        }
        return sum;
    }

    private static double Solve(Func<double, bool> isBelow)
    {
        double low = 0;
        double high = 1;
        while (isBelow(high) && high < 1e9)
            high *= 2;
        for (int i = 0; i < 80; i++)
        {
            double middle = (low + high) / 2;
            if (isBelow(middle))
                low = middle;
            else
                high = middle;
        }
        return (low + high) / 2;
    }
}
