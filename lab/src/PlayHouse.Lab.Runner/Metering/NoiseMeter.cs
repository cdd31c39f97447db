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
/// Measures how far equal launches come apart on this machine: the default engine under the default echo, fresh processes each time, at
/// a share of what a closed-loop pilot reached.
/// </summary>
internal sealed class NoiseMeter(NoiseOptions options, LaunchSite site)
{
    private const string RunId = "noise";
    private const int FailuresMax = 3;
    private const double RateShare = 0.4;
    private const double RateMin = 100;

    private readonly ILauncher _launcher = site.Launcher();
    private readonly ResolvedArm _arm = new()
    {
        Name = ArmNames.Baseline,
        Strategies = ArmResolution.Resolve(ArmResolution.Select(new ArmSpec(), EngineCatalog.Of(ScenarioCatalog.Echo))!, EngineCatalog.Of(ScenarioCatalog.Echo)),
    };

    private int _failed;

    private int Launches => 1 + (EqualLaunches.PerBlock * options.Blocks);

    private double LaunchSeconds => PlanEstimate.StartSeconds + options.WarmupSeconds + options.WindowSeconds;

    /// <summary>Wall seconds that it takes.</summary>
    public double Seconds => Launches * LaunchSeconds;

    /// <summary>Measures to the end.</summary>
    /// <param name="report">Called before each launch.</param>
    /// <param name="ct">Ends it; nothing is kept then.</param>
    /// <exception cref="LabInputException">Another run measures on this machine, or launches fail.</exception>
    public async Task<NoiseRecord> MeasureAsync(Action<NoiseProgress> report, CancellationToken ct)
    {
        using MachineLock machine = MachineLock.Take(site.Lock);
        Report(report, 0, "pilot that finds the rate");
        LaunchRecord pilot = await LaunchAsync(new LoadSpec { Mode = LoadMode.Closed }, 0, ct);
        LoadSpec load = new() { RatePerSecond = Math.Max(RateMin, Math.Floor(RateShare * pilot.Load!.AchievedRate)) };
        var launches = new List<LaunchRecord>();
        while (launches.Count < Launches - 1)
        {
            int done = launches.Count;
            Report(report, 1 + done, $"block {1 + (done / EqualLaunches.PerBlock)} of {options.Blocks}, launch {1 + (done % EqualLaunches.PerBlock)} of {EqualLaunches.PerBlock}");
            launches.Add(await LaunchAsync(load, 1 + done, ct));
        }

        return Record(load, launches);
    }

    private void Report(Action<NoiseProgress> report, int done, string what) =>
        report(new NoiseProgress(done, Launches, what, (Launches - done) * LaunchSeconds));

    private async Task<LaunchRecord> LaunchAsync(LoadSpec load, int place, CancellationToken ct)
    {
        while (true)
        {
            ct.ThrowIfCancellationRequested();
            LaunchOutcome outcome = await _launcher.RunAsync(Request(load, place), ct);
            if (outcome.Record is { State: LaunchState.Completed, Load.AchievedRate: > 0 })
            {
                return outcome.Record;
            }

            if (++_failed == FailuresMax)
            {
                throw new LabInputException([$"The noise could not be measured: {Numbers.Counted(_failed, "launch")} failed, the last one because {outcome.Record.Failure ?? "no reply came"}. 'plab doctor' says what this machine lacks."]);
            }
        }
    }

    private LaunchRequest Request(LoadSpec load, int place) => new()
    {
        LaunchId = LaunchIds.New(),
        RunId = RunId,
        Arm = _arm,
        Kind = LaunchKind.Pilot,
        Scenario = ScenarioCatalog.Echo,
        Load = load,
        Environment = new EnvironmentSpec { PoolSpin = false },
        Layout = options.Layout,
        WarmupSeconds = options.WarmupSeconds,
        WindowSeconds = options.WindowSeconds,
        LoadSeed = LaunchSeeds.For(options.Seed, 0, place, _failed, 0),
    };

    private NoiseRecord Record(LoadSpec load, List<LaunchRecord> launches)
    {
        var fingerprint = new Dictionary<string, string>(launches[0].Fingerprint);
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
            WarmupSeconds = options.WarmupSeconds,
            WindowSeconds = options.WindowSeconds,
            Blocks = options.Blocks,
            Freedom = EqualLaunches.FreedomPerBlock * options.Blocks,
            Fingerprint = fingerprint,
            Failed = _failed,
            Metrics = NoiseOf([.. launches.Select(l => l.Metrics)]),
        };
    }

    /// <summary>The noise of every metric that all launches carried, in the order of the first. Pure.</summary>
    /// <param name="launches">Metrics of the launches in the order in which they ran, a multiple of four.</param>
    internal static IReadOnlyList<MetricNoise> NoiseOf(IReadOnlyList<IReadOnlyDictionary<string, double>> launches)
    {
        var metrics = new List<MetricNoise>();
        foreach (string id in launches[0].Keys)
        {
            double[] values = [.. launches.Select(l => l.GetValueOrDefault(id, double.NaN))];
            if (values.All(double.IsFinite))
            {
                double? ratio = values.All(v => v > 0) ? EqualLaunches.Deviation([.. values.Select(v => Math.Log(v))]) : null;
                metrics.Add(new MetricNoise(id, Resolution.Median(values), ratio, EqualLaunches.Deviation(values)));
            }
        }

        return metrics;
    }
}
