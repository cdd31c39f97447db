using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.SelfTest;
using PlayHouse.Lab.SelfTest.Live;

namespace PlayHouse.Lab.Cli.Tests;

/// <summary>What live checks ask of the run that they made: one thing amiss, and the check has failed.</summary>
public sealed class SelfCheckTests
{
    private const int Planted = 64;

    private static readonly AllocationDifference PlantedSite =
        new("PlayHouse.Lab.Target.InjectedEffect.Apply", "System.Byte[]", "InjectedEffect.cs:21", 0, 63.5, 63.5, 60, 67.2, true);

    private static readonly AllocationDifference EqualSite = new("PlayHouse.Engine.Stages.Stage.Dispatch", "PlayHouse.Engine.Packet", null, 40.2, 41, 0.8, -1.4, 3, false);

    /// <summary>What is spoiled, how, and a word of what the check then says.</summary>
    public static readonly TheoryData<string, Func<RunReport, RunReport>> Bytes = new()
    {
        { "INJECTED", r => r with { Run = r.Run with { Plan = SampleReports.Plan() } } },
        { "KEEP", r => r with { Verdict = r.Verdict! with { Kind = VerdictKind.Keep } } },
        { "worse", r => WithBytes(r, b => b with { Class = MetricClass.Worse }) },
        { "size", r => WithBytes(r, b => b with { Theta = -Planted * 1.2 }) },
        { "size", r => WithBytes(r, b => b with { Theta = Planted }) },
        { "reason", r => r with { Verdict = r.Verdict! with { Reasons = [new ToggledCodeRan()] } } },
        { "compared", r => r with { Attribution = null } },
        { "site", r => WithSites(r, EqualSite) },
        { "site", r => WithSites(r, PlantedSite, PlantedSite with { Type = "System.String" }) },
        { "different", r => WithSites(r, PlantedSite with { IsDifferent = false }) },
        { "type", r => WithSites(r, PlantedSite with { Type = "System.String" }) },
        { "line", r => WithSites(r, PlantedSite with { Source = null }) },
        { "line", r => WithSites(r, PlantedSite with { Source = "EchoStage.cs:7" }) },
        { "interval", r => WithSites(r, PlantedSite with { Low = 100, High = 104 }) },
        { "Dispatch", r => WithSites(r, PlantedSite, EqualSite with { Difference = 30, Low = 28, High = 32 }) },
        { "first", r => WithSites(r, PlantedSite, EqualSite with { Difference = 90, Low = -10, High = 190 }) },
    };

    [Fact]
    public void PlantedBytes_FoundAsPlanted_Passes() => Assert.Equal((CheckOutcome.Passed, ""), Outcome(new PlantedBytesCheck().Judge(BytesRun())));

    [Theory]
    [MemberData(nameof(Bytes))]
    public void PlantedBytes_OneThingAmiss_FailsAndNamesIt(string word, Func<RunReport, RunReport> spoil)
    {
        CheckResult result = new PlantedBytesCheck().Judge(spoil(BytesRun()));

        Assert.Equal(CheckOutcome.Failed, result.Outcome);
        Assert.Contains(word, result.Finding, StringComparison.Ordinal);
    }

    private static (CheckOutcome, string) Outcome(CheckResult result) => (result.Outcome, result.Outcome == CheckOutcome.Passed ? "" : result.Finding);

    private static RunReport BytesRun()
    {
        // On the scale of the metric a loss is negative.
        MetricEstimate bytes = SampleReports.Estimate(SampleReports.Bytes, 184, 248, -Planted, -Planted - 2, -Planted + 2, MetricClass.WorsePractical);
        VerdictRecord verdict = SampleReports.Verdict(VerdictKind.Rollback, bytes) with { Reasons = [new MetricFound(MetricIds.BytesPerMessage)] };
        return WithSites(SampleReports.Report(verdict, SampleReports.Plan(inject: new InjectSpec { BytesPerMessage = Planted })), PlantedSite, EqualSite);
    }

    private static RunReport WithBytes(RunReport report, Func<MetricEstimate, MetricEstimate> change) =>
        report with { Verdict = report.Verdict! with { Estimates = [.. report.Verdict.Estimates.Select(change)] } };

    private static RunReport WithSites(RunReport report, params AllocationDifference[] sites) =>
        report with { Attribution = SampleReports.Attribution() with { Sites = sites } };
}
