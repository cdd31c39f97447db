using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>A histogram of a launch as it is kept.</summary>
/// <param name="LaunchId">The launch.</param>
/// <param name="Arm">Its arm.</param>
/// <param name="Data">The versioned compressed form; whatever was stored.</param>
public sealed record StoredHistogram(string LaunchId, string Arm, byte[] Data);

/// <summary>Launch records. The record's histograms are kept apart as bytes; only <see cref="FindAsync"/> puts them back.</summary>
public sealed class LaunchTable
{
    private readonly StoreDatabase _database;

    internal LaunchTable(StoreDatabase database) => _database = database;

    /// <summary>
    /// Stores a launch with its metric values and histograms, and appends and returns <c>launch-ended</c>
    /// (<see cref="LaunchEndedData"/>). A metric that is not a finite number has no value. A second completed launch in the same slot
    /// of the same attempt is refused.
    /// </summary>
    public Task<RunEvent> SaveAsync(LaunchRecord launch, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(launch);
        return _database.WriteAsync((c, t) => Save(c, t, launch), cancellation);
    }

    /// <summary>One launch, complete with histograms, or null.</summary>
    public Task<LaunchRecord?> FindAsync(string launchId, CancellationToken cancellation = default) =>
        _database.ReadAsync((c, t) => Find(c, t, launchId), cancellation);

    /// <summary>Launches of a run in the order in which they started, without histograms.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="kind">Only this kind; null for all.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public Task<IReadOnlyList<LaunchRecord>> ListAsync(
        string runId, LaunchKind? kind = null, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<LaunchRecord>>(
            (c, t) =>
            [
                .. c.Query<string>(
                        Statements.SelectLaunches, new { runId, kind = kind is { } k ? LabJson.Word(k) : null }, t)
                    .Select(json => StoreJson.Read<LaunchRecord>(json, $"a launch of run {runId}")),
            ],
            cancellation);

    /// <summary>The fingerprint of the first timed launch of a run that has one; null where none has. Launches after it are not read.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public Task<IReadOnlyDictionary<string, string>?> FindFingerprintAsync(string runId, CancellationToken cancellation = default) =>
        _database.ReadAsync(
            (c, t) => c.Query<string>(Statements.SelectLaunches, new { runId, kind = LabJson.Word(LaunchKind.Timed) }, t, buffered: false)
                .Select(json => StoreJson.Read<LaunchRecord>(json, $"a launch of run {runId}").Fingerprint)
                .FirstOrDefault(f => f.Count > 0),
            cancellation);

    /// <summary>One histogram of each completed timed launch of a run that has it, in the order in which they started. One statement.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="role">Which histogram: latency, service, lateness.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public Task<IReadOnlyList<StoredHistogram>> ListHistogramsAsync(string runId, string role, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<StoredHistogram>>(
            (c, t) => [.. c.Query<HistogramRow>(Statements.SelectHistogramsOfRun, new { runId, role }, t).Select(r => new StoredHistogram(r.LaunchId, r.Arm, r.Data))],
            cancellation);

    private RunEvent Save(SqliteConnection connection, SqliteTransaction transaction, LaunchRecord launch)
    {
        RunTable.RequireRun(connection, transaction, launch.RunId);
        Insert(connection, transaction, launch);
        var data = new LaunchEndedData(
            launch.Id, launch.Arm, launch.Kind, launch.State, launch.Failure,
            Metric(launch, MetricIds.BytesPerMessage), Metric(launch, MetricIds.CpuUsPerMessage), Metric(launch, MetricIds.AchievedRate),
            launch.IsCalibration);
        return EventLog.Append(_database, connection, transaction, launch.RunId, RunEventTypes.LaunchEnded, StoreJson.Write(data));
    }

    /// <summary>Stores a launch with its metric values and histograms.</summary>
    internal static void Insert(SqliteConnection connection, SqliteTransaction transaction, LaunchRecord launch)
    {
        LaunchRecord bare = launch.Load is { } load
            ? launch with { Load = load with { Histograms = new Dictionary<string, string>() } }
            : launch;
        connection.Execute(
            Statements.InsertLaunch,
            new
            {
                id = launch.Id,
                runId = launch.RunId,
                arm = launch.Arm,
                kind = LabJson.Word(launch.Kind),
                block = launch.Block,
                attempt = launch.Attempt,
                slot = launch.Slot,
                state = LabJson.Word(launch.State),
                startedMs = launch.StartedAt.ToUnixTimeMilliseconds(),
                record = StoreJson.Write(bare),
            },
            transaction);
        // One command for all of them: a statement is prepared once.
        connection.Execute(
            Statements.InsertMetric,
            launch.Metrics.Select(m => new { launchId = launch.Id, metric = m.Key, value = double.IsFinite(m.Value) ? m.Value : (double?)null }),
            transaction);

        foreach ((string role, string base64) in launch.Load?.Histograms ?? new Dictionary<string, string>())
        {
            connection.Execute(Statements.InsertHistogram, new { launchId = launch.Id, role, data = Decode(role, base64) }, transaction);
        }
    }

    private static double? Metric(LaunchRecord launch, string id) =>
        launch.Metrics.TryGetValue(id, out double value) && double.IsFinite(value) ? value : null;

    private static LaunchRecord? Find(SqliteConnection connection, SqliteTransaction transaction, string id)
    {
        string? json = connection.QuerySingleOrDefault<string>(Statements.SelectLaunch, new { id }, transaction);
        if (json is null)
        {
            return null;
        }

        LaunchRecord launch = StoreJson.Read<LaunchRecord>(json, $"launch {id}");
        var histograms = connection.Query<HistogramRow>(Statements.SelectHistograms, new { id }, transaction)
            .ToDictionary(r => r.Role, r => Convert.ToBase64String(r.Data));
        return launch.Load is null ? launch : launch with { Load = launch.Load with { Histograms = histograms } };
    }

    private static byte[] Decode(string role, string base64)
    {
        byte[] data = new byte[base64.Length];
        return Convert.TryFromBase64String(base64, data, out int length)
            ? data[..length]
            : throw new StoreException(StoreProblem.Invalid, $"histogram '{role}' is not Base64");
    }

    private sealed class HistogramRow
    {
        public string LaunchId { get; init; } = "";

        public string Arm { get; init; } = "";

        public string Role { get; init; } = "";

        public byte[] Data { get; init; } = [];
    }
}
