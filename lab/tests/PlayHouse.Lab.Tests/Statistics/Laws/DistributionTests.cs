using PlayHouse.Lab.Statistics.Poissons;
using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Statistics.Tests.Laws;

/// <summary>Against values printed in statistical tables.</summary>
public sealed class DistributionTests
{
    [Theory]
    [InlineData(1, 0.025, 12.7062)]
    [InlineData(2, 0.025, 4.30265)]
    [InlineData(5, 0.025, 2.57058)]
    [InlineData(10, 0.005, 3.16927)]
    [InlineData(30, 0.05, 1.69726)]
    [InlineData(1, 0.0001, 3183.0988)]
    [InlineData(1000, 0.025, 1.962339)]
    [InlineData(100_000, 0.025, 1.959988)]
    [InlineData(double.PositiveInfinity, 0.025, 1.959964)]
    [InlineData(double.PositiveInfinity, 0.001, 3.090232)]
    [InlineData(double.PositiveInfinity, 1e-6, 4.753424)]
    public void Quantile_StudentT_IsAsInTheTable(double degrees, double tail, double expected)
    {
        Assert.Equal(expected, StudentLaw.Quantile(tail, degrees), 1e-4);
        Assert.Equal(tail, StudentLaw.UpperTail(StudentLaw.Quantile(tail, degrees), degrees), 1e-9);
    }

    [Theory]
    [InlineData(0, 0, 3.6889)]
    [InlineData(1, 0.0253, 5.5716)]
    [InlineData(2, 0.2422, 7.2247)]
    [InlineData(4, 1.0899, 10.2416)]
    [InlineData(100, 81.3637, 121.6276)]
    public void Limits_PoissonCount_AreAsInTheTable(int count, double low, double high)
    {
        Assert.Equal(low, PoissonLimits.Low(count, 0.025), 1e-3);
        Assert.Equal(high, PoissonLimits.High(count, 0.025), 1e-3);
    }
}
