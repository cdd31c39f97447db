using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Simulations;

public sealed class FalseVerdictSimulations(ITestOutputHelper output)
{
    private static readonly int Runs = SelfTestRun.Draws(8_000);
    private static readonly int[] Looks = [6, 9, 12, 16, 20, 24];

    public static TheoryData<string> Noises() => [.. NoiseSource.All.Keys];

    [Theory]
    [MemberData(nameof(Noises))]
    public void ShortDesign_NoEffect_ClaimsAtMostAtItsLevel(string noise)
    {
        const ulong Seed = 201;
        var random = new SeededRandom(Seed);
        int better = 0;
        int worse = 0;
        for (int run = 0; run < Runs; run++)
        {
            double[] contrasts = NoiseSource.Contrasts(random, NoiseSource.All[noise], 6, 0, _ => NoiseSource.Coin(random));
            SignedRankResult result = HodgesLehmann.Estimate(contrasts, 0.05);
            better += result.Lower > 0 ? 1 : 0;
            worse += result.Upper < 0 ? 1 : 0;
        }

        output.WriteLine($"seed {Seed}, {noise}, 6 blocks: false better {Rate(better)}, false worse {Rate(worse)}, nominal 4.69 %");
        Assert.True(better <= UpperBound(3.0 / 64), $"false better {Rate(better)}");
        Assert.True(worse <= UpperBound(3.0 / 64), $"false worse {Rate(worse)}");
    }

    [Theory]
    [MemberData(nameof(Noises))]
    public void Looks_NoEffect_ClaimAtMostFivePercentOverall(string noise)
    {
        const ulong Seed = 202;
        var random = new SeededRandom(Seed);
        int better = 0;
        int worse = 0;
        for (int run = 0; run < Runs; run++)
        {
            double[] contrasts = NoiseSource.Contrasts(random, NoiseSource.All[noise], 24, 0, _ => NoiseSource.Coin(random));
            better += FirstLook(contrasts, r => r.Lower > 0) > 0 ? 1 : 0;
            worse += FirstLook(contrasts, r => r.Upper < 0) > 0 ? 1 : 0;
        }

        output.WriteLine($"seed {Seed}, {noise}, looks: false better {Rate(better)}, false worse {Rate(worse)}, expected 4.6-5.3 %");
        Assert.True(better <= UpperBound(0.053), $"false better {Rate(better)}");
        Assert.True(worse <= UpperBound(0.053), $"false worse {Rate(worse)}");
        if (noise == "normal")
        {
            Assert.InRange((better + worse) / (2.0 * Runs), 0.042, 0.057);
        }
    }

    [Theory]
    [InlineData(2.0, 0.999, 1.0, 6, 7.2)]
    [InlineData(1.0, 0.990, 1.0, 8.5, 10.5)]
    [InlineData(0.5, 0.58, 0.84, 15, 18.5)]
    public void Looks_RealEffect_AreFoundAtThePredictedPower(double effect, double powerMin, double powerMax, double blocksMin, double blocksMax)
    {
        const ulong Seed = 203;
        const int PowerRuns = 3_000;
        var random = new SeededRandom(Seed);
        int found = 0;
        int blocks = 0;
        for (int run = 0; run < PowerRuns; run++)
        {
            double[] contrasts = NoiseSource.Contrasts(random, NoiseSource.All["normal"], 24, effect, _ => NoiseSource.Coin(random));
            int look = FirstLook(contrasts, r => r.Lower > 0);
            found += look > 0 ? 1 : 0;
            blocks += look > 0 ? look : 24;
        }

        output.WriteLine($"seed {Seed}, effect {effect} s_d: found {found / (double)PowerRuns:P1} after {blocks / (double)PowerRuns:F1} blocks");
        Assert.InRange(found / (double)PowerRuns, powerMin, powerMax);
        Assert.InRange(blocks / (double)PowerRuns, blocksMin, blocksMax);
    }

    [Fact]
    public void FixedTwelve_OneDeviation_IsFoundAtThePredictedPower()
    {
        const ulong Seed = 204;
        const int PowerRuns = 3_000;
        var random = new SeededRandom(Seed);
        int found = 0;
        for (int run = 0; run < PowerRuns; run++)
        {
            double[] contrasts = NoiseSource.Contrasts(random, NoiseSource.All["normal"], 12, 1, _ => NoiseSource.Coin(random));
            found += HodgesLehmann.Estimate(contrasts, 0.05).Lower > 0 ? 1 : 0;
        }

        output.WriteLine($"seed {Seed}: {found / (double)PowerRuns:P1} found, 93 % predicted");
        Assert.InRange(found / (double)PowerRuns, 0.91, 0.96);
    }

    [Fact]
    public void Orientation_BalancedInPairs_BreaksTheLawUnderAlternatingNoise()
    {
        const ulong Seed = 205;
        var random = new SeededRandom(Seed);
        int coin = 0;
        int balanced = 0;
        int abbaOnly = 0;
        for (int run = 0; run < Runs; run++)
        {
            bool[] flips = [.. Enumerable.Range(0, 6).Select(_ => random.NextBool())];
            bool Paired(int block) => flips[block / 2] != (block % 2 == 0);
            coin += IsClaimed(random, block => flips[block]);
            balanced += IsClaimed(random, Paired);
            abbaOnly += IsClaimed(random, _ => true, SlowInnerLaunches);
        }

        output.WriteLine($"seed {Seed}, one-sided error at nominal 4.69 %: coin {Rate(coin)}, balanced in pairs {Rate(balanced)}; ABBA only with a period of one block {Rate(abbaOnly)}");
        Assert.True(coin <= UpperBound(3.0 / 64), $"coin {Rate(coin)}");
        Assert.True(balanced > 0.10 * Runs, $"balanced {Rate(balanced)}");
        Assert.True(abbaOnly > 0.10 * Runs, $"ABBA only {Rate(abbaOnly)}");
    }

    // A neighbour with the period of one block: always the same order always gives it to the same arm.
    private static double SlowInnerLaunches(SeededRandom random, int launch) => (launch % 4 is 1 or 2 ? 0.8 : 0) + random.NextNormal();

    private static int IsClaimed(SeededRandom random, Func<int, bool> isAbba, Func<SeededRandom, int, double>? noise = null)
    {
        double[] contrasts = NoiseSource.Contrasts(
            random, noise ?? NoiseSource.All["alternating"], 6, 0, block => isAbba(block) ? BlockOrder.Abba : BlockOrder.Baab);
        return HodgesLehmann.Estimate(contrasts, 0.05).Lower > 0 ? 1 : 0;
    }

    private static int FirstLook(double[] contrasts, Func<SignedRankResult, bool> isDecided)
    {
        foreach (int look in Looks)
        {
            if (isDecided(HodgesLehmann.Estimate(contrasts.AsSpan(0, look), 1.0 / 64)))
            {
                return look;
            }
        }

        return 0;
    }

    private static double UpperBound(double level) => Runs * level + 3.1 * Math.Sqrt(Runs * level * (1 - level));

    private static string Rate(int count) => $"{count / (double)Runs:P2}";
}
