using PlayHouse.Engine.Peers.Measure;
using PlayHouse.Engine.Peers.Report;

namespace PlayHouse.Engine.Benchmarks.Tests.Peers;

using Goals = PlayHouse.Engine.Peers.Report.Goals;

/// <summary>What the page says of given samples.</summary>
public sealed class PeerReportTests
{
    private static readonly PeerConditions Conditions = new("a machine", "pinned", "0.10 0.20 0.30");
    private static readonly BenchPlan Plan = new(Cells.All, 3, new WarmUpRules(3_000, 1_000, 20_000), 2_000, 7);
    private static readonly Dictionary<string, string> Nothing = [];

    [Fact]
    public void Render_EqualArguments_GiveEqualPages()
    {
        Sample[] samples = [.. Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Cpu, (12, 10)), .. Pair(Cells.Latency, "engine", "raw-saea", Metrics.P99, (300, 200))];
        Assert.Equal(Page(samples), Page(samples));
    }

    [Fact]
    public void Ratio_OfEachRound_NeverAcrossRounds()
    {
        // Across rounds the ratios would be 0.5 to 8; inside a round they are all 2.
        GoalRow row = Row("P1b", Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Cpu, (2, 1), (8, 4), (4, 2)));
        Assert.Equal([2, 2, 2], row.Values);
    }

    [Fact]
    public void Ratio_OfARoundWithoutTheOther_IsLeftOut()
    {
        Sample[] samples = [.. Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Cpu, (2, 1)), Of(Cells.Depth1, "engine", 1, Metrics.Cpu, 100)];
        Assert.Equal([2], Row("P1b", samples).Values);
    }

    [Theory]
    [InlineData(1.2, "target met")]
    [InlineData(1.21, "must met")]
    [InlineData(1.6, "must met")]
    [InlineData(1.61, "**missed**")]
    public void Status_AtMost_SmallerIsBetter(double ratio, string status) =>
        Assert.Equal(status, Row("P1b", Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Cpu, (ratio, 1))).Status);

    [Theory]
    [InlineData(0.91, "target met")]
    [InlineData(0.76, "must met")]
    [InlineData(0.74, "**missed**")]
    public void Status_AtLeast_LargerIsBetter(double ratio, string status) =>
        Assert.Equal(status, Row("P9", Pair(Cells.MeshSmall, "engine-three-frames", "zmq-router", Metrics.Rate, (ratio * 1000, 1000))).Status);

    [Theory]
    [InlineData(1_200_000, "target met")]
    [InlineData(600_000, "must met")]
    [InlineData(400_000, "**missed**")]
    public void Status_WithoutAnotherArm_IsOfTheFigureItself(double rate, string status)
    {
        GoalRow row = Row("P6", [Of(Cells.Depth10, "engine", 0, Metrics.Rate, rate)]);
        Assert.Equal(rate, row.Median);
        Assert.Equal(status, row.Status);
    }

    [Fact]
    public void Status_MedianDecides()
    {
        GoalRow row = Row("P1b", Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Cpu, (1, 1), (1.4, 1), (9, 1)));
        Assert.Equal(1.4, row.Median);
        Assert.Equal("must met", row.Status);
    }

    [Theory]
    [InlineData(1.5, 1.1, "must met, within the noise")]
    [InlineData(1.7, 0.9, "**missed**, within the noise")]
    [InlineData(1.4, 1.1, "must met")]
    [InlineData(1.8, 0.9, "**missed**")]
    public void Status_NearerToTheLimitThanTwoEqualArms_SaysSo(double ratio, double twins, string status)
    {
        Sample[] samples =
        [
            .. Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Cpu, (ratio, 1)),
            Of(Cells.Depth1, "raw-saea-again", 0, Metrics.Cpu, twins),
        ];
        GoalRow row = Row("P1b", samples);
        Assert.Equal([twins], row.Noise);
        Assert.Equal(status, row.Status);
    }

    [Fact]
    public void Status_ClientThatLimits_SaysSo()
    {
        Sample[] samples = [.. Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Cpu, (1, 1), (1, 1), (1, 1))];
        Sample[] bound = [.. samples.Select(s => s.Arm == "raw-saea" && s.Round < 2 ? s with { Marks = ["client-bound"] } : s)];
        Assert.Equal("target met", Row("P1b", samples).Status);
        Assert.Equal("target met, client-bound", Row("P1b", bound).Status);
    }

    [Theory]
    [InlineData(0.3, 0.2, "target met, no core was full")]
    [InlineData(0.95, 0.2, "target met")]
    [InlineData(0.3, 0.95, "target met")]
    public void Status_RateThatNoProcessorLimited_SaysSo(double receiver, double sender, string status)
    {
        Sample[] samples = [.. Pair(Cells.MeshSmall, "engine-three-frames", "zmq-router", Metrics.Rate, (95, 100)).Select(s => s with
        {
            Figures = new Dictionary<string, double>(s.Figures) { [Metrics.ServerCores] = receiver, [Metrics.ClientCores] = sender },
        })];
        Assert.Equal(status, Row("P9", samples).Status);
    }

    [Fact]
    public void Status_ArmsRanWithoutTheFigure_SaysWhyItIsMissing()
    {
        Sample[] samples = [.. Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Cpu, (1, 1))];
        Assert.StartsWith("missing: this machine does not count", Row("P1", samples).Status, StringComparison.Ordinal);
        Assert.Equal("not in this run", Row("P1", []).Status);
        Assert.Equal("not in this run", Row("P7", samples).Status);
        Assert.StartsWith("missing: measured outside", Row("P5", samples).Status, StringComparison.Ordinal);
    }

    [Fact]
    public void Status_MachineThatCounts_JudgesInstructions() =>
        Assert.Equal("must met", Row("P1", Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Instructions, (1_200, 1_000))).Status);

    [Fact]
    public void Render_CellThatCannotBeMeasured_SaysWhy()
    {
        BenchResult result = new([], new Dictionary<string, string> { [Cells.Silent.Name] = "missing: too few files" }, 0, 0);
        string page = PeerReport.Render(result, Plan, Conditions);
        Assert.Contains("| ≤ 1.5 | ≤ 1.2 | missing: too few files |", page, StringComparison.Ordinal);
        Assert.Contains("No figures, missing: too few files\n", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Render_GoalRow_ShowsMedianRangeNoiseAndLimits()
    {
        Sample[] samples =
        [
            .. Pair(Cells.Depth1, "engine", "raw-saea", Metrics.Cpu, (1.1, 1), (1.3, 1), (1.25, 1)),
            .. Enumerable.Range(0, 3).Select(r => Of(Cells.Depth1, "raw-saea-again", r, Metrics.Cpu, 1 + (r / 100.0))),
        ];
        Assert.Contains(
            "| P1b | engine | raw-saea | CPU | 100 connections, depth 1, 64 B | 1.25 | 1.10–1.30 | 1.00–1.02 | ≤ 1.6 | ≤ 1.2 | must met |",
            Page(samples),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Render_Table_LeavesOutWhatWasNotMeasuredAndShowsRemarks()
    {
        Sample[] samples =
        [
            Of(Cells.Tls, "engine-tls", 0, Metrics.Cpu, 5) with { Note = "TLSv1.3", Marks = ["client-bound"] },
            Of(Cells.Tls, "engine-tls", 1, Metrics.Cpu, 7) with { Note = "TLSv1.3" },
        ];
        string page = Page(samples);
        Assert.Contains("| | CPU µs/msg | range | |\n|---|---|---|---|\n| engine-tls | 6.000 | 5.000–7.000 | TLSv1.3, client-bound in 1 of 2 |\n", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Render_Conditions_SayHowItWarmedUpAndTheRate()
    {
        Sample[] samples =
        [
            Of(Cells.Latency, "engine", 0, Metrics.P99, 5) with { WarmUp = new WarmUpOutcome(3_200, true) },
            Of(Cells.Latency, "raw-saea", 0, Metrics.P99, 5) with { WarmUp = new WarmUpOutcome(20_100, false) },
        ];
        string page = PeerReport.Render(new BenchResult(samples, Nothing, 19_000, 38_074), Plan, Conditions);
        Assert.Contains("at least 3000 ms and until no method was compiled for 1000 ms, at most 20000 ms\n(it took 3.2–20.1 s; 1 of 2 samples began without that stillness", page, StringComparison.Ordinal);
        Assert.Contains("open loops at 19,000 requests/s, 50 % of the 38,074/s", page, StringComparison.Ordinal);
        Assert.Contains("3 rounds, fresh processes, order drawn per round and cell (seed 7), 2000 ms window", page, StringComparison.Ordinal);
    }

    private static Sample Of(Cell cell, string arm, int round, string metric, double value) =>
        new(cell, arm, round, new Dictionary<string, double> { [metric] = value });

    /// <summary>Two arms, a pair of figures per round.</summary>
    private static Sample[] Pair(Cell cell, string server, string against, string metric, params (double Own, double Other)[] rounds) =>
        [.. rounds.SelectMany((r, i) => new[] { Of(cell, server, i, metric, r.Own), Of(cell, against, i, metric, r.Other) })];

    private static GoalRow Row(string id, IReadOnlyList<Sample> samples) =>
        GoalRow.Of(Goals.All.First(g => g.Id == id), new BenchResult(samples, Nothing, 0, 0));

    private static string Page(IReadOnlyList<Sample> samples) => PeerReport.Render(new BenchResult(samples, Nothing, 0, 0), Plan, Conditions);
}
