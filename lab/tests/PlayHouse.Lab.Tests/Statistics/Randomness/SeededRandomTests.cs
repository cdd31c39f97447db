using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Statistics.Tests.Randomness;

public sealed class SeededRandomTests
{
    [Fact]
    public void NextBits_SameSeed_RepeatsAndOtherSeedsDiffer()
    {
        var first = new SeededRandom(1);
        var again = new SeededRandom(1);
        var other = new SeededRandom(2);
        ulong[] sequence = [.. Enumerable.Range(0, 8).Select(_ => first.NextBits())];

        Assert.Equal(sequence, Enumerable.Range(0, 8).Select(_ => again.NextBits()));
        Assert.DoesNotContain(other.NextBits(), sequence);
    }

    [Fact]
    public void NextBits_SeedZero_StartsWithTheReferenceNumber() =>
        // xoshiro256** whose state is the first four SplitMix64 numbers of seed 0: rotl(0x6E789E6AA1B965F4 * 5, 7) * 9.
        Assert.Equal(ulong.RotateLeft(unchecked(0x6E789E6AA1B965F4UL * 5), 7) * 9, new SeededRandom(0).NextBits());

    [Fact]
    public void NextNormal_ManyDraws_HasTheMomentsOfANormal()
    {
        var random = new SeededRandom(3);
        const int Draws = 200_000;
        double[] x = [.. Enumerable.Range(0, Draws).Select(_ => random.NextNormal())];

        Assert.InRange(x.Average(), -0.01, 0.01);
        Assert.InRange(x.Average(v => v * v), 0.985, 1.015);
        Assert.InRange(x.Average(v => v * v * v * v), 2.9, 3.1);
        Assert.InRange(x.Count(v => Math.Abs(v) > 1.959964) / (double)Draws, 0.048, 0.052);
    }

    [Fact]
    public void NextDoubleAndNextBool_ManyDraws_AreUniformAndFair()
    {
        var random = new SeededRandom(4);
        const int Draws = 100_000;
        double[] x = [.. Enumerable.Range(0, Draws).Select(_ => random.NextDouble())];

        Assert.True(x.Min() >= 0 && x.Max() < 1);
        Assert.InRange(x.Average(), 0.496, 0.504);
        Assert.InRange(Enumerable.Range(0, Draws).Count(_ => random.NextBool()), 49_400, 50_600);
    }
}
