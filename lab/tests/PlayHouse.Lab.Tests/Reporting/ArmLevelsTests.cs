using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class ArmLevelsTests
{
    private static readonly MetricPolicy Ratio = new() { Id = "m", Role = MetricRole.Explore, Floor = 1 };
    private static readonly MetricPolicy Difference = Ratio with { Scale = MetricScale.Difference };

    [Theory]
    [InlineData(new double[0], double.NaN)]
    [InlineData(new[] { 3.0 }, 3)]
    [InlineData(new[] { 1.0, 5 }, 3)]
    [InlineData(new[] { 100.0, 110, 300 }, 155)]
    public void Centre_IsTheMedianOfTheMeansOfPairs(double[] values, double expected) => Assert.Equal(expected, ArmLevels.Centre(values));

    [Fact]
    public void Of_BlocksOnTheRatioScale_AreGeometricMeansWithTheFloor()
    {
        ArmLevels levels = ArmLevels.Of(Ratio, [([2.0, 8], [0.5, 0.1])]);

        Assert.Equal((4, 1, 1), (Math.Round(levels.Baseline, 9), Math.Round(levels.Other, 9), levels.Blocks));
        Assert.Equal(5, ArmLevels.Of(Difference, [([2.0, 8], [0.5, 0.1])]).Baseline);
    }

    [Fact]
    public void Of_RunWithARepeatedBlock_TakesTheAcceptedAttemptAndWholeBlocksOnly()
    {
        LaunchRecord[] launches =
        [
            .. Block(0, attempt: 0, 900), .. Block(0, attempt: 1, 100), .. Block(1, attempt: 0, 120),
            // A block that lost a launch stands for neither arm.
            .. Block(2, attempt: 0, 5_000).Take(3),
        ];
        RunReport report = SampleReports.Report(SampleReports.Keep()) with { Launches = launches };

        Assert.Equal(new ArmLevels(110, 111, 2), ArmLevels.Of(report, MetricIds.BytesPerMessage));
        Assert.Equal(new ArmLevels(120, 121, 1), ArmLevels.Of(report with { Attempts = [new(0, 0, false), new(1, 0, true)] }, MetricIds.BytesPerMessage));
        Assert.Equal(["0-0-0", "0-0-1", "0-0-2", "0-0-3"], AcceptedLaunches.Of(report with { Attempts = [new(0, 0, true)] }).Select(l => l.Id));
        Assert.Equal(["2-0-0", "2-0-1", "2-0-2"], AcceptedLaunches.Of(report with { Verdict = null, Attempts = [new(0, 1, false), new(1, 0, false)] }).Select(l => l.Id));
    }

    [Theory]
    [InlineData(540, 507.5, 904.3, false)]
    [InlineData(100, 90, -10, true)]
    [InlineData(100, 90, -12, true)]
    [InlineData(100, 90, -20, false)]
    [InlineData(100, 100.05, -0.02, true)]
    public void Holds_OnlyWhereSubtractingTheColumnsGivesTheChange(double baseline, double other, double change, bool expected)
    {
        MetricEstimate estimate = SampleReports.Estimate(SampleReports.Bytes, baseline, other, -change, -change - 1, -change + 1, MetricClass.Inconclusive);

        Assert.Equal(change, estimate.ShownChange, 9);
        Assert.Equal(expected, ColumnAgreement.Holds(estimate));
        Assert.Equal(!expected, new MetricRow(estimate).Change.EndsWith(" ~", StringComparison.Ordinal));
    }

    private static LaunchRecord[] Block(int block, int attempt, double bytes) =>
        [.. Enumerable.Range(0, 4).Select(slot => SampleReports.Launch($"{block}-{attempt}-{slot}", slot is 0 or 3 ? "baseline" : "candidate", block, slot, slot is 0 or 3 ? bytes : bytes + 1, attempt: attempt))];
}
