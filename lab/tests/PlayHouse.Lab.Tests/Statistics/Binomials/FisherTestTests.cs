using PlayHouse.Lab.Statistics.Binomials;
using PlayHouse.Lab.Statistics.Randomness;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Binomials;

public sealed class FisherTestTests(ITestOutputHelper output)
{
    // Fisher's tea: three of four cups right has p = 17/70, all four 1/70.
    [Theory]
    [InlineData(3, 4, 1, 4, 17.0 / 70)]
    [InlineData(4, 4, 0, 4, 1.0 / 70)]
    [InlineData(0, 12, 0, 12, 1)]
    [InlineData(3, 3, 0, 3, 1.0 / 20)]
    [InlineData(0, 5, 3, 5, 1)]
    [InlineData(12, 12, 0, 12, 1.0 / 2_704_156)]
    public void OneSided_KnownTables_AreExact(int other, int otherOf, int baseline, int baselineOf, double p) =>
        Assert.Equal(p, FisherTest.OneSided(other, otherOf, baseline, baselineOf), 1e-12);

    [Fact]
    public void OneSided_EveryArrangementOfSmallArms_AgreesWithCounting()
    {
        const int Arm = 5;
        for (int other = 0; other <= Arm; other++)
        {
            for (int baseline = 0; baseline <= Arm; baseline++)
            {
                int hits = other + baseline;
                int[] sets = [.. Enumerable.Range(0, 1 << (2 * Arm)).Where(s => int.PopCount(s) == hits)];
                double counted = sets.Count(s => int.PopCount(s & ((1 << Arm) - 1)) >= other) / (double)sets.Length;
                Assert.Equal(counted, FisherTest.OneSided(other, Arm, baseline, Arm), 1e-12);
            }
        }
    }

    [Fact]
    public void TwoSided_LeanToEitherArm_IsTheSame()
    {
        Assert.Equal(FisherTest.TwoSided(12, 12, 1, 12), FisherTest.TwoSided(1, 12, 12, 12), 1e-15);
        Assert.True(FisherTest.TwoSided(12, 12, 1, 12) < 1e-4);
        Assert.Equal(1, FisherTest.TwoSided(3, 12, 3, 12));
    }

    [Theory]
    [InlineData(0.01)]
    [InlineData(0.05)]
    [InlineData(0.3)]
    public void OneSided_FlukesOfBothArms_ClaimAtMostAtTheirLevel(double fluke)
    {
        const ulong Seed = 311;
        const int Runs = 20_000;
        var random = new SeededRandom(Seed);
        int claims = 0;
        for (int run = 0; run < Runs; run++)
        {
            int Hits() => Enumerable.Range(0, 24).Count(_ => random.NextDouble() < fluke);
            claims += FisherTest.OneSided(Hits(), 24, Hits(), 24) <= 1.0 / 64 ? 1 : 0;
        }

        output.WriteLine($"seed {Seed}, fluke rate {fluke:P0} in 24 + 24 launches: false claim in {claims / (double)Runs:P2}, level 1.56 %");
        Assert.True(claims <= Runs / 64.0 + 3.1 * Math.Sqrt(Runs / 64.0), $"{claims}");
    }

    [Fact]
    public void OneSided_MoreHitsThanLaunches_IsRefused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => FisherTest.OneSided(4, 3, 0, 3));
}
