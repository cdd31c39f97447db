using System.Numerics;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.Statistics.Tests.SignedRanks;

public sealed class SignedRankLawTests
{
    [Theory]
    [InlineData(6, 0.05, 3, 90.6)]
    [InlineData(8, 0.05, 6, 92.2)]
    [InlineData(10, 0.05, 11, 91.6)]
    [InlineData(12, 0.05, 18, 90.8)]
    [InlineData(16, 0.05, 36, 90.7)]
    [InlineData(20, 0.05, 61, 90.3)]
    [InlineData(24, 0.05, 92, 90.5)]
    [InlineData(32, 0.05, 176, 90.2)]
    [InlineData(6, 0.025, 1, 96.9)]
    [InlineData(8, 0.025, 4, 96.1)]
    [InlineData(10, 0.025, 9, 95.1)]
    [InlineData(12, 0.025, 14, 95.8)]
    [InlineData(16, 0.025, 30, 95.6)]
    [InlineData(20, 0.025, 53, 95.2)]
    [InlineData(24, 0.025, 82, 95.1)]
    [InlineData(32, 0.025, 160, 95.0)]
    [InlineData(6, 1.0 / 64, 1, 96.9)]
    [InlineData(9, 1.0 / 64, 5, 97.3)]
    [InlineData(12, 1.0 / 64, 12, 97.3)]
    [InlineData(16, 1.0 / 64, 27, 97.1)]
    [InlineData(20, 1.0 / 64, 48, 97.0)]
    [InlineData(24, 1.0 / 64, 75, 97.1)]
    public void CriticalK_PublishedLevels_GivesPublishedRank(int n, double alpha, int k, double attainedPercent)
    {
        Assert.Equal(k, SignedRankLaw.CriticalK(n, alpha));
        double attained = 100 * (1 - 2 * SignedRankLaw.AtMost(n, k - 1));
        Assert.InRange(attained, attainedPercent - 0.06, attainedPercent + 0.06);
        Assert.True(SignedRankLaw.AtMost(n, k) > alpha, "k is the largest that keeps the level");
    }

    [Fact]
    public void CriticalK_TooFewForTheLevel_IsZero()
    {
        Assert.Equal(0, SignedRankLaw.CriticalK(5, 1.0 / 64));
        Assert.Equal(1, SignedRankLaw.CriticalK(6, 1.0 / 64));
        Assert.Equal(0, SignedRankLaw.CriticalK(4, 0.05));
    }

    [Fact]
    public void AtMost_EverySignPattern_EqualsEnumeration()
    {
        for (int n = 1; n <= 14; n++)
        {
            int[] counts = new int[n * (n + 1) / 2 + 1];
            for (int signs = 0; signs < 1 << n; signs++)
            {
                int t = Enumerable.Range(1, n).Where(rank => (signs >> (rank - 1) & 1) == 1).Sum();
                counts[t]++;
            }

            long cumulative = 0;
            for (int t = 0; t < counts.Length; t++)
            {
                cumulative += counts[t];
                Assert.Equal(cumulative / Math.Pow(2, n), SignedRankLaw.AtMost(n, t));
            }
        }
    }

    [Theory]
    [InlineData(24)]
    [InlineData(32)]
    [InlineData(40)]
    [InlineData(53)]
    public void AtMost_UpTo53_EqualsIntegerArithmeticExactly(int n)
    {
        BigInteger[] counts = IntegerLaw(n);
        BigInteger cumulative = 0;
        for (int t = 0; t < counts.Length; t++)
        {
            cumulative += counts[t];
            Assert.Equal((double)cumulative / Math.Pow(2, n), SignedRankLaw.AtMost(n, t));
        }
    }

    [Fact]
    public void AtMost_LargestTable_AgreesWithIntegersWithinItsBound()
    {
        const int N = 120;
        BigInteger[] counts = IntegerLaw(N);
        BigInteger cumulative = 0;
        for (int t = 0; t < counts.Length / 2; t++)
        {
            cumulative += counts[t];
            double exact = Math.Exp(BigInteger.Log(cumulative) - N * Math.Log(2));
            Assert.Equal(1, SignedRankLaw.AtMost(N, t) / exact, 1e-12);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(SignedRankLaw.ObservationsMax + 1)]
    public void AtMost_ObservationsOutOfRange_Refused(int n) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => SignedRankLaw.AtMost(n, 0));

    [Theory]
    [InlineData(0.0)]
    [InlineData(0.5)]
    [InlineData(-1.0)]
    public void CriticalK_LevelOutOfRange_Refused(double alpha) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => SignedRankLaw.CriticalK(6, alpha));

    private static BigInteger[] IntegerLaw(int n)
    {
        var counts = new BigInteger[n * (n + 1) / 2 + 1];
        counts[0] = 1;
        for (int rank = 1; rank <= n; rank++)
        {
            for (int t = counts.Length - 1; t >= rank; t--)
            {
                counts[t] += counts[t - rank];
            }
        }

        return counts;
    }
}
