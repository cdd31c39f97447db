using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

public sealed class MessageCountRuleTests
{
    // The plan's load has 100 connections of depth 1; the load of the fixture counts 20,000 replies/s for 10 s.
    private static readonly RunPlan Plan = RunFixture.Plan();

    [Theory]
    [InlineData(200_100, 10.0, true)]
    [InlineData(199_900, 10.0, true)]
    [InlineData(200_101, 10.0, false)]
    [InlineData(199_899, 10.0, false)]
    [InlineData(200_300, 10.01, true)]
    [InlineData(201_000, 10.01, false)]
    [InlineData(400_000, 10.0, false)]
    public void Find_CountOfTheEngine_IsHeldAgainstTheReplies(double counted, double seconds, bool agrees)
    {
        LaunchRecord launch = RunFixture.Blocks(Plan, 1, RunFixture.Metrics(1, 1), RunFixture.Metrics(1, 1))[0] with
        {
            Begin = Mark("begin", 0, 0),
            End = Mark("end", seconds, counted),
        };

        Assert.Equal(agrees, MessageCountRule.Find(Plan, [launch]) is null);
    }

    /// <summary>Between the marks of a pair lie the turns of both arms: an arm's messages are those of its own turns, at whatever rate.</summary>
    [Theory]
    [InlineData(309_783, true)]
    [InlineData(309_884, false)]
    public void Find_CountOfAnArmThatTookTurns_IsHeldAgainstItsTurns(double counted, bool agrees)
    {
        LaunchRecord launch = RunFixture.Blocks(Plan, 1, RunFixture.Metrics(1, 1), RunFixture.Metrics(1, 1))[0] with
        {
            Begin = Mark("begin", 0, 0),
            End = Mark("end", 18, counted),
            Slices =
            [
                new SliceRecord { Index = 0, Kind = SliceKind.Saturated, Seconds = 0.04, Messages = 300_000, Arrived = 240_000 },
                new SliceRecord { Index = 1, Kind = SliceKind.Paced, Seconds = 0.04, Messages = 9_783, Arrived = 8_000 },
            ],
        };

        Assert.Equal(agrees, MessageCountRule.Find(Plan, [launch]) is null);
    }

    private static MarkRecord Mark(string name, double seconds, double messages) =>
        new(name, (long)(seconds * 1e9), (long)(seconds * 1e9), new Dictionary<string, double> { ["engine." + CounterNames.EngineMessages] = messages });
}
