using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>Metric values of many runs, read from their own columns: no launch record is opened for a history.</summary>
public sealed class HistoryTable
{
    private readonly StoreDatabase _database;

    internal HistoryTable(StoreDatabase database) => _database = database;

    /// <summary>
    /// Completed timed launches of the newest runs of an experiment, by run: metrics, place, start, and (on the first launch of a
    /// run) the machine. Three statements however many runs there are.
    /// </summary>
    /// <param name="experimentId">The experiment.</param>
    /// <param name="runsMax">Newest runs that are read, capped at <see cref="RunTable.MaxListed"/>.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public Task<ILookup<string, LaunchRecord>> ListAsync(string experimentId, int runsMax, CancellationToken cancellation = default)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(experimentId);
        return _database.ReadAsync((c, t) => Read(c, t, new { experimentId, limit = Math.Clamp(runsMax, 1, RunTable.MaxListed) }), cancellation);
    }

    private static ILookup<string, LaunchRecord> Read(SqliteConnection connection, SqliteTransaction transaction, object parameters)
    {
        Dictionary<string, string?> machines = connection.Query<MachineRow>(Statements.SelectHistoryMachines, parameters, transaction)
            .ToDictionary(m => m.RunId, m => m.Fingerprint, StringComparer.Ordinal);
        Dictionary<string, Dictionary<string, double>> values = Values(connection, transaction, parameters);
        List<LaunchRecord> launches = [];
        foreach (LaunchRow row in connection.Query<LaunchRow>(Statements.SelectHistoryLaunches, parameters, transaction, buffered: false))
        {
            if (values.TryGetValue(row.LaunchId, out Dictionary<string, double>? metrics))
            {
                machines.Remove(row.RunId, out string? machine);
                launches.Add(row.ToLaunch(metrics, machine));
            }
        }

        return launches.ToLookup(l => l.RunId, StringComparer.Ordinal);
    }

    // Most of a history: read column by column, and a name that comes again is the same string.
    private static Dictionary<string, Dictionary<string, double>> Values(SqliteConnection connection, SqliteTransaction transaction, object parameters)
    {
        Dictionary<string, Dictionary<string, double>> values = new(StringComparer.Ordinal);
        Dictionary<string, string> names = new(StringComparer.Ordinal);
        Dictionary<string, double> own = [];
        string launch = "";
        using var reader = connection.ExecuteReader(Statements.SelectHistoryValues, parameters, transaction);
        while (reader.Read())
        {
            string id = reader.GetString(0);
            if (id != launch)
            {
                launch = id;
                own = values.TryGetValue(id, out Dictionary<string, double>? there) ? there : values[id] = new Dictionary<string, double>(own.Count, StringComparer.Ordinal);
            }

            string read = reader.GetString(1);
            if (!names.TryGetValue(read, out string? name))
            {
                names[read] = name = read;
            }

            own[name] = reader.GetDouble(2);
        }

        return values;
    }

    private sealed class MachineRow
    {
        public string RunId { get; init; } = "";

        public string? Fingerprint { get; init; }
    }

    private sealed class LaunchRow
    {
        public string RunId { get; init; } = "";

        public string LaunchId { get; init; } = "";

        public string Arm { get; init; } = "";

        public long Block { get; init; }

        public long Attempt { get; init; }

        public long Slot { get; init; }

        public long StartedMs { get; init; }

        public LaunchRecord ToLaunch(Dictionary<string, double> metrics, string? machine) => new()
        {
            Id = LaunchId,
            RunId = RunId,
            Arm = string.Intern(Arm),
            Kind = LaunchKind.Timed,
            State = LaunchState.Completed,
            Block = (int)Block,
            Attempt = (int)Attempt,
            Slot = (int)Slot,
            StartedAt = StoreJson.Time(StartedMs),
            Metrics = metrics,
            Fingerprint = machine is null
                ? new Dictionary<string, string>()
                : StoreJson.Read<Dictionary<string, string>>(machine, $"the machine of run {RunId}"),
        };
    }
}
