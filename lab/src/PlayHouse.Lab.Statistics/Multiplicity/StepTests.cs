namespace PlayHouse.Lab.Statistics.Multiplicity;

/// <summary>Corrections for several hypotheses judged together. Pure; answers are in the order of the given p-values.</summary>
public static class StepTests
{
    /// <summary>Holm's step-down test: the chance of any false rejection is at most <paramref name="alpha"/>, whatever the dependence.</summary>
    public static bool[] Holm(IReadOnlyList<double> pValues, double alpha)
    {
        ArgumentNullException.ThrowIfNull(pValues);
        int[] byP = Ranked(pValues);
        bool[] rejected = new bool[pValues.Count];
        for (int i = 0; i < byP.Length; i++)
        {
            // A NaN fails the comparison and stops the walk: no data, no rejection.
            if (!(pValues[byP[i]] <= alpha / (byP.Length - i)))
            {
                break;
            }

            rejected[byP[i]] = true;
        }

        return rejected;
    }

    /// <summary>
    /// Tests in a fixed order, each at the whole <paramref name="alpha"/>, up to the first that is not rejected: the chance of any false
    /// rejection is at most alpha, whatever the dependence, if the order was fixed before the data.
    /// </summary>
    public static bool[] FixedOrder(IReadOnlyList<double> pValues, double alpha)
    {
        ArgumentNullException.ThrowIfNull(pValues);
        int rejected = pValues.TakeWhile(p => p <= alpha).Count();
        return [.. pValues.Select((_, i) => i < rejected)];
    }

    /// <summary>Benjamini and Hochberg's step-up test: the expected share of false ones among the rejections is at most <paramref name="rate"/>.</summary>
    public static bool[] BenjaminiHochberg(IReadOnlyList<double> pValues, double rate)
    {
        ArgumentNullException.ThrowIfNull(pValues);
        int[] byP = Ranked(pValues);
        int last = -1;
        for (int i = 0; i < byP.Length; i++)
        {
            if (pValues[byP[i]] <= rate * (i + 1) / byP.Length)
            {
                last = i;
            }
        }

        bool[] rejected = new bool[pValues.Count];
        for (int i = 0; i <= last; i++)
        {
            rejected[byP[i]] = true;
        }

        return rejected;
    }

    // NaN sorts first by default; it must come last, as the p-value of nothing.
    private static int[] Ranked(IReadOnlyList<double> pValues) =>
        [.. Enumerable.Range(0, pValues.Count).OrderBy(i => double.IsNaN(pValues[i]) ? double.PositiveInfinity : pValues[i])];
}
