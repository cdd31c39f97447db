using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Simulations;

/// <summary>The same machine judged three ways. Nothing changes between the arms, so every claim is false.</summary>
public sealed class NaiveRuleSimulations(ITestOutputHelper output)
{
    private const int Runs = 2_000;
    private const int PerArm = 12;
    private const double SdPercent = 12;

    [Theory]
    [InlineData("normal")]
    [InlineData("contaminated")]
    [InlineData("drifting")]
    [InlineData("stepping")]
    [InlineData("alternating")]
    public void Rules_NoEffect_OnlyRandomisedBlocksKeepTheirWord(string noise)
    {
        const ulong Seed = 301;
        var random = new SeededRandom(Seed);
        int blocks = 0;
        int fivePercent = 0;
        int mannWhitney = 0;
        for (int run = 0; run < Runs; run++)
        {
            double[] contrasts = NoiseSource.Contrasts(random, NoiseSource.All[noise], PerArm / 2, 0, _ => NoiseSource.Coin(random));
            SignedRankResult ours = HodgesLehmann.Estimate(contrasts, 0.05);
            blocks += ours.Lower > 0 || ours.Upper < 0 ? 1 : 0;

            double[] sequence = [.. Enumerable.Range(0, 2 * PerArm).Select(i => 100 + SdPercent * NoiseSource.All[noise](random, i))];
            double[] first = sequence[..PerArm];
            double[] second = sequence[PerArm..];
            fivePercent += Math.Abs(second.Average() / first.Average() - 1) > 0.05 ? 1 : 0;
            mannWhitney += Math.Abs(MannWhitneyZ(first, second)) > 1.96 ? 1 : 0;
        }

        output.WriteLine(
            $"seed {Seed}, {noise}, 24 launches, both sides: randomised blocks {blocks / (double)Runs:P1} (nominal 9.4 %), "
            + $"5 % rule on means A then B {fivePercent / (double)Runs:P1}, Mann-Whitney A then B {mannWhitney / (double)Runs:P1} (nominal 5 %)");
        Assert.True(blocks <= Runs * 0.0938 + 3.1 * Math.Sqrt(Runs * 0.0938 * 0.9062), $"randomised blocks {blocks}");
        if (noise is "drifting" or "stepping")
        {
            Assert.True(mannWhitney > 0.5 * Runs && fivePercent > 0.5 * Runs, "the sequential rules mistake the machine's drift for an effect");
        }
    }

    private static double MannWhitneyZ(double[] first, double[] second)
    {
        double wins = first.Sum(a => second.Count(b => b > a) + 0.5 * second.Count(b => b.Equals(a)));
        double mean = first.Length * second.Length / 2.0;
        double sd = Math.Sqrt(first.Length * second.Length * (first.Length + second.Length + 1) / 12.0);
        return (wins - mean) / sd;
    }
}
