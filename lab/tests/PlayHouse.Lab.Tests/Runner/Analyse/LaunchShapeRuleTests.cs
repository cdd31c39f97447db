using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

public sealed class LaunchShapeRuleTests
{
    private const int Blocks = 12;
    private static readonly RunPlan Plan = RunFixture.Plan();

    [Fact]
    public void Find_OneGroup_SaysNothing() => Assert.Empty(Find((_, random) => 30 * (1 + (0.03 * random.NextNormal()))));

    [Fact]
    public void Find_LaunchesOfTwoKinds_AreNamedWithBothLevels()
    {
        string sentence = Assert.Single(Find((i, random) => (i % 3 == 0 ? 40 : 30) * (1 + (0.02 * random.NextNormal()))));

        Assert.Contains("cpu-us-per-message of candidate falls into two groups", sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void Find_AStepInMidRun_IsNamedAsAStep()
    {
        string sentence = Assert.Single(Find((i, random) => (i < 12 ? 30 : 40) * (1 + (0.02 * random.NextNormal()))));

        Assert.Contains("changes its level at launch 13 of 24", sentence, StringComparison.Ordinal);
    }

    private static string[] Find(Func<int, SeededRandom, double> cpuOfTheOtherArm)
    {
        var random = new SeededRandom(11);
        int other = 0;
        List<LaunchRecord> launches =
        [
            .. Enumerable.Range(0, Blocks).SelectMany(b => RunFixture.Block(Plan, b, (isOther, _) =>
                new Dictionary<string, double> { [MetricIds.CpuUsPerMessage] = isOther ? cpuOfTheOtherArm(other++, random) : 30 * (1 + (0.03 * random.NextNormal())) })),
        ];
        return Sentences.Of(LaunchShapeRule.Find(Plan, launches));
    }
}
