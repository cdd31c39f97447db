using PlayHouse.Engine.Peers.Measure;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Engine.Benchmarks.Tests.Peers;

/// <summary>What is decided without a clock: when a warm-up ends, in which order arms run, what a sample is and which is refused.</summary>
public sealed class MeasureRulesTests
{
    private static readonly WarmUpRules Rules = new(1_000, 500, 3_000);
    private static readonly ClientResult Answers = new(1_000, 2, 1, 0.5, 13, 1, 0, -1, -1, "");

    [Fact]
    public void WarmUp_NoCompiler_EndsAfterTheLeastTime()
    {
        var watch = new SettleWatch(Rules);
        Assert.False(watch.IsOver(999, null));
        Assert.True(watch.IsOver(1_000, null));
        Assert.True(watch.Outcome.IsSettled);
    }

    [Fact]
    public void WarmUp_MethodsStillCompiled_WaitsUntilTheyRest()
    {
        var watch = new SettleWatch(Rules);
        Assert.False(watch.IsOver(0, 10));
        Assert.False(watch.IsOver(900, 11));
        Assert.False(watch.IsOver(1_399, 11));
        Assert.True(watch.IsOver(1_400, 11));
        Assert.Equal(new WarmUpOutcome(1_400, true), watch.Outcome);
    }

    [Fact]
    public void WarmUp_RestBeforeTheLeastTime_IsNotEnough()
    {
        var watch = new SettleWatch(Rules);
        Assert.False(watch.IsOver(0, 10));
        Assert.False(watch.IsOver(900, 10));
        Assert.True(watch.IsOver(1_000, 10));
    }

    [Fact]
    public void WarmUp_NeverAtRest_EndsAtTheDeadlineAndSaysSo()
    {
        var watch = new SettleWatch(Rules);
        for (int ms = 0; ms < 3_000; ms += 100)
        {
            Assert.False(watch.IsOver(ms, ms));
        }

        Assert.True(watch.IsOver(3_000, 3_000));
        Assert.False(watch.Outcome.IsSettled);
    }

    [Fact]
    public void Order_IsTheSameForTheSameSeed_AndDrawnAnewPerRoundAndCell()
    {
        BenchPlan plan = new(Cells.All, 1, Rules, 100, 1);
        string[][] rounds = [.. Enumerable.Range(0, 20).Select(r => plan.OrderOf(Cells.Depth10, r))];
        Assert.Equal(rounds, Enumerable.Range(0, 20).Select(r => plan.OrderOf(Cells.Depth10, r)));
        Assert.All(rounds, r => Assert.Equal(Cells.Depth10.Arms.Order(), r.Order()));
        Assert.Equal(20, rounds.Select(r => string.Join(',', r)).Distinct().Count());
        Assert.NotEqual(rounds[0], (plan with { Seed = 2 }).OrderOf(Cells.Depth10, 0));
    }

    [Fact]
    public void Order_EveryArm_ComesFirstAboutAsOftenAsTheOthers()
    {
        // A binomial of 3,000 draws with one in five lies outside 420 to 780 with a chance below 1e-14; the seed makes it the same each time.
        BenchPlan plan = new(Cells.All, 1, Rules, 100, 1);
        foreach (IGrouping<string, string> first in Enumerable.Range(0, 3_000).Select(r => plan.OrderOf(Cells.Latency, r)[0]).GroupBy(a => a))
        {
            Assert.InRange(first.Count(), 420, 780);
        }
    }

    [Fact]
    public void Capacity_FiguresArePerMessage()
    {
        Sample sample = CapacityRun.ToSample(Cells.Depth1, "engine", 0, Answers, 4_000);
        Assert.Equal(500, sample.Of(Metrics.Rate));
        Assert.Equal(1_000, sample.Of(Metrics.Cpu));
        Assert.Equal(4, sample.Of(Metrics.Allocated));
        Assert.Equal(0.5, sample.Of(Metrics.ServerCores));
        Assert.Equal(0.25, sample.Of(Metrics.ClientCores));
        Assert.Equal(double.NaN, sample.Of(Metrics.Instructions));
        Assert.Empty(sample.Marks);
    }

    [Fact]
    public void Capacity_Instructions_AreUserAndKernelTogether()
    {
        Sample both = CapacityRun.ToSample(Cells.Depth1, "engine", 0, Answers with { UserInstructions = 5_000, KernelInstructions = 7_000 }, 0);
        Assert.Equal(5, both.Of(Metrics.UserInstructions));
        Assert.Equal(12, both.Of(Metrics.Instructions));
        Sample user = CapacityRun.ToSample(Cells.Depth1, "engine", 0, Answers with { UserInstructions = 5_000 }, 0);
        Assert.Equal(5, user.Of(Metrics.UserInstructions));
        Assert.Equal(double.NaN, user.Of(Metrics.Instructions));
    }

    [Fact]
    public void Capacity_ClientWithoutHeadroom_IsMarked()
    {
        Assert.Empty(CapacityRun.ToSample(Cells.Depth1, "engine", 0, Answers with { ClientCpuSeconds = 1.53 }, 0).Marks);
        Assert.Equal(["client-bound"], CapacityRun.ToSample(Cells.Depth1, "engine", 0, Answers with { ClientCpuSeconds = 1.55 }, 0).Marks);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1_000, 1)]
    public void Capacity_WrongOrNoAnswer_IsRefused(long messages, long wrong) =>
        Assert.Throws<InvalidOperationException>(() => CapacityRun.ToSample(Cells.Depth1, "engine", 0, Answers with { Messages = messages, Wrong = wrong }, 0));

    [Fact]
    public void Capacity_LineOfTheClient_IsRead()
    {
        ClientResult result = ClientResult.Parse(
            """{"messages":413580,"seconds":1.000111,"serverCpuSeconds":0.2900,"clientCpuSeconds":0.2961,"threads":1,"checked":1948,"wrong":0,"userInstructions":-1,"kernelInstructions":-1,"tls":"TLSv1.3 X"}""");
        Assert.Equal(new ClientResult(413_580, 1.000111, 0.29, 0.2961, 1, 1_948, 0, -1, -1, "TLSv1.3 X"), result);
    }

    [Fact]
    public void Mesh_FiguresArePerDeliveredMessage()
    {
        MeshRun.Mark begin = new(1_000, 0, 0, 5_000_000_000, new ProcessUse(100, 10), new ProcessUse(200, 0));
        MeshRun.Mark end = new(3_000, 0, 0, 7_000_000_000, new ProcessUse(4_100, 2_010), new ProcessUse(6_200, 0));
        Sample sample = MeshRun.ToSample(Cells.MeshSmall, "engine-three-frames", 0, begin, end);
        Assert.Equal(1_000, sample.Of(Metrics.Rate));
        Assert.Equal(2, sample.Of(Metrics.Cpu));
        Assert.Equal(3, sample.Of(Metrics.SenderCpu));
        Assert.Equal(1, sample.Of(Metrics.Allocated));
        Assert.Equal(0.002, sample.Of(Metrics.ServerCores));
        Assert.Equal(0, sample.Of(Metrics.LostShare));
    }

    [Theory]
    [InlineData("engine-three-frames", 0, 0, 1)]
    [InlineData("engine-three-frames", 10, 1, 0)]
    [InlineData("zmq-router", 10, 1, 0)]
    [InlineData("engine-stage", 0, 0, 0)]
    public void Mesh_WrongOrLostMessageOrNone_IsRefused(string arm, long delivered, long lost, long wrong) =>
        Assert.Throws<InvalidOperationException>(() => MeshRun.ToSample(Cells.MeshSmall, arm, 0, default, new MeshRun.Mark(delivered, lost, wrong, 1, default, default)));

    [Fact]
    public void Mesh_StageThatDrops_SaysHowMuch()
    {
        Sample sample = MeshRun.ToSample(Cells.MeshSmall, "engine-stage", 0, new MeshRun.Mark(0, 5, 0, 0, default, default), new MeshRun.Mark(30, 15, 0, 1, default, default));
        Assert.Equal(0.25, sample.Of(Metrics.LostShare));
    }

    [Fact]
    public void Latency_FiguresAreThoseOfTheLoad()
    {
        Sample sample = LatencyRun.ToSample(Cells.Latency, "engine", 0, Result(), 13, new ProcessUse(1_000, 0), new ProcessUse(5_000, 2_000));
        Assert.Equal([10, 20, 30, 5], new[] { Metrics.P50, Metrics.P99, Metrics.P999, Metrics.Lateness }.Select(sample.Of));
        Assert.Equal(500, sample.Of(Metrics.Offered));
        Assert.Equal(490, sample.Of(Metrics.Rate));
        Assert.Equal(4, sample.Of(Metrics.Cpu));
        Assert.Equal(2, sample.Of(Metrics.Allocated));
        Assert.Equal(13, sample.Of(Metrics.Threads));
        Assert.Equal(0.002, sample.Of(Metrics.ServerCores));
        Assert.Empty(sample.Marks);
    }

    [Fact]
    public void Latency_LoadThatLimitedOrSkipped_IsMarked()
    {
        Sample sample = LatencyRun.ToSample(Cells.Latency, "engine", 0, Result() with { Skipped = 3, SaturationFlags = ["client-cpu: 90 %"] }, 1, default, default);
        Assert.Equal(["client-cpu: 90 %", "skipped 3 of 1000: depth was reached"], sample.Marks);
    }

    [Fact]
    public void Latency_WrongOrLostReply_IsRefused()
    {
        LoadResult[] refused =
        [
            Result() with { Received = 0 }, Result() with { Lost = 1 }, Result() with { WrongReplies = 1 }, Result() with { ErrorReplies = 1 }, Result() with { ConnectionsLost = 1 },
        ];
        Assert.All(refused, r => Assert.Throws<InvalidOperationException>(() => LatencyRun.ToSample(Cells.Latency, "engine", 0, r, 1, default, default)));
    }

    [Fact]
    public void Descriptors_HardLimitIsTheSecondNumber()
    {
        string[] table = ["Limit                     Soft Limit           Hard Limit           Units", "Max open files            1024                 20000                files"];
        Assert.Equal(20_000, DescriptorLimit.Parse(table));
        Assert.Equal(long.MaxValue, DescriptorLimit.Parse(["Max open files            unlimited            unlimited            files"]));
        Assert.Equal(long.MaxValue, DescriptorLimit.Parse([]));
    }

    [Fact]
    public void Descriptors_TooFew_AreAnObstacle()
    {
        Assert.Contains("the cell needs 10256", Cells.Silent.ObstacleOf(10_255), StringComparison.Ordinal);
        Assert.Null(Cells.Silent.ObstacleOf(10_256));
        Assert.Null(Cells.Latency.ObstacleOf(1_256));
    }

    private static LoadResult Result() => new()
    {
        WindowSeconds = 2,
        Offered = 1_000,
        Received = 1_000,
        AchievedRate = 490,
        CpuCores = 0.3,
        PercentilesUs = new Dictionary<string, double>
        {
            [MetricIds.LatencyP50] = 10,
            [MetricIds.LatencyP99] = 20,
            [MetricIds.LatencyP999] = 30,
            ["lateness-p99"] = 5,
        },
    };
}
