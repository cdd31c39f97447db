using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Reanalyse;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Runner.Tests.Validate;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Runner.Tests.Reanalyse;

public sealed class RunReanalysisTests(ITestOutputHelper output) : StoredRunTests
{
    [Fact]
    public async Task Analyse_RunOfTheSameRule_IsTheSameToTheLastByte()
    {
        await RecordAsync(verdict => verdict);

        Reanalysis again = await AnalyseAsync(isRecorded: true);

        Assert.Equal((true, true, false, false), (again.IsSameRule, again.IsIdentical, again.IsContradiction, again.IsRecorded));
        Assert.Equal(1, (await Store.Results.FindVerdictAsync(RunId))!.Seq);
    }

    [Fact]
    public async Task Analyse_SameRuleOtherWord_IsAContradiction()
    {
        await RecordAsync(verdict => verdict with { Kind = VerdictKind.Rollback });

        Assert.True((await AnalyseAsync(isRecorded: true)).IsContradiction);
        Assert.Equal(VerdictKind.Rollback, (await Store.Results.FindVerdictAsync(RunId))!.Verdict.Kind);
    }

    [Fact]
    public async Task Analyse_RunOfAnOlderRule_IsRecordedBesideTheOldWordOnce()
    {
        await RecordAsync(verdict => verdict with { Kind = VerdictKind.NoEffect, RuleVersion = 1, Rule = "old words", Aa = null });

        Reanalysis shown = await AnalyseAsync(isRecorded: false);
        Assert.Equal((VerdictKind.NoEffect, VerdictKind.Keep, false), (shown.SaidAtTheTime.Kind, shown.Now.Kind, shown.IsRecorded));
        Assert.Equal(1, (await Store.Results.FindVerdictAsync(RunId))!.Seq);

        Assert.True((await AnalyseAsync(isRecorded: true)).IsRecorded);
        Reanalysis again = await AnalyseAsync(isRecorded: true);

        StoredVerdict stored = (await Store.Results.FindVerdictAsync(RunId))!;
        Assert.Equal((2, VerdictKind.Keep, "old words", 1), (stored.Seq, stored.Verdict.Kind, stored.Verdict.SaidAtTheTime!.Rule, stored.Verdict.SaidAtTheTime.RuleVersion));
        Assert.Equal((true, false, VerdictKind.NoEffect), (again.IsIdentical, again.IsRecorded, again.SaidAtTheTime.Kind));
    }

    [Fact]
    public async Task Analyse_AttemptThatWasCutOff_DoesNotCount()
    {
        await RecordAsync(verdict => verdict);
        RunPlan plan = (await Store.Runs.FindAsync(RunId))!.Plan;
        foreach (LaunchRecord launch in RunFixture.Block(plan, 9, (_, _) => RunFixture.Metrics(9_000, 90)))
        {
            await Store.Launches.SaveAsync(launch);
        }

        Assert.True((await AnalyseAsync(isRecorded: false)).IsIdentical);
    }

    [Fact]
    public async Task Analyse_RunWithoutAVerdict_IsRefused()
    {
        LabInputException error = await Assert.ThrowsAsync<LabInputException>(() => AnalyseAsync(isRecorded: false));

        Assert.Contains("has no verdict", error.Message, StringComparison.Ordinal);
    }

    /// <summary>Two of the recorded words were wrong by the data of their own launches.</summary>
    [Fact]
    public async Task Analyse_RecordedRuns_AreJudgedByEveryMetricOfTheirPolicy()
    {
        LabWorkspace workspace = new(Directory.CreateTempSubdirectory("plab-samples-").FullName);
        await using (LabService service = await LabService.OpenAsync(workspace, CancellationToken.None))
        {
            await PackedRuns.UnpackSampleAsync(service, PackedRuns.In(Repository.PathOf("lab", "samples")), CancellationToken.None);
            Dictionary<string, Reanalysis> all = [];
            foreach (RunReport report in await service.ListAsync(100, CancellationToken.None))
            {
                Reanalysis one = all[report.Run.Id] = await service.AnalyseAsync(report.Run.Id, false, CancellationToken.None);
                output.WriteLine($"{report.Run.Id} {report.Run.ExperimentId}: said {one.SaidAtTheTime.Kind}, now {one.Now.Kind} ({one.Now.RuleId})");
                foreach (string reason in ReasonText.Reasons(one.Now, isProvisional: false))
                {
                    output.WriteLine($"    {reason}");
                }
            }

            Reanalysis designs = all["r-20261122-170948-9532"], threshold = all["r-20261122-203950-9ada"];
            Assert.Equal((VerdictKind.Rollback, VerdictKind.TradeOff), (designs.SaidAtTheTime.Kind, designs.Now.Kind));
            Assert.Equal((VerdictKind.NoEffect, VerdictKind.Rollback), (threshold.SaidAtTheTime.Kind, threshold.Now.Kind));
            Assert.DoesNotContain(all.Values, r => r.IsContradiction);
        }

        Directory.Delete(workspace.Root, recursive: true);
    }

    private async Task<Reanalysis> AnalyseAsync(bool isRecorded)
    {
        RunRecord run = (await Store.Runs.FindAsync(RunId))!;
        RunReport report = new() { Run = run, Launches = [], BlocksAccepted = 9 };
        return await new RunReanalysis(Store).AnalyseAsync(report, RunFixture.MinHits, isRecorded, CancellationToken.None);
    }

    private async Task RecordAsync(Func<VerdictRecord, VerdictRecord> change)
    {
        RunPlan plan = (await Store.Runs.FindAsync(RunId))!.Plan;
        List<LaunchRecord> launches = RunFixture.Blocks(plan, 9, RunFixture.Metrics(512, 20), RunFixture.Metrics(448, 20));
        foreach (IGrouping<int, LaunchRecord> block in launches.GroupBy(l => l.Block))
        {
            foreach (LaunchRecord launch in block)
            {
                await Store.Launches.SaveAsync(launch);
            }

            await Store.Blocks.SaveAsync(new BlockResult(RunId, block.Key, 0, plan.OrderOf(block.Key, 0), BlockOutcome.Accepted, null));
        }

        await Store.Results.SaveVerdictAsync(change(VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches), new AaStanding(3, 0, 0, 0.7, null))));
    }
}
