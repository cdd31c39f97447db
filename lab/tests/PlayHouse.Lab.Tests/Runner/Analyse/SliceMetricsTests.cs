using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Histograms;
using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;
using PlayHouse.Lab.Store;
using PlayHouse.Lab.TestKit;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

/// <summary>Paced turns of launches that were alive at once are compared round by round.</summary>
public sealed class SliceMetricsTests(ITestOutputHelper output)
{
    private const int Rounds = 80;

    public static TheoryData<double[]> Factors => [[1, 1.1], [1.1, 1], [1, 1.02, 0.7]];

    /// <summary>The machine makes a round ten times slower or faster, and the arms still differ by what was planted.</summary>
    [Theory]
    [MemberData(nameof(Factors))]
    public void WhatTheMachineDoesToARound_IsNoDifferenceBetweenArms(double[] factors)
    {
        LaunchRecord[] arms = SliceMetrics.Together([.. factors.Select((f, i) => Arm(i, factors.Length, f, Machine))]);

        foreach (string metric in (string[])[MetricIds.LatencyP99, MetricIds.CpuUsAtRate])
        {
            Assert.All(arms.Zip(factors), a => Assert.Equal(a.Second / factors[0], a.First.Metrics[metric] / arms[0].Metrics[metric], 9));
        }
    }

    [Fact]
    public void OneArm_HasTheMedianOfItsTurns()
    {
        LaunchRecord arm = Assert.Single(SliceMetrics.Together([Arm(0, 1, 1, round => round + 1)]));

        Assert.Equal(Math.Sqrt((Rounds / 2) * ((Rounds / 2) + 1.0)), arm.Metrics[MetricIds.LatencyP99], 9);
    }

    /// <summary>A turn that completed nothing has no percentile: its round is compared by none.</summary>
    [Fact]
    public void TurnWithoutMessages_LeavesItsRoundOut()
    {
        LaunchRecord slow = Arm(1, 2, 2, Machine);
        LaunchRecord[] arms = SliceMetrics.Together([Arm(0, 2, 1, Machine), slow with { Slices = [.. slow.Slices.Select(s => s.Index < 60 ? s with { Messages = 0, P99Us = 0 } : s)] }]);

        Assert.Equal(2, arms[1].Metrics[MetricIds.LatencyP99] / arms[0].Metrics[MetricIds.LatencyP99], 9);
    }

    [Fact]
    public void NoPacedTurn_NoPercentile()
    {
        LaunchRecord[] arms = SliceMetrics.Together([.. ((int[])[0, 1]).Select(i => Arm(i, 2, 1, Machine) with { Slices = [] })]);

        Assert.All(arms, a => Assert.DoesNotContain(MetricIds.LatencyP99, a.Metrics.Keys));
    }

    /// <summary>A pause counts as long as it lasts beyond twenty medians of the quicker arm, whatever the turn holds besides; both arms are held to the same limit.</summary>
    [Fact]
    public void Pause_CountsAsLongAsItLasts()
    {
        const double LimitUs = SliceMetrics.StallMedians * 100;
        LaunchRecord still = Arm(1, 2, 1, Machine);
        LaunchRecord slower = still with
        {
            Metrics = new Dictionary<string, double> { [MetricIds.LatencyP50] = 300 },
            Slices = [.. still.Slices.Select((s, i) => s with { LongestUs = i == 7 ? LimitUs + 320_000 : i == 8 ? LimitUs : 0 })],
        };

        LaunchRecord[] arms = SliceMetrics.Together([Arm(0, 2, 1, Machine), slower]);

        Assert.Equal(0, arms[0].Metrics[MetricIds.StallTime]);
        Assert.Equal(0.32 / (Rounds * 0.04), arms[1].Metrics[MetricIds.StallTime], 12);
    }

    [Fact]
    public void RecordWithoutLongestWaits_HasNoStallTime()
    {
        LaunchRecord old = Arm(0, 1, 1, Machine);

        Assert.DoesNotContain(
            MetricIds.StallTime, Assert.Single(SliceMetrics.Together([old with { Slices = [.. old.Slices.Select(s => s with { LongestUs = null })] }])).Metrics.Keys);
    }

    /// <summary>Why: in the recorded runs the contrasts of pairs vary half as much as those of the medians of each arm.</summary>
    [Fact]
    public async Task RecordedPairs_VaryLessRoundByRoundThanArmByArm()
    {
        double ratio = await CompareAsync(
            "latency-p99, s round by round and arm by arm", SliceMetrics.Together, l => l.Metrics[MetricIds.LatencyP99],
            l => Resolution.Median(l.Slices.Where(s => s is { Kind: SliceKind.Paced, Messages: > 0 }).Select(s => s.P99Us)));

        Assert.InRange(ratio, 0.1, 0.6);
    }

    /// <summary>Processor time in saturated turns is a total: to leave out the turns that the machine disturbed gains nothing.</summary>
    [Fact]
    public async Task RecordedPairs_VaryNoMoreByTotalsThanByTrimmedMeans()
    {
        double ratio = await CompareAsync(
            "cpu-us-per-message, s of totals and of trimmed means (10 to 60 %)", p => p, l => l.Metrics[MetricIds.CpuUsPerMessage],
            l => TrimmedMean([.. l.Slices.Where(s => s is { Kind: SliceKind.Saturated, Messages: > 0 }).Select(s => s.CpuUs!.Value / s.Messages).Order()]));

        Assert.InRange(ratio, 0.5, 1);
    }

    private static async Task<IReadOnlyList<(string Run, LaunchRecord[][] Pairs)>> RecordedAsync()
    {
        List<(string, LaunchRecord[][])> runs = [];
        foreach (string file in PackedRuns.In(Repository.PathOf("lab", "samples")))
        {
            RunPack pack = (await RunPackFile.ReadAsync(file, CancellationToken.None)).Pack;
            if (pack.Run.Plan.Pairs is not null)
            {
                runs.Add((pack.Run.Id,
                    [.. pack.Launches.Where(l => l is { Kind: LaunchKind.Timed, State: LaunchState.Completed }).GroupBy(l => l.Block).Select(p => p.OrderBy(l => l.Arm, StringComparer.Ordinal).ToArray())]));
            }
        }

        return runs;
    }

    /// <summary>s of the contrasts by the first way, of s by the second, over all recorded runs of pairs.</summary>
    private async Task<double> CompareAsync(string what, Func<LaunchRecord[], LaunchRecord[]> together, Func<LaunchRecord, double> first, Func<LaunchRecord, double> second)
    {
        double ours = 0, theirs = 0;
        foreach ((string run, LaunchRecord[][] pairs) in await RecordedAsync())
        {
            double one = Spread(pairs.Select(together), first), other = Spread(pairs, second);
            output.WriteLine(FormattableString.Invariant($"figure: {what}, {pairs.Length} pairs, {run} | {100 * one:0.0} %, {100 * other:0.0} % | "));
            ours += one * one;
            theirs += other * other;
        }

        double ratio = Math.Sqrt(ours / theirs);
        output.WriteLine(FormattableString.Invariant($"figure: {what}, all recorded runs, the first of the second | {ratio:0.00} | "));
        return ratio;
    }

    private static double TrimmedMean(double[] ordered) => ordered[(int)(0.1 * ordered.Length)..(int)Math.Ceiling(0.6 * ordered.Length)].Average();

    private static double Spread(IEnumerable<LaunchRecord[]> pairs, Func<LaunchRecord, double> value) =>
        Resolution.StandardDeviation([.. pairs.Select(p => Math.Log(value(p[1]) / value(p[0])))]);

    /// <summary>Microseconds between 20 and 2,000.</summary>
    private static double Machine(int round) => 20 * Math.Pow(100, SplitMix64.At(20261126, (ulong)round) % 1_000 / 1e3);

    private static LaunchRecord Arm(int arm, int arms, double factor, Func<int, double> usOf)
    {
        var latency = new LatencyHistogram();
        latency.Record(100_000);
        return new LaunchRecord
        {
            Id = $"l-{arm}",
            RunId = "r-1",
            Arm = arm == 0 ? ArmNames.Baseline : $"arm-{arm}",
            Kind = LaunchKind.Timed,
            StartedAt = DateTimeOffset.UnixEpoch,
            Load = new LoadResult { Histograms = new Dictionary<string, string> { [LoadResult.LatencyRole] = Convert.ToBase64String(latency.ToCompressed()) } },
            Metrics = new Dictionary<string, double> { [MetricIds.LatencyP50] = 100 },
            Slices =
            [
                .. Enumerable.Range(0, Rounds).Select(r => new SliceRecord
                {
                    Index = (r * arms) + arm, Kind = SliceKind.Paced, Seconds = 0.04, Messages = 1_000, Arrived = 1_000,
                    CpuUs = factor * usOf(r) * 1_000, LoadCpuUs = 1, P50Us = 100, P99Us = factor * usOf(r), LongestUs = 0,
                }),
            ],
        };
    }
}
