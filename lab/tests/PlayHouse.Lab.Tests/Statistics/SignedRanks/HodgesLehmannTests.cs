using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.Statistics.Tests.SignedRanks;

public sealed class HodgesLehmannTests
{
    [Fact]
    public void Estimate_SixContrasts_MatchesHandCount()
    {
        // 21 Walsh averages of 1, 2, 4, 8, 16, 32 in order: 1, 1.5, 2, 2.5, 3, 4, 4.5, 5, 6, 8, 8.5, 9, 10, 12, 16, 16.5, 17, 18, 20, 24, 32.
        SignedRankResult result = HodgesLehmann.Estimate([16, 1, 32, 4, 2, 8], 0.05);

        Assert.Equal(8.5, result.Theta);
        Assert.Equal(2, result.Lower);
        Assert.Equal(20, result.Upper);
        Assert.Equal(1 - 2 * 3.0 / 64, result.Confidence);
        Assert.Equal(1.0 / 64, result.PBetter);
        Assert.Equal(1, result.PWorse);
    }

    [Fact]
    public void Estimate_OneNegativeContrast_CountsItsWalshAverages()
    {
        // Only -0.1 itself is at or below zero: T = 1, and P(T <= 1) = 2/64.
        SignedRankResult result = HodgesLehmann.Estimate([-0.1, 1, 2, 3, 4, 5], 0.05);

        Assert.Equal(2.0 / 64, result.PBetter);
        Assert.True(result.Lower > 0);
    }

    [Fact]
    public void Estimate_AllZero_IsThePointZero()
    {
        SignedRankResult result = HodgesLehmann.Estimate(new double[6], 0.05);

        Assert.Equal((0.0, 0.0, 0.0), (result.Theta, result.Lower, result.Upper));
        Assert.Equal(1, result.PBetter);
        Assert.Equal(1, result.PWorse);
    }

    [Fact]
    public void Estimate_TooFewForTheLevel_HasNoLimits()
    {
        SignedRankResult result = HodgesLehmann.Estimate([1, 2, 3], 0.05);

        Assert.Equal(double.NegativeInfinity, result.Lower);
        Assert.Equal(double.PositiveInfinity, result.Upper);
        Assert.Equal(1, result.Confidence);
        Assert.Equal(2, result.Theta);
    }

    [Fact]
    public void Estimate_NotFiniteContrast_Refused() =>
        Assert.Throws<ArgumentException>(() => HodgesLehmann.Estimate([1, double.NaN, 2], 0.05));

    [Fact]
    public void Estimate_HugeContrasts_DoNotOverflow()
    {
        SignedRankResult result = HodgesLehmann.Estimate(Enumerable.Repeat(double.MaxValue, 6).ToArray(), 0.05);

        Assert.Equal(double.MaxValue, result.Upper);
    }

    [Fact]
    public void Estimate_AnyTies_LimitsAndPValuesAgree()
    {
        var random = new SeededRandom(11);
        for (int run = 0; run < 3_000; run++)
        {
            int n = 6 + (int)(random.NextBits() % 7);
            double[] contrasts = [.. Enumerable.Range(0, n).Select(_ => (double)(random.NextBits() % 7) - 2)];

            SignedRankResult result = HodgesLehmann.Estimate(contrasts, 0.05);

            Assert.Equal(result.Lower > 0, result.PBetter <= 0.05);
            Assert.Equal(result.Upper < 0, result.PWorse <= 0.05);
            Assert.InRange(result.Theta, result.Lower, result.Upper);
        }
    }

    [Fact]
    public void Estimate_MirroredContrasts_MirrorsEverything()
    {
        var random = new SeededRandom(12);
        double[] contrasts = [.. Enumerable.Range(0, 9).Select(_ => random.NextNormal() + 0.3)];

        SignedRankResult result = HodgesLehmann.Estimate(contrasts, 1.0 / 64);
        SignedRankResult mirrored = HodgesLehmann.Estimate([.. contrasts.Select(d => -d)], 1.0 / 64);

        Assert.Equal(-result.Theta, mirrored.Theta, 1e-15);
        Assert.Equal(-result.Lower, mirrored.Upper, 1e-15);
        Assert.Equal(-result.Upper, mirrored.Lower, 1e-15);
        Assert.Equal(result.PBetter, mirrored.PWorse);
    }

    // Independent oracle: all 2^n sign patterns of the same magnitudes are equally likely when nothing changes.
    [Theory]
    [InlineData(new double[] { 1, 1, 1, 1, 1, 1, 1 })]
    [InlineData(new double[] { 0, 0, 0, 0, 1, 1, 2, 2 })]
    [InlineData(new double[] { 0, 0, 0, 0, 0, 0, 0, 5 })]
    [InlineData(new double[] { 1, 1, 2, 2, 3, 3, 4, 4 })]
    [InlineData(new double[] { 0, 1, 2, 3, 4, 5, 6, 7 })]
    [InlineData(new double[] { 1, 2, 4, 8, 16, 32, 64, 128 })]
    public void Estimate_EverySignPatternOfTiedMagnitudes_KeepsTheLevel(double[] magnitudes)
    {
        int patterns = 1 << magnitudes.Length;
        foreach (double alpha in new[] { 0.05, 1.0 / 64, 0.10 })
        {
            int falseBetter = 0;
            int falseWorse = 0;
            for (int signs = 0; signs < patterns; signs++)
            {
                double[] contrasts = [.. magnitudes.Select((m, i) => (signs >> i & 1) == 1 ? m : -m)];
                SignedRankResult result = HodgesLehmann.Estimate(contrasts, alpha);
                falseBetter += result.Lower > 0 ? 1 : 0;
                falseWorse += result.Upper < 0 ? 1 : 0;
            }

            Assert.True(falseBetter <= alpha * patterns, $"{falseBetter}/{patterns} above {alpha}");
            Assert.Equal(falseBetter, falseWorse);
        }
    }
}
