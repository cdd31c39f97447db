using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Metering;
using PlayHouse.Lab.Runner.Noise;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Tests.Analyse;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Runner.Tests.Noise;

public sealed class PlanOutlookTests(ITestOutputHelper output)
{
    private static readonly RunPlan Plan = RunFixture.Plan(0, false, false, RunFixture.Bytes, RunFixture.Cpu, RunFixture.P99);

    [Fact]
    public void Of_NothingRecorded_SaysSoAndRefusesNothing()
    {
        PlanOutlook outlook = Of(Plan, []);

        Assert.Equal((NoiseKind.Unknown, false), (outlook.Noise.Kind, outlook.IsHopeless));
        Assert.Empty(outlook.Primaries);
        Assert.Equal(["bytes-per-message", "cpu-us-per-message", "latency-p99"], outlook.Unknown);
        Assert.Equal([6, 9, 12, 16, 20, 24], outlook.Looks.Select(l => l.Blocks));
        Assert.Equal(PlanEstimate.Of(Plan).FirstLookSeconds, outlook.Looks[0].Seconds);
        Assert.Equal(PlanEstimate.Of(Plan).TotalSeconds, outlook.Looks[^1].Seconds, 6);
    }

    [Fact]
    public void Of_APastRunOfTheSameLoad_GivesTheChancesOfItsNoise()
    {
        PlanOutlook outlook = Of(Plan, [Run("r-1", cpu: 0.03, bytes: 0.1, p99: 0.20)]);

        foreach (PrimaryChance p in outlook.Primaries)
        {
            output.WriteLine($"{p.Policy.Id}: noise {p.Deviation:P2}, {string.Join(" ", p.Improved.Select(c => $"{c:P0}"))}, none {p.ShownEqual:P0}, sees {p.DetectableAtLastLook:F4}");
        }

        Assert.Equal((NoiseKind.PastRuns, false), (outlook.Noise.Kind, outlook.IsHopeless));
        Assert.Equal(["r-1"], outlook.Noise.RunIds);
        Assert.Null(outlook.Noise.Caveat);
        PrimaryChance bytes = outlook.Primaries[0], cpu = outlook.Primaries[1];
        Assert.True(bytes.Improved[1] > 0.99 && bytes.ShownEqual > 0.99, "exact bytes decide");
        Assert.Equal(20, bytes.Delta);
        Assert.InRange(cpu.Deviation, 0.0299, 0.0301);
        Assert.InRange(cpu.Improved[0], 0.5, 0.9);
        Assert.True(cpu.Improved[1] > 0.95);
        GuardChance guard = Assert.Single(outlook.Guards);
        Assert.True(guard.PassesAtFirstLook < guard.PassesAtLastLook);
    }

    [Fact]
    public void Of_NoiseFarAboveWhatMatters_IsHopeless()
    {
        RunPlan onlyCpu = RunFixture.Plan(0, false, false, RunFixture.Cpu, RunFixture.P99);

        PlanOutlook outlook = Of(onlyCpu, [Run("r-1", cpu: 0.5, bytes: 0, p99: 0.2)]);

        Assert.True(outlook.IsHopeless);
        Assert.False(Of(Plan, [Run("r-1", cpu: 0.5, bytes: 0.1, p99: 0.2)]).IsHopeless, "bytes still decide");
    }

    [Fact]
    public void Of_APrimaryOfUnknownNoise_IsNotHopeless()
    {
        RunPlan two = RunFixture.Plan(0, false, false, RunFixture.Cpu, RunFixture.Bytes with { Id = MetricIds.WritesPerMessage });

        PlanOutlook outlook = Of(two, [Run("r-1", cpu: 0.5, bytes: 0, p99: 0.2)]);

        Assert.False(outlook.IsHopeless);
        Assert.Equal([MetricIds.WritesPerMessage], outlook.Unknown);
    }

    [Fact]
    public void For_RunsOfAnotherLoadMachineOrScenario_AreNotUsed()
    {
        RunReport good = Run("r-good", 0.03, 0, 0.2);
        RunReport[] others =
        [
            With(good, p => p with { Experiment = p.Experiment with { Scenario = "c2s-echo" } }),
            With(good, p => p with { Experiment = p.Experiment with { Load = p.Experiment.Load with { Connections = 3 } } }),
            With(good, p => p with { Experiment = p.Experiment with { Design = p.Experiment.Design with { Layout = CpuLayout.Split } } }),
            With(good, p => p with { Origin = RunOrigin.Imported }),
            good with { Verdict = null },
        ];

        Assert.All(others, other => Assert.Equal(NoiseKind.Unknown, RecordedNoise.For(Plan, [other], null).Source.Kind));
        Assert.Equal(["r-good"], RecordedNoise.For(Plan, [.. others, good], null).Source.RunIds);
    }

    [Fact]
    public void For_SeveralRuns_PoolsTheSpreadInsideEachAndSaysWhenWindowsDiffer()
    {
        // The second run shifted by an effect: an effect is no noise.
        RunReport[] runs = [Run("r-2", 0.02, 0, 0.2), Run("r-1", 0.04, 0, 0.2, effect: 0.5), With(Run("r-0", 0.02, 0, 0.2), p => p with { WindowSeconds = 3 })];

        RecordedNoise noise = RecordedNoise.For(Plan, runs, null);

        Assert.Equal(Math.Sqrt(((0.02 * 0.02 * 2) + (0.04 * 0.04)) / 3), noise.Of(RunFixture.Cpu)!.Value.Deviation, 4);
        Assert.Contains("windows of 10.00 and 3.00 s", noise.Source.Caveat, StringComparison.Ordinal);
    }

    [Fact]
    public void For_OnlyTheMachineMeasuredItself_IsUsedWithWhatDiffers()
    {
        NoiseRecord machine = Machine(new MetricNoise(MetricIds.CpuUsPerMessage, 20, 0.025, 0.5), new MetricNoise(MetricIds.BytesPerMessage, 400, 0.001, 0.4), new MetricNoise(MetricIds.LatencyP99, 0, null, 3));

        RecordedNoise noise = RecordedNoise.For(Plan, [], machine);

        Assert.Equal(NoiseKind.Doctor, noise.Source.Kind);
        Assert.Contains("scenario c2s-echo (the plan: c2s-proto-echo)", noise.Source.Caveat, StringComparison.Ordinal);
        Assert.Equal((0.025, 0.4), (noise.Of(RunFixture.Cpu)!.Value.Deviation, noise.Of(RunFixture.Bytes)!.Value.Deviation));
        Assert.Null(noise.Of(RunFixture.P99));
    }

    [Fact]
    public void Floors_OfAMachine_SayWhatIsSeenAndWhatIsNot()
    {
        NoiseRecord machine = Machine(new MetricNoise(MetricIds.CpuUsPerMessage, 20, 0.01, 0.2), new MetricNoise(MetricIds.BytesPerMessage, 400, 0, 0), new MetricNoise(MetricIds.LatencyP99, 900, 0.9, 400));

        IReadOnlyList<NoiseFloor> floors = NoiseFloors.Of(machine, Plan.Policy);

        Assert.Equal([MetricIds.BytesPerMessage, MetricIds.CpuUsPerMessage, MetricIds.LatencyP99], floors.Select(f => f.Policy.Id));
        Assert.Equal([true, true, false], floors.Select(f => f.CanDecide));
        NoiseFloor cpu = floors[1];
        output.WriteLine($"CPU noise 1 %: sees {cpu.First:P2} after 6 pairs, {cpu.Middle:P2} after 12, {cpu.Last:P2} after 40");
        Assert.True(cpu.First > cpu.Middle && cpu.Middle > cpu.Last);
        Assert.InRange(cpu.Last / 0.01 * Math.Sqrt(40), 3.07 * 0.95, 3.07 * 1.08);
    }

    [Fact]
    public void NoiseOf_Pairs_KeepsWhatAllCarryAndHasNoRatioAtZero()
    {
        (IReadOnlyDictionary<string, double>, IReadOnlyDictionary<string, double>)[] pairs =
        [
            .. Enumerable.Range(0, 4).Select(i => (
                (IReadOnlyDictionary<string, double>)new Dictionary<string, double> { ["a"] = 100, ["zero"] = i == 3 ? 0 : 1, ["missing"] = 1 },
                (IReadOnlyDictionary<string, double>)(i == 2
                    ? new Dictionary<string, double> { ["a"] = 102, ["zero"] = 1 }
                    : new Dictionary<string, double> { ["a"] = 98, ["zero"] = 1, ["missing"] = 1 }))),
        ];

        IReadOnlyList<MetricNoise> noise = NoiseMeter.NoiseOf(pairs);

        Assert.Equal(["a", "zero"], noise.Select(m => m.Id));
        Assert.Equal((2.0, 100.0), (noise[0].Deviation, noise[0].Median));
        Assert.Equal(0.02, noise[0].RatioDeviation!.Value, 3);
        Assert.Null(noise[1].RatioDeviation);
        Assert.Equal(0.5, noise[1].Deviation);
    }

    private static PlanOutlook Of(RunPlan plan, IReadOnlyList<RunReport> past) => PlanOutlooks.Of(plan, RecordedNoise.For(plan, past, null));

    private static RunReport Run(string id, double cpu, double bytes, double p99, double effect = 0) => new()
    {
        Run = new RunRecord { Id = id, ExperimentId = "900-test", State = RunState.Completed, CreatedAt = DateTimeOffset.UnixEpoch, Plan = Plan with { RunId = id } },
        Verdict = new VerdictRecord
        {
            RunId = id, Kind = VerdictKind.NoEffect, IsProvisional = false, Rule = "", Reasons = [], Proofs = [], Blocks = 6, PolicyHash = "",
            Estimates = [Estimate(RunFixture.Cpu, 20, cpu, effect), Estimate(RunFixture.Bytes, 1_000, bytes, effect), Estimate(RunFixture.P99, 900, p99, effect)],
        },
        Launches = [],
        BlocksAccepted = 6,
    };

    /// <summary>Six contrasts around an effect with exactly this standard deviation.</summary>
    private static MetricEstimate Estimate(MetricPolicy policy, double median, double deviation, double effect)
    {
        double step = deviation * Math.Sqrt(5.0 / 6);
        return new MetricEstimate
        {
            Policy = policy, Blocks = 6, BaselineMedian = median, OtherMedian = median, Theta = effect, Lower = effect, Upper = effect, Confidence = 0.9, Delta = 1,
            NullDeviation = 99, NoiseFloor = 99, PBetter = 0.5, Class = MetricClass.Inconclusive,
            Contrasts = [effect + step, effect - step, effect + step, effect - step, effect + step, effect - step],
        };
    }

    private static RunReport With(RunReport report, Func<RunPlan, RunPlan> change) => report with { Run = report.Run with { Plan = change(report.Run.Plan) } };

    private static NoiseRecord Machine(params MetricNoise[] metrics) => new()
    {
        MeasuredAt = DateTimeOffset.UnixEpoch, Scenario = "c2s-echo", Load = new LoadSpec { RatePerSecond = 5_000 }, Layout = CpuLayout.Shared,
        Pairs = 6, Fingerprint = new Dictionary<string, string>(), Metrics = metrics,
    };
}
