using PlayHouse.Lab.Statistics.Normals;

namespace PlayHouse.Lab.Statistics.Tests.Normals;

public sealed class NormalLawTests
{
    // Quantiles that every table prints.
    [Theory]
    [InlineData(0.5, 0)]
    [InlineData(0.80, 0.8416212335729143)]
    [InlineData(0.90, 1.2815515655446004)]
    [InlineData(0.95, 1.6448536269514722)]
    [InlineData(0.975, 1.9599639845400545)]
    [InlineData(1 - (1.0 / 64), 2.1538746940614556)]
    public void Quantile_PublishedValues_AreMetOnBothSides(double probability, double z)
    {
        Assert.Equal(z, NormalLaw.Quantile(probability), 1e-9);
        Assert.Equal(-z, NormalLaw.Quantile(1 - probability), 1e-9);
        Assert.Equal(probability, NormalLaw.AtMost(z), 1e-12);
    }

    [Fact]
    public void AtMost_AgainstTheSumOfTheDensity_Agrees()
    {
        const double Step = 1e-4;
        double sum = 0;
        for (int i = -80_000; i < 15_000; i++)
        {
            double x = (i + 0.5) * Step;
            sum += Step * Math.Exp(-0.5 * x * x) / Math.Sqrt(2 * Math.PI);
        }

        Assert.Equal(sum, NormalLaw.AtMost(1.5), 1e-9);
    }

    [Fact]
    public void AtMost_FarOut_IsZeroOneOrNotANumber()
    {
        Assert.Equal((0, 1), (NormalLaw.AtMost(-40), NormalLaw.AtMost(40)));
        Assert.True(double.IsNaN(NormalLaw.AtMost(double.NaN)));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Quantile_OutsideItsRange_IsRefused(double probability) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => NormalLaw.Quantile(probability));
}
