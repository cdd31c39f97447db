using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class HopTextTests
{
    [Fact]
    public void Table_WeighsMeansByMessages_TakesMedianPercentiles_AndLeavesOtherLaunchesOut()
    {
        RunReport report = SampleReports.Report(null) with
        {
            Launches =
            [
                Launch("1", "baseline", new HopRecord("a→b", 1, 1_000, 900, 5_000), new HopRecord("b→c", 1, 9_000, null, null)),
                Launch("2", "baseline", new HopRecord("a→b", 3, 3_000, 1_100, 7_000), new HopRecord("b→c", 3, 7_000, null, null)),
                Launch("3", "candidate", new HopRecord("a→b", 1, 4_000, 4_000, 4_000)),
                Launch("4", "candidate", new HopRecord("a→b", 1, 90_000, 1, 1)) with { Kind = LaunchKind.Diagnostic },
                Launch("5", "candidate", new HopRecord("a→b", 1, 90_000, 1, 1)) with { State = LaunchState.Failed },
            ],
        };

        string[] rows = [.. HopText.Lines(report, 100).Where(l => l.Contains('→')).Select(l => string.Join(' ', l.Split(' ', StringSplitOptions.RemoveEmptyEntries)))];

        Assert.Equal(["a→b 2.50 1.00 6.00 25.0 %", "b→c 7.50 - - 75.0 %", "a→b 4.00 4.00 4.00 100.0 %"], rows);
        Assert.All(HopText.Lines(report, 80), l => Assert.InRange(PlainText.Columns(l), 0, 80));
    }

    [Fact]
    public void WithoutHops_ThereIsNoTable_AndTheLoadLineSaysNothing()
    {
        RunReport report = SampleReports.KeepReport();

        Assert.Empty(HopText.Lines(report, 80));
        Assert.DoesNotContain("hops", RunText.Full(report), StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public void RunWithHops_IsMarked_AndItsJsonHasThem()
    {
        RunReport report = SampleReports.KeepReport();
        var plan = report.Run.Plan;
        var experiment = plan.Experiment with { Load = plan.Experiment.Load with { Hops = true } };
        report = report with
        {
            Run = report.Run with { Plan = plan with { Experiment = experiment } },
            Launches = [Launch("1", "baseline", new HopRecord("a→b", 5, 1_000, 900, null))],
        };

        JsonNode json = JsonNode.Parse(RunJson.Of(report))!;
        JsonNode hop = Assert.Single(json["launches"]![0]!["hops"]!.AsArray())!;

        Assert.True((bool)json["load"]!["hops"]!);
        Assert.Equal(("a→b", 5, 1_000.0, 900.0), ((string?)hop["name"], (int)hop["count"]!, (double)hop["meanNs"]!, (double)hop["p50Ns"]!));
        Assert.Null(hop["p99Ns"]);
        Assert.Contains("timings carry their cost", RunText.Result(report, 200), StringComparison.Ordinal);
    }

    private static LaunchRecord Launch(string id, string arm, params HopRecord[] hops) => SampleReports.Launch(id, arm, 0, 0, 100) with { Hops = hops };
}
