using System.Security.Cryptography;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Warmups;

/// <summary>
/// Watches fresh targets warm up under each setting of the runtime, round by round in an order drawn for every round, so that the
/// machine's own drift meets all settings alike.
/// </summary>
public sealed class WarmupBench
{
    private const string RunId = "warmup";
    private const double FirstSecond = 1;
    private const double WindowSeconds = 3;
    private const int Connections = 100;
    private const int Depth = 10;

    private readonly WarmupOptions _options;
    private readonly IReadOnlyList<WarmupSetting> _settings;
    private readonly ulong _seed;
    private readonly LaunchExecutor _executor = new();
    private readonly Dictionary<string, List<WarmupLaunch>> _launches = [];
    private readonly Dictionary<string, List<string>> _failures = [];

    /// <summary>Checks what is asked for; nothing is launched yet.</summary>
    /// <exception cref="LabInputException">A setting is unknown, or a number is outside its range.</exception>
    public WarmupBench(WarmupOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        string[] errors = [.. Errors(options)];
        if (errors.Length > 0)
        {
            throw new LabInputException(errors);
        }

        _settings = [.. WarmupSetting.All.Where(s => options.Settings.Count == 0 || options.Settings.Contains(s.Id))];
        _seed = options.Seed ?? BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
        _options = options with { Seed = _seed };
        foreach (WarmupSetting setting in _settings)
        {
            (_launches[setting.Id], _failures[setting.Id]) = ([], []);
        }
    }

    /// <summary>Runs to the end, or to the interruption: what was measured by then is given back.</summary>
    public async Task<WarmupResult> RunAsync(Action<WarmupProgress> report, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(report);
        using MachineLock machine = MachineLock.Take(MachineLock.Name);
        bool isComplete = true;
        try
        {
            await LaunchAllAsync(report, ct);
        }
        catch (OperationCanceledException) when (_launches.Values.Any(l => l.Count > 0))
        {
            isComplete = false;
        }

        return new WarmupResult
        {
            Options = _options,
            Rows = [.. _settings.Select(s => new WarmupRow(s, _launches[s.Id], _failures[s.Id]))],
            IsComplete = isComplete,
        };
    }

    private static IEnumerable<string> Errors(WarmupOptions options)
    {
        foreach (string unknown in options.Settings.Where(id => WarmupSetting.All.All(s => s.Id != id)))
        {
            yield return $"There is no setting '{unknown}'. There are: {string.Join(", ", WarmupSetting.All.Select(s => s.Id))}.";
        }

        if (options.Seconds is not (>= WarmupOptions.SecondsMin and <= WarmupOptions.SecondsMax))
        {
            yield return $"A launch is watched for {WarmupOptions.SecondsMin} to {WarmupOptions.SecondsMax} seconds, not for {options.Seconds}.";
        }

        if (options.Rounds is < 1 or > WarmupOptions.RoundsMax)
        {
            yield return $"There are 1 to {WarmupOptions.RoundsMax} rounds, not {options.Rounds}.";
        }
    }

    private async Task LaunchAllAsync(Action<WarmupProgress> report, CancellationToken ct)
    {
        var random = new Random((int)(_seed ^ (_seed >> 32)));
        int done = 0;
        for (int round = 0; round < _options.Rounds; round++)
        {
            WarmupSetting[] order = [.. _settings];
            random.Shuffle(order);
            foreach (WarmupSetting setting in order)
            {
                ct.ThrowIfCancellationRequested();
                report(new WarmupProgress(done, _options.Rounds * order.Length, $"round {round + 1}, {setting.Id}"));
                await LaunchAsync(setting, round, done++, ct);
            }
        }
    }

    private async Task LaunchAsync(WarmupSetting setting, int round, int slot, CancellationToken ct)
    {
        LaunchRecord record = (await _executor.RunAsync(Request(setting, round, slot), ct)).Record;
        if (record.State == LaunchState.Completed)
        {
            _launches[setting.Id].Add(new WarmupLaunch(record.Warmup, record.StartUp!.ReadyMs, record.Metrics[Model.Analysis.MetricIds.BytesPerMessage]));
        }
        else
        {
            _failures[setting.Id].Add(record.Failure ?? "it failed without a word");
        }
    }

    private LaunchRequest Request(WarmupSetting setting, int round, int slot)
    {
        EngineCatalog catalog = EngineCatalog.Of(_options.Scenario);
        return new LaunchRequest
        {
            LaunchId = LaunchIds.New(),
            RunId = RunId,
            Arm = new ResolvedArm
            {
                Name = ArmNames.Baseline,
                Strategies = ArmResolution.Resolve(ArmResolution.Select(new ArmSpec(), catalog)!, catalog),
            },
            Kind = LaunchKind.Pilot,
            Scenario = _options.Scenario,
            Load = new LoadSpec { RatePerSecond = _options.RatePerSecond, Connections = Connections, Depth = Depth },
            Environment = new EnvironmentSpec { Compilation = CompilationMode.Runtime, PoolSpin = false },
            ExtraVariables = setting.Variables,
            Layout = _options.Layout,
            WarmupSeconds = FirstSecond,
            Watch = new WatchSpec(_options.Seconds, EndsWhenSteady: false),
            WindowSeconds = WindowSeconds,
            LoadSeed = LaunchSeeds.For(_seed, 0, round, 0, slot),
        };
    }
}
