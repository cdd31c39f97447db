using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Tests.Analyse;

namespace PlayHouse.Lab.Runner.Tests.Plan;

public sealed class RateStepsTests
{
    [Theory]
    [InlineData(90, 1_000, true)]
    [InlineData(101, 1_000, false)]
    [InlineData(999, 20_000, true)]
    [InlineData(1_000, 20_000, false)]
    public void IsOnTime_ATenthOfTheLatencyAndBelowAMillisecond(double lateness, double latency, bool isOnTime) =>
        Assert.Equal(isOnTime, new RateStep(1_000, lateness, latency).IsOnTime);

    [Fact]
    public void Next_LateLoad_IsLoweredByAFifthUntilTheStepsAreUsedUp()
    {
        List<RateStep> steps = [new(10_000, 5_000, 6_000)];
        while (RateSteps.Next(steps) is { } next)
        {
            steps.Add(new(next, 5_000, 6_000));
        }

        Assert.Equal([10_000, 8_000, 6_400, 5_120], steps.Select(s => s.Rate));
        Assert.Equal(5_120, RateSteps.Choose(steps).Rate);
    }

    [Fact]
    public void Choose_TheFirstOnTime_EndsTheSearch()
    {
        RateStep[] steps = [new(10_000, 2_000, 3_000), new(8_000, 100, 1_500)];

        Assert.Null(RateSteps.Next(steps));
        Assert.Equal(8_000, RateSteps.Choose(steps).Rate);
    }

    [Fact]
    public void Choose_LoweringThatBoughtNothing_KeepsTheHighestBelowTheAbsoluteLimit() =>
        Assert.Equal(8_000, RateSteps.Choose([new(10_000, 1_500, 3_000), new(8_000, 400, 900), new(6_400, 390, 900), new(5_120, 400, 900)]).Rate);

    [Theory]
    [InlineData(20_000, 100_000, 8_000, "40 %")]
    [InlineData(200_000, 100_000, 50_000, "capped")]
    public void Choose_KneeAndCeiling_TheLowerCounts(double lower, double ceiling, double rate, string why)
    {
        FoundRate found = KneePilots.Choose(RunFixture.Plan(), lower, ceiling);

        Assert.Equal(rate, found.Rate);
        Assert.Contains(why, found.Explanation, StringComparison.Ordinal);
    }
}
