using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Blocks;

public sealed class BlockTests(ITestOutputHelper output)
{
    private static readonly MetricPolicy Bytes = new()
    {
        Id = "bytes-per-message", Role = MetricRole.Primary, Scale = MetricScale.Difference, Direction = MetricDirection.Lower,
    };

    [Fact]
    public void Contrast_Abba_IsOtherMinusBaseline() =>
        Assert.Equal(5, new BlockValues(BlockOrder.Abba, 10, 15, 17, 12).Contrast);

    [Fact]
    public void Contrast_Baab_IsOtherMinusBaseline() =>
        Assert.Equal(5, new BlockValues(BlockOrder.Baab, 15, 10, 12, 17).Contrast);

    [Theory]
    [InlineData(BlockOrder.Abba)]
    [InlineData(BlockOrder.Baab)]
    public void Contrast_LinearDrift_Cancels(BlockOrder order) =>
        Assert.Equal(0, new BlockValues(order, 100, 103, 106, 109).Contrast);

    [Fact]
    public void TryScale_LowerIsBetter_TurnsSavingPositive()
    {
        Assert.True(new BlockValues(BlockOrder.Abba, 200, 136, 136, 200).TryScale(Bytes, out BlockValues scaled));
        Assert.Equal(64, scaled.Contrast);
    }

    [Fact]
    public void TryScale_HigherIsBetter_KeepsSign()
    {
        MetricPolicy rate = Bytes with { Direction = MetricDirection.Higher };

        Assert.True(new BlockValues(BlockOrder.Baab, 110, 100, 100, 110).TryScale(rate, out BlockValues scaled));
        Assert.Equal(10, scaled.Contrast);
    }

    [Fact]
    public void TryScale_Ratio_GivesLogarithmOfTheFactor()
    {
        MetricPolicy cpu = Bytes with { Scale = MetricScale.Ratio };

        Assert.True(new BlockValues(BlockOrder.Abba, 10, 8, 8, 10).TryScale(cpu, out BlockValues scaled));
        Assert.Equal(-Math.Log(0.8), scaled.Contrast, 1e-12);
    }

    [Fact]
    public void TryScale_ZeroOnRatioScale_NeedsAFloor()
    {
        MetricPolicy pause = Bytes with { Scale = MetricScale.Ratio };
        var block = new BlockValues(BlockOrder.Abba, 0, 0.0005, 0, 0);

        Assert.False(block.TryScale(pause, out _));
        Assert.True(block.TryScale(pause with { Floor = 0.001 }, out BlockValues scaled));
        Assert.Equal(0, scaled.Contrast);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void TryScale_NotFinite_Refused(double value) =>
        Assert.False(new BlockValues(BlockOrder.Abba, 1, value, 1, 1).TryScale(Bytes, out _));

    [Fact]
    public void NullDeviation_SlotEffectAndToggleEffect_AreRemoved()
    {
        var random = new SeededRandom(21);
        double[] slots = [7, -3, 2, 5];
        List<BlockValues> blocks = [.. Enumerable.Range(0, 4_000).Select(_ => Simulate(random, slots, effect: 9))];

        NullDeviation fit = NullDeviation.Fit(blocks);

        Assert.InRange(fit.Deviation, 0.97, 1.03);
        Assert.InRange(fit.OuterShift, 1.9, 2.1);
        Assert.InRange(fit.InnerShift, -5.1, -4.9);
        Assert.InRange(fit.OrientationEffect, -6.6, -6.4);
    }

    [Fact]
    public void NullDeviation_SixBlocks_IsUnbiasedBySmallCounts()
    {
        var random = new SeededRandom(22);
        double squares = 0;
        const int Runs = 4_000;
        for (int run = 0; run < Runs; run++)
        {
            double deviation = NullDeviation.Fit([.. Enumerable.Range(0, 6).Select(_ => Simulate(random, [0, 0, 0, 0], 0))]).Deviation;
            squares += deviation * deviation;
        }

        Assert.InRange(squares / Runs, 0.97, 1.03);
    }

    [Fact]
    public void NullDeviation_TooFewBlocks_IsNotANumber()
    {
        Assert.True(double.IsNaN(NullDeviation.Fit([]).Deviation));
        Assert.True(double.IsNaN(NullDeviation.Fit([new(BlockOrder.Abba, 1, 2, 3, 4)]).Deviation));
    }

    [Theory]
    [InlineData(6, 1.04)]
    [InlineData(8, 0.90)]
    [InlineData(10, 0.80)]
    [InlineData(12, 0.73)]
    [InlineData(16, 0.64)]
    [InlineData(20, 0.57)]
    [InlineData(24, 0.52)]
    [InlineData(32, 0.45)]
    public void NoiseFloor_PublishedSizesAtFivePercent_MatchTable(int n, double expected) =>
        Assert.Equal(expected, Resolution.NoiseFloor(1, n, 0.05), 0.006);

    [Theory]
    [InlineData(0.05, 2.54, 6.5, 9.0)]
    [InlineData(1.0 / 64, 3.07, 9.4, 12.4)]
    public void Factors_LevelsThatAreUsed_MatchTheDesign(double alpha, double floor, double keep, double equivalence)
    {
        Assert.Equal(floor, Resolution.FloorFactor(alpha), 0.006);
        Assert.Equal(keep, Resolution.KeepFactor(alpha), 0.05);
        Assert.Equal(equivalence, Resolution.EquivalenceFactor(alpha), 0.05);
    }

    [Fact]
    public void NoiseFloor_BusyBoxCpu_SeesWhatTheDesignSays()
    {
        Assert.Equal(0.088, Resolution.NoiseFloor(0.12, 12, 0.05), 0.0005);
        Assert.Equal(0.0625, Resolution.NoiseFloor(0.12, 24, 0.05), 0.0005);
        Assert.Equal(0.022, Resolution.NoiseFloor(0.03, 12, 0.05), 0.0005);
    }

    [Fact]
    public void Blocks_ForAPolicyOnAMachine_MatchFormula()
    {
        Assert.Equal(26, Resolution.BlocksToKeep(0.06, 0.03, 0.05));
        Assert.Equal(36, Resolution.BlocksToEquivalence(0.06, 0.03, 0.05));
        Assert.Equal(38, Resolution.BlocksToKeep(0.06, 0.03, 1.0 / 64));
        Assert.Equal(50, Resolution.BlocksToEquivalence(0.06, 0.03, 1.0 / 64));
        Assert.Null(Resolution.BlocksToKeep(0.06, 0, 0.05));
        Assert.Null(Resolution.BlocksToKeep(double.NaN, 0.03, 0.05));
        Assert.Null(Resolution.BlocksToKeep(1, 0.001, 0.05));
    }

    [Theory]
    [InlineData(0.05)]
    [InlineData(1.0 / 64)]
    public void Blocks_ThatTheFormulaAsksFor_FindTheEffectFourTimesInFive(double alpha)
    {
        const ulong Seed = 312;
        const int Runs = 2_000;
        var random = new SeededRandom(Seed);
        int keep = Resolution.BlocksToKeep(1, 0.6, alpha)!.Value;
        int equal = Resolution.BlocksToEquivalence(1, 0.6, alpha)!.Value;
        int found = 0, shown = 0, passed = 0;
        for (int run = 0; run < Runs; run++)
        {
            found += Estimate(keep, 0.6).Lower > 0 ? 1 : 0;
            SignedRankResult nothing = Estimate(equal, 0);
            shown += nothing.Lower > -0.6 && nothing.Upper < 0.6 ? 1 : 0;
            passed += Estimate(12, 0).Lower > -0.9 ? 1 : 0;
        }

        double predicted = Resolution.ChanceToPass(1, 0.9, 12, alpha);
        output.WriteLine($"seed {Seed}, level {alpha:P2}: {found / (double)Runs:P1} found by {keep} blocks, {shown / (double)Runs:P1} shown equal by {equal}, guard passes {passed / (double)Runs:P1} of {predicted:P1}");
        Assert.InRange(found / (double)Runs, 0.76, 0.85);
        Assert.InRange(shown / (double)Runs, 0.76, 0.85);
        Assert.InRange(passed / (double)Runs, predicted - 0.04, predicted + 0.04);

        SignedRankResult Estimate(int blocks, double effect) =>
            HodgesLehmann.Estimate([.. Enumerable.Range(0, blocks).Select(_ => effect + random.NextNormal())], alpha);
    }

    [Fact]
    public void IsHeterogeneous_OnlyWhenItMatters()
    {
        Assert.True(Resolution.IsHeterogeneous(6, 3, 1, 2));
        Assert.False(Resolution.IsHeterogeneous(6, 1.9, 1, 2));
        Assert.False(Resolution.IsHeterogeneous(6, 3, 1, 7));
        Assert.False(Resolution.IsHeterogeneous(5, 3, 1, 2));
    }

    [Fact]
    public void Median_EvenCount_IsBetweenTheMiddleTwo()
    {
        Assert.Equal(2.5, Resolution.Median([4, 1, 2, 3]));
        Assert.True(double.IsNaN(Resolution.Median([])));
    }

    private static BlockValues Simulate(SeededRandom random, double[] slots, double effect)
    {
        BlockOrder order = random.NextBool() ? BlockOrder.Abba : BlockOrder.Baab;
        double[] y = new double[4];
        for (int slot = 0; slot < 4; slot++)
        {
            bool isOther = (slot is 1 or 2) == (order == BlockOrder.Abba);
            y[slot] = slots[slot] + random.NextNormal() + (isOther ? effect : 0);
        }

        return new(order, y[0], y[1], y[2], y[3]);
    }
}
