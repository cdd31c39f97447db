namespace PlayHouse.Lab.Statistics.Binomials;

/// <summary>
/// Fisher's exact test: does one arm hit more often than the other, given how many hits there are in all? It needs no model of the
/// machine, only that chance decided which launches belong to which arm. Pure and thread-safe.
/// </summary>
public static class FisherTest
{
    /// <summary>
    /// P(the other arm has at least its hits) when all hits fall on launches by chance: the upper tail of the hypergeometric law.
    /// 1 when there is no hit.
    /// </summary>
    /// <param name="otherHits">Launches of the other arm that show the event.</param>
    /// <param name="otherLaunches">Launches of the other arm.</param>
    /// <param name="baselineHits">Launches of the baseline that show the event.</param>
    /// <param name="baselineLaunches">Launches of the baseline.</param>
    /// <exception cref="ArgumentOutOfRangeException">A count is negative, hits exceed launches, or there are more than <see cref="BinomialLaw.TrialsMax"/> launches.</exception>
    public static double OneSided(int otherHits, int otherLaunches, int baselineHits, int baselineLaunches)
    {
        BinomialLaw.Check(otherLaunches, otherHits);
        BinomialLaw.Check(baselineLaunches, baselineHits);
        int hits = otherHits + baselineHits;
        double logAll = BinomialLaw.LogChoose(otherLaunches + baselineLaunches, hits);
        double sum = 0;
        for (int x = otherHits; x <= Math.Min(hits, otherLaunches); x++)
        {
            if (hits - x <= baselineLaunches)
            {
                sum += Math.Exp(BinomialLaw.LogChoose(otherLaunches, x) + BinomialLaw.LogChoose(baselineLaunches, hits - x) - logAll);
            }
        }

        return Math.Min(1, sum);
    }

    /// <summary>Twice the smaller one-sided p, at most 1: is there a lean to either arm?</summary>
    public static double TwoSided(int otherHits, int otherLaunches, int baselineHits, int baselineLaunches) => Math.Min(
        1,
        2 * Math.Min(
            OneSided(otherHits, otherLaunches, baselineHits, baselineLaunches),
            OneSided(baselineHits, baselineLaunches, otherHits, otherLaunches)));
}
