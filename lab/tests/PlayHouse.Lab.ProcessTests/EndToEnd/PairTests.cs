using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Randomness;
using Xunit.Abstractions;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Pairs of real processes: equal arms differ by their noise, and a microsecond that is planted is found at its size.</summary>
[Trait("Run", "selftest-pairs")]
public sealed class PairTests(ITestOutputHelper output)
{
    private const int Pairs = 8;
    private const double WarmupSeconds = 4;
    private const double RatePerSecond = 8_000;

    private static readonly string[] Metrics =
    [
        MetricIds.BytesPerMessage, MetricIds.MessagesPerSecond, MetricIds.CpuUsPerMessage, MetricIds.CpuUsAtRate, MetricIds.LatencyP50, MetricIds.LatencyP90,
        MetricIds.LatencyP99, MetricIds.PeerCpuUsPerMessage, MetricIds.SystemCallsPerMessage,
    ];

    [Fact]
    public async Task EqualArms_DifferByNoise()
    {
        IReadOnlyList<(LaunchRecord Baseline, LaunchRecord Other)> pairs = await MakeAsync(null);

        (double mean, double error) = Print(pairs, MetricIds.CpuUsPerMessage);
        Assert.True(Math.Abs(mean) < Math.Max(0.02, 4 * error), $"{mean:P2} between equal arms");
        // Steady state allocates by the message: equal arms allocate alike to the byte and a rest of the runtime's own.
        Assert.All(pairs, p => Assert.InRange(p.Other.Metrics[MetricIds.BytesPerMessage] - p.Baseline.Metrics[MetricIds.BytesPerMessage], -8, 8));
    }

    [Fact]
    public async Task PlantedMicrosecond_IsFoundAtItsSize()
    {
        const double Planted = 1;
        IReadOnlyList<(LaunchRecord Baseline, LaunchRecord Other)> pairs = await MakeAsync(new InjectSpec { SpinMicroseconds = Planted });

        Print(pairs, MetricIds.CpuUsPerMessage);
        double[] added = [.. pairs.Select(p => p.Other.Metrics[MetricIds.CpuUsPerMessage] - p.Baseline.Metrics[MetricIds.CpuUsPerMessage])];
        double mean = added.Average();
        double error = Resolution.StandardDeviation(added) / Math.Sqrt(added.Length);
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"planted {Planted} us, found {mean:0.000} us, standard error {error:0.000} us"));
        Assert.InRange(mean, Planted - Math.Max(0.25, 4 * error), Planted + Math.Max(0.25, 4 * error));
    }

    private static async Task<IReadOnlyList<(LaunchRecord Baseline, LaunchRecord Other)>> MakeAsync(InjectSpec? inject)
    {
        var launcher = new LaunchExecutor();
        var pairs = new List<(LaunchRecord, LaunchRecord)>();
        for (int pair = 0; pair < Pairs; pair++)
        {
            ulong seed = SplitMix64.At(20261125, (ulong)pair);
            bool isOtherFirst = (seed & 1) == 1;
            LaunchRequest baseline = Request(ArmNames.Baseline, null, pair, isOtherFirst ? 1 : 0, seed);
            LaunchRequest other = Request(ArmNames.Candidate, inject, pair, isOtherFirst ? 0 : 1, seed);
            PairOutcome outcome = await launcher.RunPairAsync(
                new PairRequest(isOtherFirst ? other : baseline, isOtherFirst ? baseline : other, new PairSpec()), CancellationToken.None);
            Assert.True(outcome.First.State == LaunchState.Completed, outcome.First.Failure);
            Assert.True(outcome.Second.State == LaunchState.Completed, outcome.Second.Failure);
            pairs.Add(isOtherFirst ? (outcome.Second, outcome.First) : (outcome.First, outcome.Second));
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

    private (double Mean, double Error) Print(IReadOnlyList<(LaunchRecord Baseline, LaunchRecord Other)> pairs, string asked)
    {
        (double, double) answer = default;
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{pairs.Count} pairs, {pairs.Average(p => p.Baseline.DurationSeconds):0.0} s each"));
        foreach (string id in Metrics)
        {
            double[] contrasts = [.. pairs.Select(p => Math.Log(p.Other.Metrics[id] / p.Baseline.Metrics[id]))];
            double deviation = Resolution.StandardDeviation(contrasts);
            double error = deviation / Math.Sqrt(contrasts.Length);
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{id,-26} baseline {pairs.Average(p => p.Baseline.Metrics[id]),12:0.000}  other {100 * contrasts.Average(),7:0.00} %  s {100 * deviation,6:0.00} %"));
            answer = id == asked ? (contrasts.Average(), error) : answer;
        }

        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"stall-share {pairs.Average(p => p.Baseline.Metrics[MetricIds.StallShare]):0.00000} and {pairs.Average(p => p.Other.Metrics[MetricIds.StallShare]):0.00000}"));
        output.WriteLine("load in paced turns: " + string.Join("; ", pairs.SelectMany(p => p.Baseline.Load!.SaturationFlags).Distinct()));
        return answer;
    }
}
