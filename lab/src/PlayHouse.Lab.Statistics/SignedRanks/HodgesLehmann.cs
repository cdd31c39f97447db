namespace PlayHouse.Lab.Statistics.SignedRanks;

/// <summary>What signed ranks say about the centre of block contrasts.</summary>
/// <param name="Count">Contrasts used.</param>
/// <param name="Theta">Hodges–Lehmann estimate: median of the Walsh averages.</param>
/// <param name="Lower">Lower limit; negative infinity when there are too few contrasts for the level.</param>
/// <param name="Upper">Upper limit; positive infinity when there are too few contrasts for the level.</param>
/// <param name="Confidence">Attained confidence, 0 … 1; at least 1 − 2·level.</param>
/// <param name="PBetter">Exact one-sided p against "the centre is 0 or below".</param>
/// <param name="PWorse">Exact one-sided p against "the centre is 0 or above".</param>
public readonly record struct SignedRankResult(
    int Count, double Theta, double Lower, double Upper, double Confidence, double PBetter, double PWorse);

/// <summary>
/// Hodges–Lehmann estimate and exact signed-rank interval from Walsh averages. Pure and thread-safe.
/// <para>
/// Ties and zeros: the law of untied ranks is kept, the interval is closed, and a Walsh average of exactly zero counts
/// against the claim. Break ties by an infinitesimal symmetric noise: the untied interval then has its exact confidence
/// and tends to this one, and the untied count of averages against the claim is never above this one. So interval and p
/// err only towards caution, and "the lower limit is above 0" holds exactly when PBetter is at most the level.
/// </para>
/// </summary>
public static class HodgesLehmann
{
    /// <summary>Estimate, interval and p-values of contrasts that are sign-symmetric about the centre.</summary>
    /// <param name="contrasts">Finite values, one per block, 1 … <see cref="SignedRankLaw.ObservationsMax"/> of them.</param>
    /// <param name="oneSidedAlpha">Level on each side, inside 0 … 0.5.</param>
    /// <exception cref="ArgumentException">A contrast is not finite.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Too few or too many contrasts, or a level out of range.</exception>
    public static SignedRankResult Estimate(ReadOnlySpan<double> contrasts, double oneSidedAlpha)
    {
        int n = contrasts.Length;
        int k = SignedRankLaw.CriticalK(n, oneSidedAlpha);
        double[] walsh = WalshAverages(contrasts);
        int against = CountAtMostZero(walsh);
        int favouring = walsh.Length - CountBelowZero(walsh);
        double pBetter = SignedRankLaw.AtMost(n, against);
        double pWorse = SignedRankLaw.AtMost(n, favouring);
        double theta = 0.5 * (walsh[(walsh.Length - 1) / 2] + walsh[walsh.Length / 2]);
        if (k == 0)
        {
            return new(n, theta, double.NegativeInfinity, double.PositiveInfinity, 1, pBetter, pWorse);
        }

        double confidence = 1 - 2 * SignedRankLaw.AtMost(n, k - 1);
        return new(n, theta, walsh[k - 1], walsh[^k], confidence, pBetter, pWorse);
    }

    /// <summary>The means of all pairs, each value with itself included, ascending.</summary>
    internal static double[] WalshAverages(ReadOnlySpan<double> contrasts)
    {
        double[] walsh = new double[contrasts.Length * (contrasts.Length + 1) / 2];
        int at = 0;
        for (int i = 0; i < contrasts.Length; i++)
        {
            if (!double.IsFinite(contrasts[i]))
            {
                throw new ArgumentException($"Contrast {i} is not finite.", nameof(contrasts));
            }

            for (int j = 0; j <= i; j++)
            {
                // Halves first: the sum of two large contrasts must not overflow.
                walsh[at++] = 0.5 * contrasts[i] + 0.5 * contrasts[j];
            }
        }

        Array.Sort(walsh);
        return walsh;
    }

    private static int CountAtMostZero(double[] sorted)
    {
        int count = 0;
        while (count < sorted.Length && sorted[count] <= 0)
        {
            count++;
        }

        return count;
    }

    private static int CountBelowZero(double[] sorted)
    {
        int count = 0;
        while (count < sorted.Length && sorted[count] < 0)
        {
            count++;
        }

        return count;
    }
}
