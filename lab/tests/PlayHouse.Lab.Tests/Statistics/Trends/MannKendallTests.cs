using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.Trends;

namespace PlayHouse.Lab.Statistics.Tests.Trends;

public sealed class MannKendallTests
{
    [Fact]
    public void Test_EveryOrderOfSixValues_HasTheExactLaw()
    {
        List<TrendResult> all = [.. Permutations([1, 2, 3, 4, 5, 6]).Select(p => MannKendall.Test(p))];

        Assert.Equal(720, all.Count);
        foreach (TrendResult result in all)
        {
            double exact = all.Count(r => Math.Abs(r.S) >= Math.Abs(result.S)) / 720.0;
            Assert.Equal(result.S == 0 ? 1 : exact, result.P, 1e-12);
        }
    }

    [Fact]
    public void Test_RisingSeries_GivesSlope()
    {
        TrendResult result = MannKendall.Test([10, 12, 14, 16, 18, 20, 22, 24, 26, 28]);

        Assert.Equal(45, result.S);
        Assert.Equal(2, result.SlopePerStep);
        Assert.True(result.P < 1e-5);
    }

    [Fact]
    public void Test_ConstantOrTiny_HasNoTrend()
    {
        Assert.Equal(1, MannKendall.Test(new double[12]).P);
        Assert.Equal(1, MannKendall.Test([1, 2]).P);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Test_NoTrend_AlarmsAtMostAtItsLevel(bool isTied)
    {
        var random = new SeededRandom(31);
        int alarms = 0;
        const int Runs = 4_000;
        for (int run = 0; run < Runs; run++)
        {
            double[] series = [.. Enumerable.Range(0, 15).Select(_ => isTied ? (double)(random.NextBits() % 4) : random.NextNormal())];
            alarms += MannKendall.Test(series).P <= 0.05 ? 1 : 0;
        }

        Assert.InRange(alarms / (double)Runs, 0.03, 0.06);
    }

    [Fact]
    public void Test_SeriesAboveTheLimit_Refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => MannKendall.Test(new double[MannKendall.ValuesMax + 1]));

    private static IEnumerable<double[]> Permutations(double[] values)
    {
        if (values.Length == 1)
        {
            yield return values;
            yield break;
        }

        for (int i = 0; i < values.Length; i++)
        {
            foreach (double[] rest in Permutations([.. values.Where((_, at) => at != i)]))
            {
                yield return [values[i], .. rest];
            }
        }
    }
}
