using System.Text.Json;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class AnalyseCommandTests : IDisposable
{
    private readonly CliRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Analyse_RunOfAnOlderRule_PrintsBothWordsAndExitsAsTheNewOne()
    {
        _rig.Service.Reports.Add(SampleReports.Report(SampleReports.Verdict(VerdictKind.NoEffect)));
        _rig.Service.Reanalysed = r => Judged(r, VerdictKind.Unfit);

        Assert.Equal(4, await _rig.RunAsync("analyse", SampleReports.RunId, "--record"));

        Assert.Contains("said at the time: NO-EFFECT", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("the rule of today: UNFIT", _rig.Out, StringComparison.Ordinal);
        Assert.Equal([(SampleReports.RunId, true)], _rig.Service.Analysed);
    }

    [Fact]
    public async Task Analyse_All_ListsTheRunsWhoseWordIsAnother()
    {
        _rig.Service.Reports.Add(SampleReports.Report(SampleReports.Verdict(VerdictKind.NoEffect)));
        _rig.Service.Reanalysed = r => Judged(r, VerdictKind.Rollback);

        Assert.Equal(0, await _rig.RunAsync("analyse", "--all", "--json"));

        using JsonDocument json = JsonDocument.Parse(_rig.Out);
        JsonElement run = json.RootElement.GetProperty("runs")[0];
        Assert.Equal("playhouse-lab/reanalysis/1", json.RootElement.GetProperty("schema").GetString());
        Assert.Equal(("NO-EFFECT", "ROLLBACK"), (run.GetProperty("saidAtTheTime").GetProperty("word").GetString(), run.GetProperty("now").GetProperty("word").GetString()));
    }

    [Fact]
    public async Task Analyse_SameRuleOtherVerdict_FailsLoudly()
    {
        _rig.Service.Reports.Add(SampleReports.Report(SampleReports.Verdict(VerdictKind.Keep)));
        _rig.Service.Reanalysed = r => Judged(r, VerdictKind.Rollback) with { IsSameRule = true };

        Assert.Equal(5, await _rig.RunAsync("analyse", "--all"));
        Assert.Contains("DIFFERENT", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Analyse_AllForAPage_SaysBothWordsOfEveryRun()
    {
        _rig.Service.Reports.Add(SampleReports.Report(SampleReports.Verdict(VerdictKind.Keep, SampleReports.Estimate(SampleReports.Bytes, 184, 120, 64, 63.9, 64.1, MetricClass.ImprovedPractical))));
        _rig.Service.Reanalysed = r => Judged(r, VerdictKind.Rollback);

        Assert.Equal(0, await _rig.RunAsync("analyse", "--all", "--markdown"));

        string row = Assert.Single(_rig.Out.Split('\n'), l => l.Contains(SampleReports.RunId, StringComparison.Ordinal));
        Assert.Contains("| KEEP (provisional), rule 1 | ROLLBACK (provisional), rule 2 |", row, StringComparison.Ordinal);
        Assert.Contains("bytes/msg", row, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("analyse")]
    [InlineData("analyse", "r-1", "--all")]
    [InlineData("analyse", "r-1", "--markdown")]
    [InlineData("analyse", "--all", "--json", "--markdown")]
    public async Task Analyse_NeitherOrBoth_IsRefused(params string[] arguments) => Assert.Equal(2, await _rig.RunAsync(arguments));

    [Theory]
    [InlineData(VerdictKind.Keep, true, 6)]
    [InlineData(VerdictKind.Rollback, true, 6)]
    [InlineData(VerdictKind.Rollback, false, 0)]
    [InlineData(VerdictKind.NoEffect, false, 0)]
    [InlineData(VerdictKind.Inconclusive, false, 3)]
    public async Task Run_RequiresConfirmed_TellsAProvisionalVerdictByItsExitCode(VerdictKind kind, bool isProvisional, int code)
    {
        _rig.Service.Reports.Add(SampleReports.Report(SampleReports.Verdict(kind) with { IsProvisional = isProvisional }));

        Assert.Equal(code, await _rig.RunAsync("run", "experiments/001-reply-codec", "--require", "confirmed"));
        Assert.Equal(code == 6 ? 0 : code, await _rig.RunAsync("run", "experiments/001-reply-codec"));
        Assert.Equal(2, await _rig.RunAsync("run", "experiments/001-reply-codec", "--require", "luck"));
    }

    private static Reanalysis Judged(RunReport report, VerdictKind kind) => new()
    {
        Report = report,
        SaidAtTheTime = new PastVerdict(1, report.Verdict!.Kind, true, report.Verdict.Rule, report.Run.CreatedAt),
        Now = report.Verdict with { Kind = kind, RuleVersion = 2 },
        IsSameRule = false,
        IsIdentical = false,
    };
}
