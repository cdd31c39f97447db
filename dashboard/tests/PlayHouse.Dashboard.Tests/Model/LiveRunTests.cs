using System.Text.Json;
using PlayHouse.Dashboard.Model;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class LiveRunTests
{
    private static readonly RunEvent[] Log =
    [
        Event(1, RunEventTypes.Phase, new PhaseData("validate", 90)),
        Event(2, RunEventTypes.Phase, new PhaseData("execute", 80)),
        Event(3, RunEventTypes.LaunchStarted, new LaunchStartedData("l-1", "baseline", LaunchKind.Timed, 0, 0, 0, 4, 76)),
        Event(4, RunEventTypes.LaunchEnded, new LaunchEndedData("l-1", "baseline", LaunchKind.Timed, LaunchState.Completed, null, 184, 6, 1000)),
        Event(5, RunEventTypes.BlockEnded, new BlockEndedData(0, 0, "contaminated", "steal", 0, 6)),
        Event(6, RunEventTypes.LaunchStarted, new LaunchStartedData("l-2", "baseline", LaunchKind.Timed, 0, 1, 0, 4, 70)),
    ];

    [Fact]
    public void Log_FoldsIntoStepsAndBlocks()
    {
        LiveRun live = new(SampleReports.Plan());
        live.Apply(Log);

        Assert.Equal(["done", "done", "now", "later", "later"], live.Steps.Select(s => s.State));
        Assert.Equal(6, live.Strip.Count);
        Assert.Equal(new BlockCell(0, "running", 1, "steal"), live.Strip[0]);
        Assert.Equal("up to about 1 min 10 s left", live.Left(Log[^1].Time));
        Assert.Contains("baseline", live.Launch, StringComparison.Ordinal);
    }

    [Fact]
    public void Log_OfPairs_SaysWhatTheySayUntilNow()
    {
        LiveRun live = new(SampleReports.Plan() with { Pairs = new PairSpec() });
        Assert.Empty(live.SoFar);

        live.Apply([Event(1, RunEventTypes.Standing, new StandingData(3, [new("bytes-per-message", false, "B", -168, null, null), new("cpu-us-per-message", true, "us", 0.0123, -0.02, 0.04)]))]);

        Assert.Equal("pair", live.Word);
        Assert.Equal(["bytes/msg -168.0 B", "cpu-us/msg +1.2 % [-2.0 %, +4.0 %]"], live.SoFar);
    }

    [Fact]
    public void Log_InAnyCut_GivesTheSamePage()
    {
        LiveRun whole = new(SampleReports.Plan());
        whole.Apply(Log);
        for (int cut = 0; cut <= Log.Length; cut++)
        {
            LiveRun parts = new(SampleReports.Plan());
            parts.Apply(Log[..cut]);
            // A page that is read twice overlaps.
            parts.Apply(Log[Math.Max(0, cut - 2)..]);

            Assert.Equal(whole.Strip, parts.Strip);
            Assert.Equal(whole.Lines, parts.Lines);
            Assert.Equal(whole.Steps, parts.Steps);
        }
    }

    [Fact]
    public void Log_OfGarbage_ChangesNothingAndStaysBounded()
    {
        LiveRun live = new(SampleReports.Plan());
        live.Apply(Enumerable.Range(1, 5_000).Select(i => new RunEvent("r", i, SampleReports.Time, RunEventTypes.BlockEnded, i % 2 == 0 ? "{" : $$"""{"block":{{int.MaxValue - i}},"outcome":"accepted"}""")));

        Assert.Equal(5_000, live.Seq);
        Assert.True(live.Lines.Count <= 200);
        Assert.True(live.Strip.Count <= 6);
    }

    [Fact]
    public void End_MakesEveryStepDone()
    {
        LiveRun live = new(SampleReports.Plan());
        live.Apply([.. Log, Event(7, RunEventTypes.RunEnded, new RunEndedData(RunState.Cancelled, null, null))]);

        Assert.True(live.HasEnded);
        Assert.All(live.Steps, s => Assert.Equal("done", s.State));
        Assert.Null(live.Left(SampleReports.Time));
    }

    [Fact]
    public void Interruption_LeavesTheStepsWhereTheyAreAndAResumeGoesOn()
    {
        LiveRun live = new(SampleReports.Plan());
        live.Apply([.. Log, Event(7, RunEventTypes.RunEnded, new RunEndedData(RunState.Interrupted, null, null))]);

        Assert.Equal("now", live.Steps.Single(s => s.Name == "execute").State);
        Assert.Equal("later", live.Steps[^1].State);
        live.Apply([Event(8, RunEventTypes.Phase, new PhaseData("execute", 50))]);
        Assert.False(live.HasEnded);
        Assert.NotNull(live.Left(SampleReports.Time));
    }

    private static RunEvent Event<T>(long seq, string type, T data) =>
        new(SampleReports.RunId, seq, SampleReports.Time.AddSeconds(seq), type, JsonSerializer.Serialize(data, LabJson.Compact));
}
