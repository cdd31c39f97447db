using PlayHouse.Lab.Statistics.Multiplicity;

namespace PlayHouse.Lab.Statistics.Tests.Multiplicity;

public sealed class StepTestsTests
{
    [Fact]
    public void Holm_StepsDownUntilTheFirstMiss()
    {
        Assert.Equal([true, false, true], StepTests.Holm([0.01, 0.06, 0.02], 0.05));
        Assert.Equal([false, false], StepTests.Holm([0.026, 0.03], 0.05));
        Assert.Equal([true, true], StepTests.Holm([0.025, 0.05], 0.05));
    }

    [Fact]
    public void FixedOrder_StopsAtTheFirstMiss()
    {
        Assert.Equal([true, true, false, false], StepTests.FixedOrder([0.05, 0.04, 0.06, 0.001], 0.05));
        Assert.Equal([false, false], StepTests.FixedOrder([double.NaN, 0.001], 0.05));
        Assert.Empty(StepTests.FixedOrder([], 0.05));
    }

    [Fact]
    public void Holm_LaterSmallEnoughAfterAMiss_StaysUnrejected() =>
        Assert.Equal([false, false, false], StepTests.Holm([0.02, 0.021, 0.022], 0.05));

    [Fact]
    public void BenjaminiHochberg_StepsUpFromTheLargest() =>
        Assert.Equal([true, true, true, false], StepTests.BenjaminiHochberg([0.05, 0.074, 0.03, 0.9], 0.10));

    [Fact]
    public void BenjaminiHochberg_PublishedExample_RejectsTheFirstFour()
    {
        // The fifteen p-values of the thrombolysis example in the method's first publication, rate 5 %.
        double[] p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1];

        Assert.Equal(4, StepTests.BenjaminiHochberg(p, 0.05).Count(r => r));
        Assert.Equal(3, StepTests.Holm(p, 0.05).Count(r => r));
    }

    [Fact]
    public void BothTests_NotANumber_IsNeverRejectedAndComesLast()
    {
        Assert.Equal([false, true], StepTests.Holm([double.NaN, 0.02], 0.05));
        Assert.Equal([false, true], StepTests.BenjaminiHochberg([double.NaN, 0.02], 0.05));
    }

    [Fact]
    public void BothTests_Nothing_IsNothing()
    {
        Assert.Empty(StepTests.Holm([], 0.05));
        Assert.Empty(StepTests.BenjaminiHochberg([], 0.05));
    }
}
