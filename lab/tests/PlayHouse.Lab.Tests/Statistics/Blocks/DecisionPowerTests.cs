using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Multiplicity;
using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Blocks;

public sealed class DecisionPowerTests(ITestOutputHelper output)
{
    private const double LookAlpha = 1.0 / 64;

    // Three standard errors of a share out of 4,000.
    private const double Tolerance = 0.024;
    private static readonly int[] Looks = [6, 9, 12, 16, 20, 24];

    [Theory]
    [InlineData(0.5)]
    [InlineData(1.0)]
    [InlineData(2.0)]
    public void Improved_SixBlocksAtOneSixtyFourth_IsTheChanceThatAllContrastsAreAboveZero(double effect)
    {
        // The interval of six blocks at 1/64 begins at the smallest contrast. With nothing that matters, to be above 0 is all there is to it.
        double expected = Math.Pow(NormalCdf(effect), 6);

        double found = DecisionPower.Of([6], LookAlpha).Improved(1, 0, effect);

        output.WriteLine($"effect {effect} s: {found:P2} of simulated campaigns, {expected:P2} by the product of six");
        Assert.InRange(found, expected - Tolerance, expected + Tolerance);
    }

    [Fact]
    public void Improved_TheLooksOfAFullPlan_AgreeWithCampaignsJudgedOneByOne()
    {
        const ulong seed = 77;
        const int campaigns = 1_000;
        const double deviation = 0.035, delta = 0.03;
        var random = new SeededRandom(seed);
        DecisionPower power = DecisionPower.Of(Looks, LookAlpha, competing: 2);
        foreach (double effect in new[] { delta, 2 * delta, 3 * delta })
        {
            int found = 0, equal = 0;
            for (int c = 0; c < campaigns; c++)
            {
                double[] noise = [.. Enumerable.Range(0, Looks[^1]).Select(_ => deviation * random.NextNormal())];
                found += Array.Exists(Looks, n => IsImproved([.. noise.Take(n).Select(x => x + effect)], delta)) ? 1 : 0;
                equal += Array.Exists(Looks, n => IsEqual([.. noise.Take(n)], delta)) ? 1 : 0;
            }

            double improved = power.Improved(deviation, delta, effect), shown = power.ShownEqual(deviation, delta);
            output.WriteLine($"seed {seed}, effect {effect / delta} deltas: {improved:P1} against {(double)found / campaigns:P1} judged one by one; no change {shown:P1} against {(double)equal / campaigns:P1}");
            Assert.InRange(improved - ((double)found / campaigns), -0.05, 0.05);
            Assert.InRange(shown - ((double)equal / campaigns), -0.05, 0.05);
        }
    }

    [Fact]
    public void Detectable_ManyBlocks_IsTheFactorOfTheLevelOverTheRootOfTheBlocks()
    {
        // (z of 63/64 + z of 0.8) / root of 0.955 = 3.07, and 2.54 at one-sided 5 %.
        double looks = DecisionPower.Of([12, 24], LookAlpha).Detectable(24) * Math.Sqrt(24);
        double single = DecisionPower.Of([24], 0.05).Detectable(24) * Math.Sqrt(24);

        output.WriteLine($"24 blocks: factor {looks:F2} at 1/64, {single:F2} at 5 %");
        Assert.InRange(looks, 3.07 * 0.95, 3.07 * 1.08);
        Assert.InRange(single, 2.54 * 0.95, 2.54 * 1.08);
    }

    [Fact]
    public void Improved_TwoPrimaries_NeedsMoreThanOne()
    {
        DecisionPower alone = DecisionPower.Of([6, 9], LookAlpha), two = DecisionPower.Of([6, 9], LookAlpha, 2);

        // Six blocks reach 1/64 and no less: with two primaries the first look confirms nothing.
        Assert.Equal(double.PositiveInfinity, two.Detectable(6));
        Assert.True(two.Improved(1, 0.1, 1) < alone.Improved(1, 0.1, 1));
    }

    [Fact]
    public void Chances_NoNoise_AreCertain()
    {
        DecisionPower power = DecisionPower.Of(Looks, LookAlpha, 2);

        Assert.Equal((1.0, 1.0, 1.0), (power.Improved(0, 4, 4), power.ShownEqual(0, 4), power.GuardPasses(6, 0, 4)));
        Assert.Equal(0, power.Improved(0, 4, 3.9));
    }

    [Fact]
    public void GuardPasses_MoreBlocksOrAWiderMargin_PassesMoreOften()
    {
        DecisionPower power = DecisionPower.Of(Looks, LookAlpha);

        double[] byBlocks = [.. Looks.Select(n => power.GuardPasses(n, 1, 0.8))];
        output.WriteLine(string.Join(" ", byBlocks.Select(p => $"{p:P1}")));
        Assert.Equal(byBlocks.Order(), byBlocks);
        Assert.True(power.GuardPasses(12, 1, 1.2) > power.GuardPasses(12, 1, 0.8));
        Assert.Throws<ArgumentOutOfRangeException>(() => power.GuardPasses(7, 1, 1));
    }

    private static bool IsImproved(double[] contrasts, double delta)
    {
        SignedRankResult result = HodgesLehmann.Estimate(contrasts, LookAlpha);
        bool[] confirmed = StepTests.Holm([result.PBetter, 1], LookAlpha);
        return confirmed[0] && (result.Lower > delta || result.Theta >= delta);
    }

    private static bool IsEqual(double[] contrasts, double delta)
    {
        SignedRankResult result = HodgesLehmann.Estimate(contrasts, LookAlpha);
        return result.Lower > -delta && result.Upper < delta;
    }

    /// <summary>Standard normal law by its series, exact to far more digits than are asked.</summary>
    private static double NormalCdf(double x)
    {
        double term = x, sum = x;
        for (int i = 1; i < 60; i++)
        {
            term *= x * x / ((2 * i) + 1);
            sum += term;
        }

        return 0.5 + (sum * Math.Exp(-x * x / 2) / Math.Sqrt(2 * Math.PI));
    }
}
