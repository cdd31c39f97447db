using PlayHouse.Lab.Statistics.Changes;
using PlayHouse.Lab.Statistics.Randomness;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Changes;

public sealed class StepDetectorTests(ITestOutputHelper output)
{
    private const double Alpha = 0.05;

    // Without a change: the share of sequences with any step stays at the level, up to what the draws can tell (3.1 standard errors).
    [Theory]
    [InlineData("normal", 16)]
    [InlineData("normal", 60)]
    [InlineData("contaminated", 40)]
    [InlineData("tied", 40)]
    public void Find_SequencesWithoutAChange_RaiseNoMoreAlarmsThanStated(string noise, int count)
    {
        const ulong Seed = 501;
        int runs = SelfTestRun.Draws(2_000);
        var random = new SeededRandom(Seed);
        int alarms = Enumerable.Range(0, runs).Count(i => StepDetector.Find(Sequence(random, noise, count, step: 0), Alpha, (ulong)i).Count > 0);

        double rate = alarms / (double)runs;
        output.WriteLine($"seed {Seed}, {noise}, n={count}: {rate:P1} alarms at a stated {Alpha:P0}");
        Assert.True(rate <= Alpha + 3.1 * Math.Sqrt(Alpha * (1 - Alpha) / runs), $"{rate:P1}");
    }

    [Theory]
    [InlineData("normal", 40, 2.0, 0.95)]
    [InlineData("contaminated", 40, 2.0, 0.85)]
    [InlineData("normal", 16, 3.0, 0.9)]
    public void Find_ASequenceWithAStep_FindsItWhereItIs(string noise, int count, double step, double shareMin)
    {
        const ulong Seed = 502;
        int runs = SelfTestRun.Draws(300);
        var random = new SeededRandom(Seed);
        int found = 0, near = 0, extra = 0;
        for (int i = 0; i < runs; i++)
        {
            IReadOnlyList<LevelStep> steps = StepDetector.Find(Sequence(random, noise, count, step), Alpha, (ulong)i);
            found += steps.Count > 0 ? 1 : 0;
            near += steps.Any(s => Math.Abs(s.Index - count / 2) <= 2) ? 1 : 0;
            extra += steps.Count > 1 ? 1 : 0;
        }

        output.WriteLine($"seed {Seed}, {noise}, n={count}, step {step} sd: found {found / (double)runs:P1}, within 2 runs {near / (double)runs:P1}, more than one {extra / (double)runs:P1}");
        Assert.True(found >= shareMin * runs, $"found {found} of {runs}");
        Assert.True(near >= 0.8 * found, $"near {near} of {found}");
        Assert.True(extra <= (Alpha + 3.1 * Math.Sqrt(Alpha * (1 - Alpha) / runs)) * runs, $"more than one in {extra}");
    }

    [Fact]
    public void Find_TwoSteps_AreBothFoundWithTheirLevels()
    {
        double[] values = [.. Enumerable.Range(0, 60).Select(i => (i < 20 ? 100 : i < 40 ? 80 : 120) + i % 3)];

        IReadOnlyList<LevelStep> steps = StepDetector.Find(values, Alpha, 1);

        Assert.Equal([20, 40], steps.Select(s => s.Index));
        Assert.Equal((101.0, 81.0, 121.0), (steps[0].Before, steps[0].After, steps[1].After));
        Assert.All(steps, s => Assert.InRange(s.P, 1.0 / (StepDetector.Orders + 1), Alpha));
    }

    [Fact]
    public void Find_BelowTheStatedMinimum_NeverFlags()
    {
        double[] clear = [.. Enumerable.Range(0, StepDetector.ValuesMin - 1).Select(i => i < 8 ? 0.0 : 1_000)];

        Assert.Empty(StepDetector.Find(clear, Alpha, 1));
        Assert.Single(StepDetector.Find([.. clear, 1_000], Alpha, 1));
    }

    [Fact]
    public void Find_ConstantValues_HaveNoStep() => Assert.Empty(StepDetector.Find([.. Enumerable.Repeat(64.0, 50)], Alpha, 1));

    [Fact]
    public void Find_TheSameSeed_GivesTheSameAnswer()
    {
        double[] values = Sequence(new SeededRandom(9), "normal", 40, 1.2);

        Assert.Equal(StepDetector.Find(values, Alpha, 3), StepDetector.Find(values, Alpha, 3));
    }

    [Fact]
    public void Find_WhatIsNoSequence_IsRefused()
    {
        Assert.Throws<ArgumentException>(() => StepDetector.Find([1, double.NaN], Alpha, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => StepDetector.Find(new double[StepDetector.ValuesMax + 1], Alpha, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => StepDetector.Find([1], 0.5, 1));
    }

    private static double[] Sequence(SeededRandom random, string noise, int count, double step) =>
        [.. Enumerable.Range(0, count).Select(i => (i < count / 2 ? 0 : step) + Draw(random, noise))];

    private static double Draw(SeededRandom random, string noise) => noise switch
    {
        "contaminated" => random.NextDouble() < 0.1 ? 5 * random.NextNormal() : random.NextNormal(),
        "tied" => Math.Round(random.NextNormal()),
        _ => random.NextNormal(),
    };
}
