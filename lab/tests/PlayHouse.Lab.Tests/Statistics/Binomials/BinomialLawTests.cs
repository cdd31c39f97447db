using PlayHouse.Lab.Statistics.Binomials;

namespace PlayHouse.Lab.Statistics.Tests.Binomials;

public sealed class BinomialLawTests
{
    [Fact]
    public void AtLeast_SmallCase_EqualsEnumeration()
    {
        Assert.Equal(1, BinomialLaw.AtLeast(10, 0, 0.3));
        Assert.Equal(Math.Pow(0.3, 10), BinomialLaw.AtLeast(10, 10, 0.3), 1e-18);
        Assert.Equal(11.0 / 1024, BinomialLaw.AtLeast(10, 9, 0.5), 1e-15);
        Assert.Equal(0, BinomialLaw.AtLeast(5, 1, 0));
        Assert.Equal(1, BinomialLaw.AtLeast(5, 5, 1));
    }

    [Fact]
    public void AtLeast_ManyTrials_StaysFinite() =>
        Assert.InRange(BinomialLaw.AtLeast(100_000, 50_000, 0.5), 0.5, 0.502);

    [Fact]
    public void SignTest_UnevenSplits_HaveExactP()
    {
        Assert.Equal(2.0 / 64, BinomialLaw.SignTest(6, 0), 1e-15);
        Assert.Equal(2.0 / 64, BinomialLaw.SignTest(0, 6), 1e-15);
        Assert.Equal(14.0 / 64, BinomialLaw.SignTest(5, 1), 1e-15);
        Assert.Equal(1, BinomialLaw.SignTest(3, 3));
        Assert.Equal(1, BinomialLaw.SignTest(0, 0));
    }

    [Theory]
    [InlineData(0, 10, 0.95, 0.0, 0.3085)]
    [InlineData(10, 10, 0.95, 0.6915, 1.0)]
    [InlineData(1, 20, 0.95, 0.0013, 0.2487)]
    [InlineData(5, 20, 0.90, 0.1041, 0.4556)]
    public void ClopperPearson_TabulatedCases_Match(int hits, int trials, double confidence, double lower, double upper)
    {
        (double low, double high) = BinomialLaw.ClopperPearson(hits, trials, confidence);

        Assert.Equal(lower, low, 0.0001);
        Assert.Equal(upper, high, 0.0001);
    }

    [Fact]
    public void ClopperPearson_EveryRate_CoversAtLeastNominally()
    {
        const int Trials = 25;
        (double Lower, double Upper)[] limits = [.. Enumerable.Range(0, Trials + 1).Select(h => BinomialLaw.ClopperPearson(h, Trials, 0.9))];
        for (double rate = 0.01; rate < 1; rate += 0.01)
        {
            double coverage = 0;
            for (int hits = 0; hits <= Trials; hits++)
            {
                double mass = BinomialLaw.AtLeast(Trials, hits, rate) - (hits == Trials ? 0 : BinomialLaw.AtLeast(Trials, hits + 1, rate));
                coverage += limits[hits].Lower <= rate && rate <= limits[hits].Upper ? mass : 0;
            }

            Assert.True(coverage >= 0.9 - 1e-9, $"{coverage} at {rate}");
        }
    }

    [Theory]
    [InlineData(20, 5)]
    [InlineData(40, 7)]
    [InlineData(60, 8)]
    [InlineData(100, 12)]
    public void IsAaAlarm_PublishedLimits_AreTheFirstToAlarm(int runs, int hits)
    {
        Assert.True(BinomialLaw.IsAaAlarm(hits, runs));
        Assert.False(BinomialLaw.IsAaAlarm(hits - 1, runs));
        Assert.False(BinomialLaw.IsAaAlarm(0, runs));
    }

    [Fact]
    public void AtLeast_ImpossibleArguments_Refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => BinomialLaw.AtLeast(3, 4, 0.5));
        Assert.Throws<ArgumentOutOfRangeException>(() => BinomialLaw.AtLeast(-1, 0, 0.5));
        Assert.Throws<ArgumentOutOfRangeException>(() => BinomialLaw.AtLeast(BinomialLaw.TrialsMax + 1, 0, 0.5));
        Assert.Throws<ArgumentOutOfRangeException>(() => BinomialLaw.AtLeast(3, 1, 1.5));
        Assert.Throws<ArgumentOutOfRangeException>(() => BinomialLaw.ClopperPearson(1, 3, 1));
    }

    [Theory]
    [InlineData(8, 0, true)]
    [InlineData(7, 0, false)]
    [InlineData(0, 8, true)]
    [InlineData(5, 3, false)]
    public void IsLopsided_SplitsOfFalseAlarms_FollowTheSignTest(int improvements, int regressions, bool isLopsided) =>
        Assert.Equal(isLopsided, BinomialLaw.IsLopsided(improvements, regressions));
}
