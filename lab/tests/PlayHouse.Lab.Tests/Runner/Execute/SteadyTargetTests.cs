using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.Runner.Tests.Execute;

public sealed class SteadyTargetTests
{
    private const double Offered = 1_000;

    [Fact]
    public void Of_ACompilerThatRestsAfterTwoSeconds_IsWarmAfterFive() =>
        Assert.Equal(new WarmTarget(5, null), SteadyTarget.Of(Seconds((900, 50, 900), (40, 30, 1_000), (1, 29.5, 1_000), (0, 30, 1_000), (0, 30, 1_000)), Offered));

    [Fact]
    public void Of_TwoSecondsAtRest_AreTooFew() => Assert.Null(SteadyTarget.Of(Seconds((900, 50, 1_000), (0, 50, 1_000), (0, 50, 1_000)), Offered));

    [Theory]
    [InlineData(1.9, true)]
    [InlineData(2.0, false)]
    public void Of_FewerThanTwoMethodsPerSecond_IsRest(double methods, bool isWarm) =>
        Assert.Equal(isWarm, SteadyTarget.Of(Seconds((9, 30, 1_000), (methods, 30, 1_000), (methods, 30, 1_000), (methods, 30, 1_000)), Offered) is not null);

    [Theory]
    [InlineData(1_019, true)]
    [InlineData(979, false)]
    public void Of_RateWithinTwoPercentOfTheOffered_Holds(double rate, bool isWarm) =>
        Assert.Equal(isWarm, SteadyTarget.Of(Seconds((9, 30, rate), (0, 30, rate), (0, 30, rate), (0, 30, rate)), Offered) is not null);

    [Fact]
    public void Of_CpuThatStillFalls_IsNotWarm() =>
        Assert.Null(SteadyTarget.Of(Seconds((9, 60, 1_000), (0, 40, 1_000), (3, 36, 1_000), (0, 33, 1_000), (3, 30, 1_000), (0, 27, 1_000)), Offered));

    [Fact]
    public void Of_ANoisyMachine_IsJudgedByItsOwnNoise()
    {
        (double, double, double)[] seconds = [(9, 30, 1_000), .. Enumerable.Range(0, 9).Select(i => (0.0, i % 2 == 0 ? 30.0 : 32.0, 1_000.0))];

        Assert.Equal(new WarmTarget(4, null), SteadyTarget.Of(Seconds(seconds), Offered));
    }

    [Fact]
    public void Of_ARateThatIsNeverHeld_EndsWithPatienceAndSaysSo()
    {
        (double, double, double)[] seconds = [(9, 30, 800), (9, 30, 800), .. Enumerable.Repeat((0.0, 30.0, 800.0), SteadyTarget.PatienceSeconds)];

        WarmTarget? warm = SteadyTarget.Of(Seconds(seconds), Offered);

        Assert.Equal(2 + SteadyTarget.SecondsInARow, warm?.Seconds);
        Assert.Contains("offered", warm?.Missing, StringComparison.Ordinal);
        Assert.Null(SteadyTarget.Of(Seconds(seconds[..^1]), Offered));
    }

    [Fact]
    public void Of_ACompilerThatNeverRests_NeverWarms() =>
        Assert.Null(SteadyTarget.Of(Seconds([.. Enumerable.Repeat((5.0, 30.0, 1_000.0), 60)]), Offered));

    [Fact]
    public void Of_ClosedLoop_HasNoRateToHold() =>
        Assert.NotNull(SteadyTarget.Of(Seconds((9, 30, 5), (0, 30, 900), (0, 30, 40), (0, 30, 7)), null));

    [Fact]
    public void Between_TwoSamples_IsWhatHappenedPerSecond() => Assert.Equal(
        new WarmupSecond(3, 20, 0.25, 62.5, 500),
        WarmupSecond.Between(new TargetSample(1_000_000_000, 0, 0, 0, 0), new TargetSample(2_000_000_000, 1_000, 1, 100, 1), new TargetSample(4_000_000_000, 2_000, 1.0625, 140, 1.5)));

    private static WarmupSecond[] Seconds(params (double Methods, double Cpu, double Rate)[] seconds) =>
        [.. seconds.Select((s, i) => new WarmupSecond(i + 1, s.Methods, 0, s.Cpu, s.Rate))];
}
