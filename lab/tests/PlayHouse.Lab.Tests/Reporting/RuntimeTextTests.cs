using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class RuntimeTextTests
{
    private static readonly string[] Arms = ["baseline", "candidate"];

    [Fact]
    public void BothArms_MatchGolden() => GoldenText.Check("runtime.txt", RuntimeText.Of(SampleRuntime.Report(), SampleRuntime.Profiles, Arms));

    [Fact]
    public void OneArm_MatchesGolden() =>
        GoldenText.Check("runtime-arm.txt", RuntimeText.Of(SampleRuntime.Report(), SampleRuntime.Profiles, ["candidate"]));

    [Fact]
    public void File_MatchesGolden() => GoldenText.Check(
        "runtime-file.txt",
        RuntimeText.Of(SampleRuntime.Busy("", 20) with { Arm = "", Messages = double.NaN, AllocatedBytesPerMessage = double.NaN, Notes = [] }, "trace.nettrace"));

    [Theory]
    [InlineData(40)]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(160)]
    public void EveryLine_FitsTheWidth(int width) =>
        Assert.All(
            RuntimeText.Of(SampleRuntime.Report(), SampleRuntime.Profiles, Arms, width).Split('\n'),
            line => Assert.InRange(PlainText.Columns(line), 0, width));

    [Fact]
    public void Names_FromATrace_CannotControlTheTerminal()
    {
        RuntimeProfile hostile = SampleRuntime.Busy("l-1", 20) with
        {
            Contentions = [new ContentionSite("A.\u001b[31mB", null, 1, 1, 1)],
            Exceptions = [new ExceptionSite("\u001b]0;x", "A.\nB", null, 1)],
            Notes = ["\u001b[2J"],
        };

        Assert.DoesNotContain('\u001b', RuntimeText.Of(SampleRuntime.Report(), [hostile], Arms));
    }

    [Fact]
    public void RefusedProfiles_AreInNoFigure_AndSaidToBe()
    {
        string text = RuntimeText.Of(SampleRuntime.Report(), [SampleRuntime.Refused("l-5")], ["candidate"]);

        Assert.Contains("no usable trace", text, StringComparison.Ordinal);
        Assert.Contains("NOT USED: candidate (l-5): 3 events were lost.", text, StringComparison.Ordinal);
    }

    [Fact]
    public void MoreCollectionsThanAreListed_AreSaid() => Assert.Contains(
        "1,000 more came",
        RuntimeText.Of(
            SampleRuntime.Busy("l-1", 20) with { Groups = [new CollectionGroup(0, "blocking", "alloc-small", 1_020, 1, 1, 1)] }, "t", 160),
        StringComparison.Ordinal);

    [Fact]
    public void Json_HasEveryFigureOfEveryArm_AndItsSpread()
    {
        JsonNode json = JsonNode.Parse(RuntimeJson.Of(SampleRuntime.Report(), SampleRuntime.Profiles, Arms))!;
        JsonNode pause = json["figures"]!.AsArray().Single(f => (string?)f!["id"] == "pause-ms-per-second" && (string?)f["arm"] == "baseline")!;

        Assert.Equal("playhouse-lab/runtime/1", (string?)json["schema"]);
        Assert.Equal(SampleReports.RunId, (string?)json["run"]);
        Assert.Equal((2, 1.625, 1.725, 1.825), ((int)pause["launches"]!, (double)pause["low"]!, (double)pause["median"]!, (double)pause["high"]!));
        Assert.Equal(5, json["profiles"]!.AsArray().Count);
        Assert.Null(json["profiles"]![0]!["collections"]![0]!["allocatedBytes"]);
        Assert.Equal(9, (double)json["profiles"]![0]!["survivedBytesPerMessage"]!);
        Assert.Equal(["3 events were lost"], json["profiles"]![4]!["invalid"]!.AsArray().Select(i => (string?)i));
    }

    [Fact]
    public void Json_OfAFile_HasTheSameKeys()
    {
        JsonObject run = JsonNode.Parse(RuntimeJson.Of(SampleRuntime.Report(), SampleRuntime.Profiles, Arms))!.AsObject();
        JsonObject file = JsonNode.Parse(RuntimeJson.Of(SampleRuntime.Busy("", 20), "trace.nettrace"))!.AsObject();

        Assert.Equal(run.Select(k => k.Key), file.Select(k => k.Key));
        Assert.Equal("trace.nettrace", (string?)file["file"]);
    }

    [Fact]
    public void TracingCost_ComparesCompletedTracedLaunchesWithTimedOnesOfTheArm()
    {
        IReadOnlyList<TracingCost> costs = SampleRuntime.Report().TracingCosts;

        Assert.Equal(["baseline", "candidate"], costs.Select(c => c.Arm));
        Assert.Equal((2, 2, true), (costs[0].TracedLaunches, costs[0].TimedLaunches, costs[0].IsWithoutInlining));
        Assert.Equal((0.25, 0.2, 0.3, -0.01), (Math.Round(costs[0].CpuChange, 9), Math.Round(costs[0].CpuLow, 9), Math.Round(costs[0].CpuHigh, 9), Math.Round(costs[0].RateChange, 9)));
        Assert.Equal((1, 1, 0.25), (costs[1].TracedLaunches, costs[1].TimedLaunches, Math.Round(costs[1].CpuChange, 9)));
    }

    [Fact]
    public void TracingCost_WithInliningInBoth_NamesTracingAlone()
    {
        RunReport report = SampleRuntime.Report() with
        {
            Launches =
            [
                SampleRuntime.Launch("l-1", "baseline", LaunchKind.Timed, 20, 8_000),
                SampleRuntime.Launch("l-2", "baseline", LaunchKind.Diagnostic, 20.42, 8_000, isInlined: true),
            ],
        };

        Assert.Contains(
            "Tracing cost baseline +2.1 % CPU per message and 0 % messages/s (one traced launch, which shows no spread, compared with 1 timed).",
            RunText.Full(report, 160), StringComparison.Ordinal);
        Assert.Contains("Tracing cost baseline", RunMarkdown.Of(report), StringComparison.Ordinal);
        Assert.Equal(0.021, Math.Round((double)JsonNode.Parse(RunJson.Of(report))!["tracingCosts"]![0]!["cpuChange"]!, 6));
    }

    /// <summary>A traced launch is paced; what a pair calls processor time per message is that of saturated turns.</summary>
    [Fact]
    public void TracingCost_OfPairs_ComparesAtTheSameRate()
    {
        RunReport report = SampleRuntime.Report();
        report = report with
        {
            Run = report.Run with { Plan = report.Run.Plan with { Pairs = new PairSpec() } },
            Launches = [.. report.Launches.Select(l => l.Kind == LaunchKind.Timed ? l with { Metrics = new Dictionary<string, double>(l.Metrics) { [MetricIds.CpuUsPerMessage] = 5, [MetricIds.CpuUsAtRate] = 21 } } : l)],
        };

        Assert.Equal([0.25, 4 / 21.0], report.TracingCosts.Select(c => c.CpuChange), (expected, actual) => Math.Abs(expected - actual) < 1e-9);
    }

    [Fact]
    public void TracingCost_WithoutTracedLaunches_IsSilent()
    {
        Assert.Empty(SampleReports.KeepReport().TracingCosts);
        Assert.DoesNotContain("cost baseline", RunText.Full(SampleReports.KeepReport()), StringComparison.Ordinal);
    }
}
