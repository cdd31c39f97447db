using PlayHouse.Lab.Statistics.Changes;
using PlayHouse.Lab.Statistics.Randomness;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Changes;

public sealed class TwoGroupsTests(ITestOutputHelper output)
{
    private const double Alpha = 0.01;
    private const int Trials = 2_000;

    [Theory]
    [InlineData(12)]
    [InlineData(24)]
    [InlineData(48)]
    public void Find_OneNormalGroup_IsFoundTwoAtMostAsOftenAsTheLevel(int count)
    {
        const ulong Seed = 77;
        var random = new SeededRandom(Seed);
        int found = Enumerable.Range(0, Trials).Count(_ => TwoGroups.Find([.. Enumerable.Range(0, count).Select(_ => 5 + random.NextNormal())], Alpha) is not null);

        output.WriteLine($"{count} values, seed {Seed}: {(double)found / Trials:P2} of {Trials} found, level {Alpha:P0}");
        // Three standard deviations above the level: of these trials, and of the simulated law that they are held against.
        Assert.InRange(found, 0, (Alpha * Trials) + (3 * Math.Sqrt(Alpha * Trials * (1 + ((double)Trials / TwoGroups.Samples)))));
    }

    [Theory]
    [InlineData(12)]
    [InlineData(24)]
    public void Find_TwoGroupsEightDeviationsApart_AreFound(int count)
    {
        const ulong Seed = 78;
        var random = new SeededRandom(Seed);
        int found = Enumerable.Range(0, Trials).Count(_ => TwoGroups.Find([.. Enumerable.Range(0, count).Select(i => (i % 2 * 8) + random.NextNormal())], Alpha) is { } g
            && g.LowerCount == count / 2 && g.Lower < 2 && g.Upper > 6);

        output.WriteLine($"{count} values, seed {Seed}: {(double)found / Trials:P1} of {Trials} found");
        Assert.True(found > 0.9 * Trials);
    }

    [Fact]
    public void Find_OneOutlier_IsNoGroup() => Assert.Null(TwoGroups.Find([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 500], Alpha));

    [Fact]
    public void Find_EqualValues_AreOneGroup() => Assert.Null(TwoGroups.Find([.. Enumerable.Repeat(3.0, 12)], Alpha));

    [Fact]
    public void Find_TwoExactLevels_AreTwoGroups() =>
        Assert.Equal((1, 2, 6, 6), TwoGroups.Find([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2], Alpha) is { } g ? (g.Lower, g.Upper, g.LowerCount, g.UpperCount) : default);

    [Fact]
    public void Find_FewerThanEight_IsNotTried() => Assert.Null(TwoGroups.Find([1, 1, 1, 9, 9, 9, 9], Alpha));
}
