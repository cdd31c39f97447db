using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Factorial;
using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;
using Xunit.Abstractions;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Pairs of real processes: equal arms differ by their noise, and a microsecond that is planted is found at its size.</summary>
public sealed class PairTests(ITestOutputHelper output)
{
    private const int Pairs = 8;

    // Messages per second differ by 2 % from pair to pair there, and a microsecond costs 1.4 % of them: that many show it four times in five.
    private const int DeployedPairs = 24;
    private const double WarmupSeconds = 4;
    private const double DeployedWarmupSeconds = 16;
    private const double RatePerSecond = 8_000;

    private static readonly string[] Metrics =
    [
        MetricIds.BytesPerMessage, MetricIds.MessagesPerSecond, MetricIds.CpuUsPerMessage, MetricIds.CpuUsAtRate, MetricIds.LatencyP50, MetricIds.LatencyP90,
        MetricIds.LatencyP99, MetricIds.PeerCpuUsPerMessage, MetricIds.SystemCallsPerMessage,
    ];

    [Trait("Run", "selftest-pairs")]
    [Fact]
    public async Task EqualArms_DifferByNoise()
    {
        IReadOnlyList<(LaunchRecord Baseline, LaunchRecord Other)> pairs = await MakeAsync(null);

        (double mean, double error) = Print("equal arms", pairs, MetricIds.CpuUsPerMessage);
        Assert.True(Math.Abs(mean) < Math.Max(0.02, 4 * error), $"{mean:P2} between equal arms");
        // Steady state allocates by the message: equal arms allocate alike to the byte and a rest of the runtime's own.
        Assert.All(pairs, p => Assert.InRange(p.Other.Metrics[MetricIds.BytesPerMessage] - p.Baseline.Metrics[MetricIds.BytesPerMessage], -8, 8));
    }

    /// <summary>Ten runs of six sessions, in each of which the baseline and all three are alive at once.</summary>
    [Trait("Run", "selftest-planted-sizes")]
    [Fact]
    public async Task PlantedSizes_LieInTheIntervalsOfNineRunsInTen()
    {
        const int Runs = 10;
        const int Sessions = 6;
        double[] sizes = [0.2, 0.5, 1.0];
        int[] covered = new int[sizes.Length];
        var launcher = new LaunchExecutor();
        for (int run = 0; run < Runs; run++)
        {
            List<IReadOnlyList<LaunchRecord>> sessions = [];
            for (int session = 0; session < Sessions; session++)
            {
                ulong seed = SplitMix64.At(20261126, (ulong)((run * Sessions) + session));
                LaunchRequest[] arms =
                [
                    Request(ArmNames.Baseline, null, session, 0, seed),
                    .. sizes.Select((s, i) => Request(FormattableString.Invariant($"+{s}"), new InjectSpec { SpinMicroseconds = s }, session, i + 1, seed)),
                ];
                // Another seed than the one that draws the endpoints: two equal orders after one another put the baseline first in half of all sessions.
                IReadOnlyList<LaunchRecord> records = await launcher.RunTurnsAsync(new TurnsRequest(new Shuffle(SplitMix64.At(seed, 7)).Of(arms), new PairSpec()), CancellationToken.None);
                Assert.All(records, r => Assert.True(r.State == LaunchState.Completed, r.Failure));
                sessions.Add([.. records.OrderBy(r => r.Slot)]);
            }

            for (int i = 0; i < sizes.Length; i++)
            {
                SignedRankResult found = HodgesLehmann.Estimate([.. sessions.Select(s => s[i + 1].Metrics[MetricIds.CpuUsPerMessage] - s[0].Metrics[MetricIds.CpuUsPerMessage])], RunPlanner.LookAlpha);
                covered[i] += found.Lower <= sizes[i] && sizes[i] <= found.Upper ? 1 : 0;
                Tell($"run {run + 1}, {sizes[i]} us planted", $"+{found.Theta:0.000} us [{found.Lower:0.000}, {found.Upper:0.000}]", $"");
            }
        }

        for (int i = 0; i < sizes.Length; i++)
        {
            Tell($"{sizes[i]} us planted, runs whose interval holds it", $"{covered[i]} of {Runs}", $"at least {Runs - 1}");
        }

        Assert.All(covered, c => Assert.InRange(c, Runs - 1, Runs));
    }

    [Trait("Run", "selftest-pairs")]
    [Fact]
    public async Task PlantedMicrosecond_IsFoundAtItsSize()
    {
        const double Planted = 1;
        IReadOnlyList<(LaunchRecord Baseline, LaunchRecord Other)> pairs = await MakeAsync(new InjectSpec { SpinMicroseconds = Planted });

        Print($"{Planted} us planted", pairs, MetricIds.CpuUsPerMessage);
        double[] added = [.. pairs.Select(p => p.Other.Metrics[MetricIds.CpuUsPerMessage] - p.Baseline.Metrics[MetricIds.CpuUsPerMessage])];
        double mean = added.Average();
        double error = Resolution.StandardDeviation(added) / Math.Sqrt(added.Length);
        Tell($"{Planted} us planted, CPU per message", $"+{mean:0.000} us, standard error {error:0.000} us", $"within {Math.Max(0.25, 4 * error):0.00} us of it");
        Assert.InRange(mean, Planted - Math.Max(0.25, 4 * error), Planted + Math.Max(0.25, 4 * error));
    }

    /// <summary>Idle threads spin there, and planted work takes the place of spinning: messages per second tell it, processor time tells less of it.</summary>
    [Trait("Run", "selftest-deployed")]
    [Fact]
    public async Task PlantedMicrosecond_AsDeployed_ShowsInMessagesPerSecond()
    {
        IReadOnlyList<(LaunchRecord Baseline, LaunchRecord Other)> pairs =
            await MakeAsync(new InjectSpec { SpinMicroseconds = 1 }, EnvironmentSpec.Usual.In(EnvironmentKind.Deployed), DeployedWarmupSeconds, DeployedPairs);

        Print("1 us planted, deployed", pairs, MetricIds.MessagesPerSecond);
        SignedRankResult found = HodgesLehmann.Estimate(
            [.. pairs.Select(p => Math.Log(p.Other.Metrics[MetricIds.MessagesPerSecond] / p.Baseline.Metrics[MetricIds.MessagesPerSecond]))], RunPlanner.LookAlpha);
        Tell(
            $"1 us planted, deployed, messages per second", $"{100 * double.ExpM1(found.Theta):+0.00;-0.00} % [{100 * double.ExpM1(found.Lower):+0.00;-0.00}, {100 * double.ExpM1(found.Upper):+0.00;-0.00}]",
            $"shown to be fewer");
        Assert.True(found.Upper < 0, "a planted microsecond is not shown by messages per second");
    }

    private static async Task<IReadOnlyList<(LaunchRecord Baseline, LaunchRecord Other)>> MakeAsync(
        InjectSpec? inject, EnvironmentSpec? environment = null, double warmupSeconds = WarmupSeconds, int count = Pairs)
    {
        var launcher = new LaunchExecutor();
        var pairs = new List<(LaunchRecord, LaunchRecord)>();
        for (int pair = 0; pair < count; pair++)
        {
            ulong seed = SplitMix64.At(20261125, (ulong)pair);
            bool isOtherFirst = (seed & 1) == 1;
            LaunchRequest[] arms =
            [
                .. new[] { Request(ArmNames.Baseline, null, pair, isOtherFirst ? 1 : 0, seed), Request(ArmNames.Candidate, inject, pair, isOtherFirst ? 0 : 1, seed) }
                    .Select(r => r with { Environment = environment ?? r.Environment, WarmupSeconds = warmupSeconds }).OrderBy(r => r.Slot),
            ];
            IReadOnlyList<LaunchRecord> made = await launcher.RunTurnsAsync(new TurnsRequest(arms, new PairSpec()), CancellationToken.None);
            Assert.All(made, r => Assert.True(r.State == LaunchState.Completed, r.Failure));
            pairs.Add(isOtherFirst ? (made[1], made[0]) : (made[0], made[1]));
        }

        return pairs;
    }

    private static LaunchRequest Request(string name, InjectSpec? inject, int pair, int slot, ulong seed) => Requests.Of("c2s-echo", name, inject) with
    {
        Block = pair,
        Slot = slot,
        Load = new LoadSpec { Connections = 100, Depth = 4, RatePerSecond = RatePerSecond },
        Environment = EnvironmentSpec.Usual,
        WarmupSeconds = WarmupSeconds,
        LoadSeed = seed,
    };

    private (double Mean, double Error) Print(string what, IReadOnlyList<(LaunchRecord Baseline, LaunchRecord Other)> pairs, string asked)
    {
        (double, double) answer = default;
        Tell($"{what}, pairs", $"{pairs.Count} of {pairs.Average(p => p.Baseline.DurationSeconds):0.0} s", $"");
        foreach (string id in Metrics)
        {
            double[] contrasts = [.. pairs.Select(p => Math.Log(p.Other.Metrics[id] / p.Baseline.Metrics[id]))];
            double deviation = Resolution.StandardDeviation(contrasts);
            Tell($"{what}, {id}", $"{pairs.Average(p => p.Baseline.Metrics[id]):0.00}, difference {100 * contrasts.Average():+0.00;-0.00;0} %, s of a pair {100 * deviation:0.00} %", $"");
            answer = id == asked ? (contrasts.Average(), deviation / Math.Sqrt(contrasts.Length)) : answer;
        }

        double[] stalled = [.. pairs.Select(p => p.Other.Metrics[MetricIds.StallTime] - p.Baseline.Metrics[MetricIds.StallTime])];
        Tell($"{what}, {MetricIds.StallTime}", $"{pairs.Average(p => p.Baseline.Metrics[MetricIds.StallTime]):0.00000} and {pairs.Average(p => p.Other.Metrics[MetricIds.StallTime]):0.00000}, s of a pair {Resolution.StandardDeviation(stalled):0.00000}", $"");
        return answer;
    }

    private void Tell(string name, FormattableString value, FormattableString limit) =>
        output.WriteLine($"figure: {name} | {FormattableString.Invariant(value)} | {FormattableString.Invariant(limit)}");
}
