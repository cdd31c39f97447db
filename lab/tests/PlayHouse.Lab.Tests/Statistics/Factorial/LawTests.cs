using PlayHouse.Lab.Statistics.Factorial;
using PlayHouse.Lab.Statistics.Normals;
using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Statistics.Tests.Factorial;

public sealed class LawTests
{
    [Theory]
    [InlineData(0.1)]
    [InlineData(1)]
    [InlineData(3.5)]
    [InlineData(60)]
    public void TwoSided_OneAndTwoDegrees_MatchTheClosedForms(double t)
    {
        Assert.Equal(1 - (2 / Math.PI * Math.Atan(t)), StudentLaw.TwoSided(t, 1), 1e-12);
        Assert.Equal(1 - (t / Math.Sqrt(2 + (t * t))), StudentLaw.TwoSided(-t, 2), 1e-12);
    }

    // Rounded values of any printed table of Student's t.
    [Theory]
    [InlineData(0.975, 1, 12.7062)]
    [InlineData(0.975, 5, 2.5706)]
    [InlineData(0.95, 10, 1.8125)]
    [InlineData(0.995, 30, 2.7500)]
    [InlineData(0.975, 100_000, 1.9600)]
    public void Quantile_PrintedTable_IsMet(double share, double degrees, double expected) =>
        Assert.Equal(expected, StudentLaw.Quantile(1 - share, degrees), 5e-5);

    [Fact]
    public void TwoSided_WithoutDegrees_IsRefused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => StudentLaw.TwoSided(1, 0));

    [Theory]
    [InlineData(7.0 / 3)]
    [InlineData(14)]
    public void Quantile_AnyDegrees_IsTheInverse(double degrees) =>
        Assert.Equal(0.05, StudentLaw.TwoSided(StudentLaw.Quantile(0.025, degrees), degrees), 1e-10);

    [Theory]
    [InlineData(0.975, 1.959964)]
    [InlineData(0.5, 0)]
    [InlineData(0.001, -3.090232)]
    public void Normal_PrintedTable_IsMet(double share, double expected)
    {
        Assert.Equal(expected, NormalLaw.Quantile(share), 1e-6);
        Assert.Equal(share, NormalLaw.AtMost(expected), 1e-6);
    }

    [Fact]
    public void HalfNormal_Ranks_Increase() =>
        Assert.Equal([0.2104, 0.6745, 1.3830], Enumerable.Range(1, 3).Select(r => Math.Round(NormalLaw.HalfNormal(r, 3), 4)));

    // Table of t quantiles in Lenth, Technometrics 31 (1989) 469-473.
    [Theory]
    [InlineData(7, 3.764, 9.008)]
    [InlineData(15, 2.571, 5.219)]
    [InlineData(31, 2.218, 4.218)]
    public void LenthFactors_PrintedTable_AreMet(int effects, double one, double all)
    {
        double[] contrasts = [.. Enumerable.Repeat(1.0, effects)];

        LenthMargins margins = LenthMargins.Of(contrasts)!.Value;

        Assert.Equal(1.5, margins.PseudoStandardError);
        Assert.Equal(1.5 * one, margins.Margin, 1.5e-3);
        Assert.Equal(1.5 * all, margins.SimultaneousMargin, 1.5e-3);
    }

    [Fact]
    public void Lenth_OneLargeEffect_DoesNotInflateTheError()
    {
        // Median of the sizes is 1; 2.5 x 1.5 leaves the 100 out; the median of the other six is 1.
        LenthMargins margins = LenthMargins.Of([1, -1, 1, -1, 1, 100, 1])!.Value;

        Assert.Equal(1.5, margins.PseudoStandardError);
    }

    [Fact]
    public void Lenth_TwoEffects_HaveNoMargins() => Assert.Null(LenthMargins.Of([1, 2]));

    [Fact]
    public void Lenth_NotFinite_Refused() => Assert.Throws<ArgumentException>(() => LenthMargins.Of([1, double.NaN, 2]));
}
