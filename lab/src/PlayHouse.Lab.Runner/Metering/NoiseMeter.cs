using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Noise;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Metering;

/// <summary>
/// Measures how far equal arms come apart on this machine: pairs of the default engine against itself under the default echo, at a share of
/// what a saturated pilot pair completed.
/// </summary>
internal sealed class NoiseMeter(NoiseOptions options, LaunchSite site)
{
    private const string RunId = "noise";
    private const int FailuresMax = 3;
    private const double RateShare = 0.2;
    private const double RateMin = 100;

    private static readonly PairSpec Turns = new();

    private readonly ILauncher _launcher = site.Launcher();
    private readonly ResolvedArm _arm = new()
    {
        Name = ArmNames.Baseline,
        Strategies = ArmResolution.Resolve(ArmResolution.Select(new ArmSpec(), EngineCatalog.Of(ScenarioCatalog.Echo))!, EngineCatalog.Of(ScenarioCatalog.Echo)),
    };

    private int _failed;

    private static double PairSeconds => (2 * PlanEstimate.StartSeconds) + RunPlanner.WarmSecondsAtOnce + Turns.Seconds;

    /// <summary>Measures to the end.</summary>
    /// <param name="report">Called before each pair.</param>
    /// <param name="ct">Ends it; nothing is kept then.</param>
    /// <exception cref="LabInputException">Another run measures on this machine, or pairs fail.</exception>
    public async Task<NoiseRecord> MeasureAsync(Action<NoiseProgress> report, CancellationToken ct)
    {
        using MachineLock machine = MachineLock.Take(site.Lock);
        Report(report, 0, "pilot that finds the rate");
        IReadOnlyList<LaunchRecord> pilot = await PairAsync(new LoadSpec { RatePerSecond = RateMin }, 0, PairPilots.Saturated(Turns), ct);
        LoadSpec load = new() { RatePerSecond = Math.Max(RateMin, Math.Floor(RateShare * pilot.Min(r => r.Metrics[MetricIds.MessagesPerSecond]))) };
        var pairs = new List<IReadOnlyList<LaunchRecord>>();
        while (pairs.Count < options.Pairs)
        {
            Report(report, 1 + pairs.Count, $"pair {1 + pairs.Count} of {options.Pairs}");
            pairs.Add(await PairAsync(load, 1 + pairs.Count, null, ct));
        }

        return Record(load, pairs);
    }

    private void Report(Action<NoiseProgress> report, int done, string what) =>
        report(new NoiseProgress(done, 1 + options.Pairs, what, (1 + options.Pairs - done) * PairSeconds));

    private async Task<IReadOnlyList<LaunchRecord>> PairAsync(LoadSpec load, int place, IReadOnlyList<SlicePlan>? slices, CancellationToken ct)
    {
        while (true)
        {
            ct.ThrowIfCancellationRequested();
            IReadOnlyList<LaunchRecord> pair = await _launcher.RunTurnsAsync(new TurnsRequest([Request(load, place, 0), Request(load, place, 1)], Turns) { Slices = slices }, ct);
            if (pair.FirstOrDefault(r => r.State != LaunchState.Completed) is not { } failed)
            {
                return pair;
            }

            if (++_failed == FailuresMax)
            {
                throw new LabInputException([$"The noise could not be measured: {Numbers.Counted(_failed, "pair")} failed, the last one because {failed.Failure}. 'plab doctor' says what this machine lacks."]);
            }
        }
    }

    private LaunchRequest Request(LoadSpec load, int place, int slot) => new()
    {
        LaunchId = LaunchIds.New(),
        RunId = RunId,
        Arm = _arm,
        Kind = LaunchKind.Pilot,
        Slot = slot,
        Scenario = ScenarioCatalog.Echo,
        Load = load,
        Environment = EnvironmentSpec.Usual,
        Layout = options.Layout,
        WarmupSeconds = RunPlanner.WarmSecondsAtOnce,
        WindowSeconds = Turns.Seconds / 2,
        LoadSeed = LaunchSeeds.For(options.Seed, 0, place, _failed, slot),
    };

    private NoiseRecord Record(LoadSpec load, List<IReadOnlyList<LaunchRecord>> pairs)
    {
        var fingerprint = new Dictionary<string, string>(pairs[0][0].Fingerprint);
        foreach ((string key, string value) in MachineIdentity.Now())
        {
            fingerprint[key] = value;
        }

        return new NoiseRecord
        {
            MeasuredAt = DateTimeOffset.UtcNow,
            Scenario = ScenarioCatalog.Echo,
            Load = load,
            Layout = options.Layout,
            Pairs = options.Pairs,
            Fingerprint = fingerprint,
            Failed = _failed,
            Metrics = NoiseOf([.. pairs.Select(p => (p[0].Metrics, p[1].Metrics))]),
        };
    }

    /// <summary>The noise of every metric that all launches carried, in the order of the first. Pure.</summary>
    /// <param name="pairs">Metrics of the two launches of each pair.</param>
    internal static IReadOnlyList<MetricNoise> NoiseOf(IReadOnlyList<(IReadOnlyDictionary<string, double> First, IReadOnlyDictionary<string, double> Second)> pairs)
    {
        var metrics = new List<MetricNoise>();
        foreach (string id in pairs[0].First.Keys)
        {
            (double First, double Second)[] values = [.. pairs.Select(p => (p.First.GetValueOrDefault(id, double.NaN), p.Second.GetValueOrDefault(id, double.NaN)))];
            if (Array.TrueForAll(values, v => double.IsFinite(v.First + v.Second)))
            {
                double? ratio = Array.TrueForAll(values, v => v.First > 0 && v.Second > 0) ? Deviation(values, Math.Log) : null;
                metrics.Add(new MetricNoise(id, Resolution.Median(values.SelectMany(v => (double[])[v.First, v.Second])), ratio, Deviation(values, static v => v)));
            }
        }

        return metrics;
    }

    // About zero: the arms are equal.
    private static double Deviation((double First, double Second)[] values, Func<double, double> scale) =>
        Math.Sqrt(values.Average(v => Math.Pow(scale(v.Second) - scale(v.First), 2)));
}
