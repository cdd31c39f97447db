using PlayHouse.Lab.Statistics.Factorial;

namespace PlayHouse.Lab.Statistics.Tests.Factorial;

public sealed class FactorialDesignTests
{
    public static TheoryData<int, int> Sizes
    {
        get
        {
            TheoryData<int, int> sizes = [];
            for (int factors = FactorialDesign.FactorsMin; factors <= FactorialDesign.FactorsMax; factors++)
            {
                sizes.Add(factors, 2);
                sizes.Add(factors, 3);
            }

            return sizes;
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Draw_EveryReplicate_IsOneBlockAndBalanced(int factors, int replicates)
    {
        FactorialDesign design = FactorialDesign.Draw(factors, replicates, 7);

        foreach (IGrouping<int, FactorialBlock> replicate in design.Blocks.GroupBy(b => b.Replicate))
        {
            int[] cells = [.. replicate.SelectMany(b => b.Cells)];
            Assert.Single(replicate);
            Assert.Equal(cells.Length, cells.Distinct().Count());
            Assert.Equal(factors <= 5 ? 1 << factors : 1 << (factors == 6 ? 5 : 6), cells.Length);
            for (int factor = 0; factor < factors; factor++)
            {
                // Within every block, so that no difference between blocks can look like the factor.
                Assert.All(replicate, b => Assert.Equal(0, b.Cells.Sum(c => Level(c, factor))));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Draw_EveryReplicate_TellsMainEffectsAndPairsFromEachOther(int factors, int replicates)
    {
        FactorialDesign design = FactorialDesign.Draw(factors, replicates, 7);

        foreach (IGrouping<int, FactorialBlock> replicate in design.Blocks.GroupBy(b => b.Replicate))
        {
            int[] cells = [.. replicate.SelectMany(b => b.Cells)];
            int[][] columns = [.. Terms(factors).Select(t => cells.Select(c => Level(c, t.First) * (t.Second < 0 ? 1 : Level(c, t.Second))).ToArray())];
            for (int i = 0; i < columns.Length; i++)
            {
                for (int j = 0; j < i; j++)
                {
                    Assert.Equal(0, columns[i].Zip(columns[j], (a, b) => a * b).Sum());
                }
            }
        }
    }

    [Fact]
    public void Draw_Seed_DecidesTheOrderAndNothingElse()
    {
        int[] Order(ulong seed) => [.. FactorialDesign.Draw(4, 2, seed).Blocks.SelectMany(b => b.Cells)];

        Assert.Equal(Order(1), Order(1));
        Assert.NotEqual(Order(1), Order(2));
        Assert.Equal(Order(1).Order(), Order(2).Order());
    }

    [Fact]
    public void Draw_Fraction_NamesItsGenerators()
    {
        Assert.Empty(FactorialDesign.Draw(5, 2, 0).Generators);
        Assert.Equal(["F = ABCDE"], FactorialDesign.Draw(6, 2, 0).Generators.Select(g => g.ToString()));
        Assert.Equal(["G = ABCDEF"], FactorialDesign.Draw(7, 2, 0).Generators.Select(g => g.ToString()));
        Assert.Equal(["G = ABCD", "H = ABEF"], FactorialDesign.Draw(8, 2, 0).Generators.Select(g => g.ToString()));
    }

    [Fact]
    public void Draw_SecondReplicate_TakesTheOtherHalf()
    {
        FactorialDesign design = FactorialDesign.Draw(6, 2, 0);

        Assert.Equal(64, design.Blocks.SelectMany(b => b.Cells).Distinct().Count());
    }

    [Theory]
    [InlineData(2, 6)]
    [InlineData(3, 3)]
    [InlineData(4, 2)]
    [InlineData(8, 2)]
    public void ReplicatesFor_SmallDesigns_AreRepeatedMore(int factors, int expected) =>
        Assert.Equal(expected, FactorialDesign.ReplicatesFor(factors));

    [Theory]
    [InlineData(1, 2)]
    [InlineData(9, 2)]
    [InlineData(3, 1)]
    [InlineData(3, 33)]
    public void Draw_OutsideItsLimits_Refused(int factors, int replicates) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => FactorialDesign.Draw(factors, replicates, 0));

    private static int Level(int cell, int factor) => (cell >> factor & 1) == 1 ? 1 : -1;

    private static IEnumerable<(int First, int Second)> Terms(int factors) =>
        Enumerable.Range(0, factors).Select(f => (f, -1))
            .Concat(Enumerable.Range(0, factors).SelectMany(f => Enumerable.Range(f + 1, factors - f - 1).Select(s => (f, s))));
}
