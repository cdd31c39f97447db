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
        Assert.Equal(isOnTime, new RateStep(1_000, lateness, latency, 1_000).IsOnTime);

    [Fact]
    public void Next_LateLoad_IsLoweredByAFifthWhileThatHelps()
    {
        List<RateStep> steps = [new(10_000, 50_000, 60_000, 10_000)];
        while (RateSteps.Next(steps, 0.4) is { } next)
        {
            steps.Add(new(next, steps[^1].LatenessUs * 0.79, 60_000, next));
        }

        Assert.Equal([10_000, 8_000, 6_400, 5_120, 4_090, 3_270], steps.Select(s => s.Rate));
        Assert.Equal(3_270, RateSteps.Choose(steps).Rate);
    }

    /// <summary>A host that takes the processors away makes the load late at every rate.</summary>
    [Fact]
    public void Next_LateForAnotherReason_EndsTheSearchAtTheHighestRateThatIsAnswered()
    {
        RateStep[] steps = [new(3_200, 30_000, 30_000, 2_600), new(1_040, 3_459, 9_904, 1_040), new(832, 2_900, 8_000, 832)];

        Assert.Null(RateSteps.Next(steps, 0.4));
        Assert.Equal(1_040, RateSteps.Choose(steps).Rate);
    }

    [Fact]
    public void Choose_TheFirstOnTime_EndsTheSearch()
    {
        RateStep[] steps = [new(10_000, 2_000, 3_000, 10_000), new(8_000, 100, 1_500, 8_000)];

        Assert.Null(RateSteps.Next(steps, 0.4));
        Assert.Equal(8_000, RateSteps.Choose(steps).Rate);
    }

    [Fact]
    public void Choose_LoweringThatBoughtNothing_KeepsTheHighestBelowTheAbsoluteLimit() =>
        Assert.Equal(8_000, RateSteps.Choose([new(10_000, 1_500, 3_000, 10_000), new(8_000, 400, 900, 8_000), new(6_400, 390, 900, 6_400), new(5_120, 400, 900, 5_120)]).Rate);

    /// <summary>What happened to a server that a closed loop asked in full packets: 376,543/s there, 110,000/s where messages come one by one.</summary>
    [Fact]
    public void Next_ARateThatAnArmCouldNotAnswer_IsFollowedByTheShareOfWhatItAnswered()
    {
        RateStep[] steps = [new(150_000, 3_000, 28_000, 110_000)];

        Assert.False(steps[0].IsOnTime);
        Assert.Equal(44_000, RateSteps.Next(steps, 0.4));
    }

    [Fact]
    public void Next_ARateThatAnArmMissedByLittle_IsLoweredByAFifthAtLeast() =>
        Assert.Equal(8_000, RateSteps.Next([new(10_000, 100, 2_000, 9_800)], 0.9));

    [Fact]
    public void Choose_ARateThatAnArmCouldNotAnswer_IsNeverTakenWhereAnotherOneIsAnswered()
    {
        RateStep[] steps = [new(10_000, 10, 20_000, 9_000), new(3_600, 900, 1_000, 3_600)];

        Assert.Equal(3_600, RateSteps.Choose(steps).Rate);
    }

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
