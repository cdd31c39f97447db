using PlayHouse.Dashboard.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class OverviewModelTests
{
    [Fact]
    public void NoRuns_IsTheFirstRun()
    {
        OverviewModel model = OverviewModel.Of([]);

        Assert.True(model.IsFirstRun);
        Assert.Empty(model.Suggestions);
    }

    [Fact]
    public void Running_ComesFirstAndLeadsToItsLivePage()
    {
        OverviewModel model = OverviewModel.Of([SampleReports.KeepReport(), SampleReports.Report(null, state: RunState.Running)]);

        Assert.Equal($"runs/{SampleReports.RunId}/live", model.Suggestions[0].Href);
        Assert.Null(model.Suggestions[0].Command);
    }

    [Fact]
    public void Interrupted_SaysHowToGoOn() =>
        Assert.Equal($"plab resume {SampleReports.RunId}", OverviewModel.Of([SampleReports.Report(null, state: RunState.Interrupted)]).Suggestions[0].Command);

    [Theory]
    [InlineData(VerdictKind.Inconclusive, "could not tell")]
    [InlineData(VerdictKind.Unfit, "cannot support a verdict")]
    [InlineData(VerdictKind.TradeOff, "weigh")]
    [InlineData(VerdictKind.Keep, "provisional")]
    public void Verdict_ThatAsksForSomething_IsSuggested(VerdictKind kind, string why) =>
        Assert.Contains(why, OverviewModel.Of([SampleReports.Report(SampleReports.Verdict(kind))]).Suggestions[0].Why, StringComparison.Ordinal);

    [Fact]
    public void Latest_RunOfAnExperiment_SpeaksForIt()
    {
        RunReport settled = SampleReports.Report(SampleReports.Verdict(VerdictKind.Keep) with { IsProvisional = false });
        RunReport older = SampleReports.Report(SampleReports.Verdict(VerdictKind.Unfit));

        Assert.DoesNotContain(OverviewModel.Of([settled, older]).Suggestions, s => s.Title.Contains("UNFIT", StringComparison.Ordinal));
    }

    [Fact]
    public void Aa_OnceRun_IsNotAskedForAgain()
    {
        RunReport aa = SampleReports.Report(SampleReports.Verdict(VerdictKind.NoEffect), SampleReports.Plan(isAa: true));

        Assert.Contains(OverviewModel.Of([SampleReports.KeepReport()]).Suggestions, s => s.Command?.EndsWith("--aa", StringComparison.Ordinal) == true);
        Assert.DoesNotContain(OverviewModel.Of([SampleReports.KeepReport(), aa]).Suggestions, s => s.Command?.EndsWith("--aa", StringComparison.Ordinal) == true);
    }

    [Fact]
    public void Counts_AreByWord()
    {
        OverviewModel model = OverviewModel.Of([SampleReports.KeepReport(), SampleReports.KeepReport(), SampleReports.Report(SampleReports.Verdict(VerdictKind.Unfit))]);

        Assert.Equal([(VerdictKind.Keep, 2), (VerdictKind.Unfit, 1)], model.Counts);
    }
}
