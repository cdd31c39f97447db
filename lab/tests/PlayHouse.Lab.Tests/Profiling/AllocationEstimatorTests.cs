using PlayHouse.Lab.Profiling.Estimates;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests;

public sealed class AllocationEstimatorTests(ITestOutputHelper output)
{
    private const int Seed = 20_301;

    [Theory]
    [InlineData(24, 1_000_000, 400)]
    [InlineData(64, 16_000, 2000)]
    [InlineData(64, 160_000, 1000)]
    [InlineData(1024, 1_000, 2000)]
    [InlineData(10_240, 4_000, 1000)]
    [InlineData(200_024, 100, 2000)]
    public void Interval95_SimulatedSampler_CoversTruthWithoutBias(int objectBytes, int objects, int repetitions)
    {
        var random = new Random(Seed + objectBytes);
        double truth = (double)objectBytes * objects;
        double sum = 0;
        double squares = 0;
        double variance = 0;
        int covered = 0;
        int shown = 0;
        for (int i = 0; i < repetitions; i++)
        {
            AllocationEstimator cell = Simulate(random, objectBytes, objects);
            sum += cell.Bytes;
            squares += (cell.Bytes - truth) * (cell.Bytes - truth);
            variance += cell.Variance;
            if (cell.IsInsufficient)
                continue;
            shown++;
            (double low, double high) = cell.Interval95();
            covered += low <= truth && truth <= high ? 1 : 0;
        }
        double bias = sum / repetitions / truth - 1;
        double biasError = Math.Sqrt(squares / repetitions / repetitions) / truth;
        double varianceRatio = variance / squares;
        int least = Chance.LowerBound(shown, 0.93, 1e-6);
        output.WriteLine($"seed {Seed + objectBytes}: {objects} × {objectBytes} B, bias {bias:P2} ± {biasError:P2}, variance ratio {varianceRatio:F3}, covered {covered}/{shown}, at least {least}");

        Assert.InRange(bias, -4.5 * biasError, 4.5 * biasError);
        Assert.InRange(varianceRatio, 0.8, 1.25);
        Assert.True(covered >= least, $"{covered} of {shown} covered");
    }

    [Fact]
    public void Objects_SimulatedSampler_CountsWithoutBias()
    {
        var random = new Random(Seed + 1);
        AllocationEstimator cell = Simulate(random, 50_000, 200_000);
        output.WriteLine($"seed {Seed + 1}: {cell.Objects:F0} objects of 200000 estimated from {cell.Samples}");

        Assert.InRange(cell.Objects, 200_000 * 0.98, 200_000 * 1.02);
    }

    [Fact]
    public void Interval95_FourSamples_IsNotGiven()
    {
        var cell = new AllocationEstimator();
        for (int i = 0; i < 4; i++)
            cell.Add(100);

        Assert.True(cell.IsInsufficient);
        Assert.True(double.IsNaN(cell.Interval95().Low));

        cell.Add(100);

        Assert.False(cell.IsInsufficient);
        Assert.InRange(cell.Interval95().Low, 1, cell.Bytes);
    }

    [Fact]
    public void Add_OtherCell_EqualsOneCellOfBoth()
    {
        var left = new AllocationEstimator();
        var right = new AllocationEstimator();
        var both = new AllocationEstimator();
        foreach (int bytes in new[] { 24, 1024, 90_000, 5_000_000 })
        {
            left.Add(bytes);
            right.Add(bytes + 8);
            both.Add(bytes);
            both.Add(bytes + 8);
        }
        left.Add(right);

        Assert.Equal(both.Samples, left.Samples);
        Assert.Equal(both.Bytes, left.Bytes, 1e-6);
        Assert.Equal(both.Variance, left.Variance, 1e-3);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void Add_SizeNotPositive_Throws(long objectBytes)
        => Assert.Throws<ArgumentOutOfRangeException>(() => new AllocationEstimator().Add(objectBytes));

    private static AllocationEstimator Simulate(Random random, int objectBytes, int objects)
    {
        var cell = new AllocationEstimator();
        int samples = Chance.Sample(random, objectBytes, objects);
        for (int k = 0; k < samples; k++)
            cell.Add(objectBytes);
        return cell;
    }
}
