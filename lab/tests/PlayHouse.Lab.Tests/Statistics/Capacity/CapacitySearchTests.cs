using PlayHouse.Lab.Statistics.Capacity;
using PlayHouse.Lab.Statistics.Randomness;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Capacity;

public sealed class CapacitySearchTests(ITestOutputHelper output)
{
    private const double Floor = 10;
    private const double Ceiling = 1_000_000;

    [Theory]
    [InlineData(10_000)]
    [InlineData(50)]
    [InlineData(700_000)]
    public void Search_SharpEdge_EndsJustBelowIt(double start)
    {
        foreach (double truth in new[] { 37.0, 1_234, 9_999, 12_345, 500_000 })
        {
            CapacitySearch search = Run(start, rate => rate <= truth);

            output.WriteLine($"from {start:N0}: {search.Capacity:N1} of {truth:N0} in {search.Probes} probes");
            Assert.Equal(CapacityOutcome.Found, search.Outcome);
            Assert.InRange(search.Capacity, truth / CapacitySearch.Resolution, truth);
        }
    }

    [Fact]
    public void Search_NearTheEdge_TakesFewProbes() => Assert.InRange(Run(10_500, rate => rate <= 10_000).Probes, 5, 12);

    [Fact]
    public void Search_SustainsEverything_EndsAtTheCeiling()
    {
        CapacitySearch search = Run(20_000, static _ => true);

        Assert.Equal((CapacityOutcome.AtCeiling, Ceiling), (search.Outcome, search.Capacity));
    }

    [Fact]
    public void Search_SustainsNothing_EndsBelowTheFloor()
    {
        CapacitySearch search = Run(20_000, static _ => false);

        Assert.Equal((CapacityOutcome.BelowFloor, Floor), (search.Outcome, search.Capacity));
    }

    [Fact]
    public void Search_OneFailureAtEachRate_IsMadeOnceMore()
    {
        var tried = new HashSet<double>();

        CapacitySearch search = Run(9_000, rate => !tried.Add(rate) && rate <= 10_000);

        Assert.Equal(CapacityOutcome.Found, search.Outcome);
        Assert.InRange(search.Capacity, 10_000 / CapacitySearch.Resolution, 10_000);
    }

    [Fact]
    public void Search_ThatNeverSettles_StopsAtTheMostProbes()
    {
        // A start a factor of 2^200 below the ceiling: the steps out alone are more than the probes allowed.
        var search = new CapacitySearch(1, 1, Math.Pow(2, 200));
        while (search.Outcome == CapacityOutcome.Searching)
        {
            search.Report(true);
        }

        Assert.Equal((CapacityOutcome.OutOfProbes, CapacitySearch.ProbesMax), (search.Outcome, search.Probes));
        Assert.Throws<InvalidOperationException>(() => search.Report(true));
    }

    [Theory]
    [InlineData(0, 10, 100)]
    [InlineData(10, 0, 100)]
    [InlineData(10, 100, 10)]
    [InlineData(10, 10, double.PositiveInfinity)]
    [InlineData(10, 10, double.NaN)]
    public void Search_BoundsThatAreNone_AreRefused(double start, double floor, double ceiling) =>
        Assert.ThrowsAny<ArgumentException>(() => new CapacitySearch(start, floor, ceiling));

    [Theory]
    [InlineData(0.01, 0.00)]
    [InlineData(0.03, 0.00)]
    [InlineData(0.03, 0.10)]
    public void Search_NoisyEdgeAndDisturbances_HasSmallErrorAndTheSameInBothArms(double width, double disturbed)
    {
        const ulong seed = 2024;
        const int launches = 4_000;
        const double capacity = 12_000;
        var random = new SeededRandom(seed);
        double[] slow = Errors(random, launches, capacity / 2, width, disturbed, out double probes), fast = Errors(random, launches, capacity, width, disturbed, out _);

        double bias = fast.Average(), deviation = Math.Sqrt(fast.Average(e => (e - bias) * (e - bias)));
        double ratioBias = bias - slow.Average();
        output.WriteLine($"seed {seed}, edge {width:P0} wide, {disturbed:P0} of windows disturbed: bias {bias:P2}, deviation {deviation:P2}, bias of the ratio of two arms {ratioBias:P2}, {probes:F1} probes a launch");

        // What matters is 5 %: a launch errs by a fraction of it, and the arms alike.
        Assert.InRange(bias, -0.025, 0.025);
        Assert.InRange(deviation, 0, 0.03);
        Assert.InRange(ratioBias, -0.004, 0.004);
    }

    /// <summary>Relative errors of launches whose windows fail the likelier the farther the rate lies above the capacity, and now and then for no reason.</summary>
    private static double[] Errors(SeededRandom random, int launches, double capacity, double width, double disturbed, out double probes)
    {
        double[] errors = new double[launches];
        long all = 0;
        for (int i = 0; i < launches; i++)
        {
            double start = 0.9 * capacity * Math.Pow(CapacitySearch.FirstStep, random.NextDouble() - 0.5);
            CapacitySearch search = Run(
                start, rate => random.NextDouble() >= disturbed && Math.Log(rate / capacity) < width * random.NextNormal());
            errors[i] = Math.Log(search.Capacity / capacity);
            all += search.Probes;
        }

        probes = (double)all / launches;
        return errors;
    }

    private static CapacitySearch Run(double start, Func<double, bool> isSustained)
    {
        var search = new CapacitySearch(start, Floor, Ceiling);
        while (search.Outcome == CapacityOutcome.Searching)
        {
            search.Report(isSustained(search.Rate));
        }

        return search;
    }
}
