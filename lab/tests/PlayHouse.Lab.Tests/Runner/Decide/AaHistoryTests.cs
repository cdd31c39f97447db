using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Tests.Decide;

/// <summary>A history of A/A runs in a real store changes a real verdict.</summary>
public sealed class AaHistoryTests : StoredRunTests
{
    private static readonly RunPlan Plan = RunFixture.Plan(metrics: [RunFixture.Bytes, RunFixture.Cpu]);

    [Theory]
    [InlineData(20, 5, 0, true)]
    [InlineData(20, 4, 0, false)]
    [InlineData(40, 0, 7, true)]
    [InlineData(40, 0, 6, false)]
    [InlineData(60, 8, 0, true)]
    [InlineData(100, 12, 0, true)]
    [InlineData(100, 7, 3, false)]
    public async Task Standing_HandMadeHistory_ForbidsTheVerdictFromItsLimitOn(int runs, int better, int worse, bool isAlarm)
    {
        await SaveAsync(runs, better, worse, Plan);

        AaStanding standing = await NullResults.StandingAsync(Store, Plan, CancellationToken.None);
        VerdictRecord verdict = Verdict(standing);

        Assert.Equal(isAlarm, standing.Alarm is not null);
        Assert.Equal((runs, better + worse), (standing.Runs, standing.Differences));
        Assert.Equal(isAlarm ? VerdictKind.Unfit : VerdictKind.Keep, verdict.Kind);
        Assert.Equal(isAlarm, standing.Alarm is { } alarm && verdict.Reasons.Contains(alarm));
        Assert.True(standing.Low < (better + worse) / (double)runs && standing.High > (better + worse) / (double)runs);
    }

    [Theory]
    [InlineData("scenario")]
    [InlineData("layout")]
    [InlineData("load")]
    [InlineData("seam")]
    public async Task Standing_HistoryOfAnotherPlace_RaisesNoAlarmButCountsForTheMachine(string what)
    {
        ExperimentSpec elsewhere = what switch
        {
            "scenario" => Plan.Experiment with { Scenario = "c2s-echo" },
            "layout" => Plan.Experiment with { Design = Plan.Experiment.Design with { Layout = CpuLayout.Split } },
            "load" => Plan.Experiment with { Load = Plan.Experiment.Load with { Connections = 7 } },
            _ => Plan.Experiment,
        };
        await SaveAsync(20, 12, 0, Plan with { Experiment = elsewhere }, what == "seam" ? "mailbox" : RunFixture.Seam);

        AaStanding standing = await NullResults.StandingAsync(Store, Plan, CancellationToken.None);

        Assert.Null(standing.Alarm);
        Assert.Equal((20, 12), (standing.Runs, standing.Differences));
        Assert.Equal(VerdictKind.Keep, Verdict(standing).Kind);
    }

    /// <summary>Four guards share the 1 % of one alarm: 6 of 20 in place of 5. Being better harms nothing.</summary>
    [Theory]
    [InlineData(20, 0, 6, true)]
    [InlineData(20, 0, 5, false)]
    [InlineData(20, 12, 0, false)]
    [InlineData(100, 0, 13, true)]
    [InlineData(100, 0, 12, false)]
    public void Standing_GuardCalledWorse_ForbidsTheVerdictFromItsLimitOn(int runs, int better, int worse, bool isAlarm)
    {
        string[] others = [MetricIds.GcPauseShare, MetricIds.WorkingSet, MetricIds.SkippedShare];
        AaResult[] tail = [.. Rows(runs, better, worse, Plan, RunFixture.Seam).Select(r => r with { Metric = MetricIds.LatencyP99, Role = MetricRole.Guard })];
        AaResult[] quiet = [.. others.SelectMany(id => Rows(runs, 0, 0, Plan, RunFixture.Seam).Select(r => r with { Metric = id, Role = MetricRole.Guard }))];

        AaStanding standing = AaHistory.Of(Plan, [.. tail, .. quiet]);

        Assert.Equal(isAlarm ? new AaCallsDifferences(RunFixture.Seam, MetricIds.LatencyP99, IsBetter: false, worse, runs) : null, standing.Alarm);
        Assert.Equal((runs, 0), (standing.Runs, standing.Differences));
        Assert.Equal(worse, AaHistory.Of(Plan, [.. tail.Select(r => r with { IsLoss = r.Class == MetricClass.WorsePractical })]).Differences);
    }

    /// <summary>Together they would be 8 of 40.</summary>
    [Fact]
    public void Standing_MetricThatIsAGuardElsewhere_IsCountedByItsRole()
    {
        AaResult[] primary = [.. Rows(20, 0, 4, Plan, RunFixture.Seam)];

        Assert.Null(AaHistory.Of(Plan, [.. primary, .. primary.Select(r => r with { RunId = r.RunId + "1", Role = MetricRole.Guard })]).Alarm);
    }

    [Fact]
    public void Standing_OldAlarmThatWasMended_IsForgottenAfterAHundredGoodRuns()
    {
        AaResult[] results = [.. Rows(100, 0, 0, Plan, RunFixture.Seam), .. Rows(50, 50, 0, Plan, RunFixture.Seam)];

        Assert.Null(AaHistory.Of(Plan, results).Alarm);
        Assert.NotNull(AaHistory.Of(Plan, [.. results.Reverse()]).Alarm);
    }

    [Fact]
    public async Task Save_AaRun_RemembersItsPlaceItsGuardsAndItsWord()
    {
        RunPlan twin = RunFixture.Plan(isAa: true, metrics: [RunFixture.Bytes, RunFixture.P99, RunFixture.P50]) with { RunId = RunId };
        List<LaunchRecord> launches = RunFixture.Blocks(twin, 6, RunFixture.Metrics(512, 20, 800), RunFixture.Metrics(512, 20, 1000));
        await NullResults.SaveAsync(Store, twin, VerdictMaker.Decide(twin, RunFixture.Analyze(twin, launches)));

        IReadOnlyList<AaResult> rows = await Store.Results.ListAaAsync(RunFixture.Seam, 10, CancellationToken.None);

        Assert.Equal(("c2s-proto-echo", "shared", "open, constant, 100 x 1, 64 B"), (rows[0].Scenario, rows[0].Layout, rows[0].Load));
        Assert.Equal(
            [(MetricIds.BytesPerMessage, MetricRole.Primary, false), (MetricIds.LatencyP99, MetricRole.Guard, true)],
            rows.Select(r => (r.Metric, r.Role, r.IsLoss)).OrderBy(r => r.Metric));
        Assert.All(rows, r => Assert.Equal(VerdictKind.Rollback, r.Word));
    }

    private static VerdictRecord Verdict(AaStanding standing) => VerdictMaker.Decide(
        Plan, RunFixture.Analyze(Plan, RunFixture.Blocks(Plan, 9, RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20))), standing);

    private async Task SaveAsync(int runs, int better, int worse, RunPlan place, string seam = RunFixture.Seam)
    {
        AaResult[] rows = [.. Rows(runs, better, worse, place, seam)];
        foreach (AaResult row in rows)
        {
            await Store.Runs.CreateAsync(RunFixture.Plan(isAa: true) with { RunId = row.RunId });
        }

        await Store.Results.SaveAaAsync(rows);
    }

    private static IEnumerable<AaResult> Rows(int runs, int better, int worse, RunPlan place, string seam) => Enumerable.Range(0, runs).Select(i => new AaResult(
        $"r-20260101-000000-{runs:x2}{i:x2}", seam, MetricIds.CpuUsPerMessage,
        i < better ? MetricClass.Improved : i < better + worse ? MetricClass.WorsePractical : MetricClass.Equivalent, 0, -1, 1, "build")
    {
        Scenario = place.Experiment.Scenario,
        Layout = place.Experiment.Design.Layout == CpuLayout.Shared ? "shared" : "split",
        Load = AaHistory.LoadOf(place.Experiment.Load),
    });
}
