using PlayHouse.Lab.Load.Schedules;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Load.Tests;

public sealed class ArrivalScheduleTests(ITestOutputHelper output)
{
    private const ulong Seed = 20_250_101;

    [Theory]
    [InlineData(1, 1_000)]
    [InlineData(7, 333)]
    [InlineData(100, 50_000)]
    public void Constant_EveryConnection_HasOneFixedGap(int connections, double rate)
    {
        double gapNs = 1e9 * connections / rate;

        foreach (List<long> times in TimesByConnection(ArrivalSchedule.Constant(connections, rate, Seed), connections, 200 * connections))
        {
            Assert.Equal(200, times.Count);
            Assert.InRange(times[0], 0, gapNs);
            for (int j = 1; j < times.Count; j++)
            {
                // From the first one, not from the one before: rounding must not add up.
                Assert.InRange(times[j] - times[0] - j * gapNs, -1.5, 1.5);
            }
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Schedules_AreInTimeOrderAndFollowTheSeed(bool isPoisson)
    {
        ArrivalSchedule first = Create(isPoisson, Seed);
        ArrivalSchedule same = Create(isPoisson, Seed);
        ArrivalSchedule other = Create(isPoisson, Seed + 1);
        long last = 0;
        int different = 0;
        for (int i = 0; i < 20_000; i++)
        {
            Assert.True(first.NextDueNs >= last, "time goes backwards");
            Assert.Equal((first.NextDueNs, first.NextConnection), (same.NextDueNs, same.NextConnection));
            different += first.NextDueNs != other.NextDueNs ? 1 : 0;
            last = first.NextDueNs;
            first.Advance();
            same.Advance();
            other.Advance();
        }

        Assert.True(different > 19_000, "another seed gives the same times");
    }

    [Fact]
    public void Constant_Phases_AreUniformAndIndependentOfTheConnectionNumber()
    {
        const int connections = 5_000;
        List<long>[] times = TimesByConnection(ArrivalSchedule.Constant(connections, connections, Seed), connections, connections);
        double[] phases = [.. times.Select(t => t[0] / 1e9)];

        double distance = KolmogorovDistance(phases, x => x);
        double correlation = Correlation(phases[..^1], phases[1..]);

        // Limits for an error of about one in a thousand.
        output.WriteLine($"seed {Seed}: distance {distance:F4}, neighbour correlation {correlation:F4}; a right schedule fails 0.1 % of seeds each");
        Assert.True(distance < 1.95 / Math.Sqrt(connections));
        Assert.True(Math.Abs(correlation) < 3.3 / Math.Sqrt(connections));
    }

    [Fact]
    public void Poisson_Gaps_AreExponentialWithTheRightMeanAndIndependent()
    {
        const int connections = 10;
        const double rate = 2_000;
        const int count = 40_000;
        List<long>[] times = TimesByConnection(ArrivalSchedule.Poisson(connections, rate, Seed), connections, count);
        double[] gaps = [.. times.SelectMany(t => t.Zip(t.Skip(1), (a, b) => (b - a) / 1e9))];
        double meanGap = connections / rate;

        double distance = KolmogorovDistance(gaps, x => 1 - Math.Exp(-x / meanGap));
        double correlation = Correlation(gaps[..^1], gaps[1..]);

        output.WriteLine($"seed {Seed}: distance {distance:F4}, neighbour correlation {correlation:F4}; a right schedule fails 0.1 % of seeds each");
        Assert.True(distance < 1.95 / Math.Sqrt(gaps.Length));
        Assert.True(Math.Abs(correlation) < 3.3 / Math.Sqrt(gaps.Length));
        Assert.InRange(gaps.Average() / meanGap, 1 - 3.3 / Math.Sqrt(count), 1 + 3.3 / Math.Sqrt(count));
    }

    [Fact]
    public void Poisson_Connections_AreIndependentStreams()
    {
        List<long>[] times = TimesByConnection(ArrivalSchedule.Poisson(2, 1_000, Seed), 2, 20_000);
        int length = Math.Min(times[0].Count, times[1].Count) - 1;
        double[] a = [.. times[0].Zip(times[0].Skip(1), (x, y) => (double)(y - x)).Take(length)];
        double[] b = [.. times[1].Zip(times[1].Skip(1), (x, y) => (double)(y - x)).Take(length)];

        Assert.True(Math.Abs(Correlation(a, b)) < 3.3 / Math.Sqrt(length));
    }

    private static ArrivalSchedule Create(bool isPoisson, ulong seed) =>
        isPoisson ? ArrivalSchedule.Poisson(13, 5_000, seed) : ArrivalSchedule.Constant(13, 5_000, seed);

    private static List<long>[] TimesByConnection(ArrivalSchedule schedule, int connections, int count)
    {
        List<long>[] times = [.. Enumerable.Range(0, connections).Select(_ => new List<long>())];
        for (int i = 0; i < count; i++)
        {
            times[schedule.NextConnection].Add(schedule.NextDueNs);
            schedule.Advance();
        }

        return times;
    }

    private static double KolmogorovDistance(double[] values, Func<double, double> distribution)
    {
        double[] sorted = [.. values.Order()];
        double largest = 0;
        for (int i = 0; i < sorted.Length; i++)
        {
            double expected = distribution(sorted[i]);
            largest = Math.Max(largest, Math.Max(expected - (double)i / sorted.Length, (double)(i + 1) / sorted.Length - expected));
        }

        return largest;
    }

    private static double Correlation(double[] a, double[] b)
    {
        (double meanA, double meanB) = (a.Average(), b.Average());
        double product = a.Zip(b, (x, y) => (x - meanA) * (y - meanB)).Sum();
        return product / Math.Sqrt(a.Sum(x => (x - meanA) * (x - meanA)) * b.Sum(y => (y - meanB) * (y - meanB)));
    }
}
