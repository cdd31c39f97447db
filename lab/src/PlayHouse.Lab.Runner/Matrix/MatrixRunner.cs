using System.Security.Cryptography;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Matrix;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.Runner.Matrix;

/// <summary>
/// Launches every strategy of a matrix, round by round, each in fresh processes, in an order drawn newly for every round; the default of
/// each group runs twice a round under two names, so that the reader sees how far two equal programs come apart.
/// </summary>
internal sealed class MatrixRunner
{
    private const string RunId = "matrix";

    private readonly ILauncher _launcher;
    private readonly string _lock;
    private readonly MatrixOptions _options;
    private readonly IReadOnlyList<MatrixGroup> _groups;
    private readonly ulong _seed;
    private readonly Dictionary<(MatrixGroup Group, string Arm), List<LaunchRecord>> _launches = [];
    private readonly Dictionary<(MatrixGroup Group, string Arm), List<string>> _failures = [];

    public MatrixRunner(MatrixOptions options, LaunchSite site)
    {
        _launcher = site.Launcher();
        _lock = site.Lock;
        _options = options;
        _groups = MatrixPlanner.Plan(options);
        _seed = options.Seed ?? BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
    }

    /// <summary>Load of every launch: closed, so that each window holds as many messages as the strategy can do.</summary>
    internal static LoadSpec Load { get; } = new() { Mode = LoadMode.Closed, Connections = 20, Depth = 10, PayloadBytes = 64 };

    /// <summary>Runs to the end, or to the interruption: what was measured by then is given back.</summary>
    public async Task<MatrixResult> RunAsync(Action<MatrixProgress> report, CancellationToken ct)
    {
        using MachineLock machine = MachineLock.Take(_lock);
        bool isComplete = true;
        try
        {
            await LaunchAllAsync(report, ct);
        }
        catch (OperationCanceledException) when (_launches.Count > 0)
        {
            isComplete = false;
        }

        return new MatrixResult
        {
            Rows = [.. _groups.SelectMany(g => g.Cells, Row)],
            Twins = [.. _groups.Select(g => new MatrixTwin(g.Scenario, g.Beside, Samples(g, ArmNames.Baseline, null), Samples(g, ArmNames.Twin, null)))],
            Load = Load,
            Rounds = _options.Rounds,
            WarmupSeconds = _options.WarmupSeconds,
            WindowSeconds = _options.WindowSeconds,
            Seed = _seed,
            IsComplete = isComplete,
        };
    }

    private async Task LaunchAllAsync(Action<MatrixProgress> report, CancellationToken ct)
    {
        var random = new Random((int)(_seed ^ (_seed >> 32)));
        int done = 0;
        int total = _options.Rounds * _groups.Sum(g => g.Cells.Count(c => !c.Strategy.IsDefault) + 2);
        for (int round = 0; round < _options.Rounds; round++)
        {
            (MatrixGroup Group, string Seam, ResolvedArm Arm)[] order = [.. _groups.SelectMany(Arms)];
            random.Shuffle(order);
            foreach ((MatrixGroup group, string seam, ResolvedArm arm) in order)
            {
                ct.ThrowIfCancellationRequested();
                report(new MatrixProgress(done, total, $"round {round + 1}, {MatrixPlace.Of(group.Scenario, group.Beside)}: {seam}{arm.Name}"));
                await LaunchAsync(group, seam, arm, round, done++, ct);
            }
        }
    }

    private static IEnumerable<(MatrixGroup Group, string Seam, ResolvedArm Arm)> Arms(MatrixGroup group) =>
    [
        (group, "", group.Default),
        (group, "", group.Default with { Name = ArmNames.Twin }),
        .. group.Cells.Where(c => !c.Strategy.IsDefault).Select(c => (group, c.Seam.Id + " ", c.Arm)),
    ];

    private async Task LaunchAsync(MatrixGroup group, string seam, ResolvedArm arm, int round, int slot, CancellationToken ct)
    {
        LaunchOutcome outcome = await _launcher.RunAsync(
            new LaunchRequest
            {
                LaunchId = LaunchIds.New(),
                RunId = RunId,
                Arm = arm,
                Kind = LaunchKind.Pilot,
                Scenario = group.Scenario,
                Load = Load,
                Environment = new EnvironmentSpec { PoolSpin = false },
                Layout = CpuLayout.Shared,
                WarmupSeconds = _options.WarmupSeconds,
                WindowSeconds = _options.WindowSeconds,
                LoadSeed = LaunchSeeds.For(_seed, 0, round, 0, slot),
            },
            ct);
        (MatrixGroup Group, string) key = (group, seam + arm.Name);
        if (outcome.Record.State == LaunchState.Completed)
        {
            List(_launches, key).Add(outcome.Record);
        }
        else
        {
            List(_failures, key).Add(outcome.Record.Failure ?? "it failed without a word");
        }
    }

    private MatrixRow Row(MatrixGroup group, MatrixCell cell)
    {
        string key = cell.Strategy.IsDefault ? ArmNames.Baseline : $"{cell.Seam.Id} {cell.Strategy.Id}";
        return new MatrixRow
        {
            Seam = cell.Seam.Id,
            Strategy = cell.Strategy.Id,
            Scenario = group.Scenario,
            Beside = group.Beside,
            IsDefault = cell.Strategy.IsDefault,
            Samples = Samples(group, key, cell),
            MinHitsPerMessage = cell.Strategy.MinHitsPerMessage / MessagesPerEvent(group),
            Failures = _failures.GetValueOrDefault((group, key)) ?? [],
        };
    }

    private static int MessagesPerEvent(MatrixGroup group) => ScenarioCatalog.Find(group.Scenario)!.MessagesPerEvent(Load);

    private MatrixSample[] Samples(MatrixGroup group, string key, MatrixCell? cell) =>
        _launches.TryGetValue((group, key), out List<LaunchRecord>? launches) ? [.. launches.Select(l => Sample(l, cell, MessagesPerEvent(group)))] : [];

    private static List<T> List<T>(Dictionary<(MatrixGroup, string), List<T>> lists, (MatrixGroup, string) key)
    {
        if (!lists.TryGetValue(key, out List<T>? list))
        {
            lists.Add(key, list = []);
        }

        return list;
    }

    /// <summary>Messages through the seam count only where the strategy's own code says that it ran. A twin stands for no seam.</summary>
    private static double Hits(LaunchRecord record, MatrixCell? cell, int messagesPerEvent) =>
        cell is null || !record.HitsPerMessage.TryGetValue(cell.Seam.Id, out double hits) ? double.NaN
        : OwnCodeRule.Objection(record, cell.Strategy, messagesPerEvent) is null ? hits : 0;

    private static MatrixSample Sample(LaunchRecord record, MatrixCell? cell, int messagesPerEvent) => new(
        record.Metrics[MetricIds.BytesPerMessage],
        record.Metrics[MetricIds.CpuUsPerMessage],
        record.Metrics[MetricIds.WritesPerMessage],
        record.Metrics[MetricIds.ReadsPerMessage],
        Hits(record, cell, messagesPerEvent),
        LaunchMetrics.Messages(record.Begin!, record.End!));
}
