using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Simulations;

public sealed class CoverageSimulations(ITestOutputHelper output)
{
    private const int Runs = 4_000;
    private const double TrueEffect = 0.7;

    public static TheoryData<string> Noises() => [.. NoiseSource.All.Keys];

    [Theory]
    [MemberData(nameof(Noises))]
    public void Interval_AnyNoiseWithRandomOrientation_CoversTheTruth(string noise)
    {
        const ulong Seed = 101;
        foreach ((int n, double alpha) in new[] { (6, 0.05), (12, 0.05), (6, 1.0 / 64), (24, 1.0 / 64) })
        {
            var random = new SeededRandom(Seed);
            int covered = 0;
            double confidence = 0;
            for (int run = 0; run < Runs; run++)
            {
                double[] contrasts = NoiseSource.Contrasts(random, NoiseSource.All[noise], n, TrueEffect, _ => NoiseSource.Coin(random));
                SignedRankResult result = HodgesLehmann.Estimate(contrasts, alpha);
                confidence = result.Confidence;

                // Rounding puts a tied contrast next to the truth instead of on it.
                covered += result.Lower <= TrueEffect + 1e-9 && TrueEffect - 1e-9 <= result.Upper ? 1 : 0;
            }

            double rate = covered / (double)Runs;
            output.WriteLine($"seed {Seed}, {noise}, n={n}: covers {rate:P2}, states {confidence:P2}");
            Assert.True(rate >= confidence - 3.1 * Math.Sqrt(confidence * (1 - confidence) / Runs), $"covers {rate:P2}, states {confidence:P2}");
        }
    }

    [Theory]
    [InlineData("normal")]
    [InlineData("t3")]
    [InlineData("alternating")]
    [InlineData("drifting")]
    public void Interval_ContinuousNoise_IsNotWiderThanItSays(string noise)
    {
        const ulong Seed = 102;
        var random = new SeededRandom(Seed);
        int covered = 0;
        for (int run = 0; run < Runs; run++)
        {
            double[] contrasts = NoiseSource.Contrasts(random, NoiseSource.All[noise], 12, TrueEffect, _ => NoiseSource.Coin(random));
            SignedRankResult result = HodgesLehmann.Estimate(contrasts, 0.05);
            covered += result.Lower <= TrueEffect && TrueEffect <= result.Upper ? 1 : 0;
        }

        output.WriteLine($"seed {Seed}, {noise}: {covered / (double)Runs:P2} of a stated 90.77 %");
        Assert.InRange(covered / (double)Runs, 0.893, 0.922);
    }
}
