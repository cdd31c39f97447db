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
    /// run) the machine. Two statements however many runs there are.
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
        List<LaunchRecord> launches = [];
        Dictionary<string, double> metrics = [];
        ValueRow? open = null;
        foreach (ValueRow row in connection.Query<ValueRow>(Statements.SelectHistoryValues, parameters, transaction, buffered: false))
        {
            if (open?.LaunchId != row.LaunchId)
            {
                Close();
                metrics = [];
                open = row;
            }

            metrics[string.Intern(row.Metric)] = row.Value;
        }

        Close();
        return launches.ToLookup(l => l.RunId, StringComparer.Ordinal);

        void Close()
        {
            if (open is not null)
            {
                machines.Remove(open.RunId, out string? machine);
                launches.Add(open.ToLaunch(metrics, machine));
            }
        }
    }

    private sealed class MachineRow
    {
        public string RunId { get; init; } = "";

        public string? Fingerprint { get; init; }
    }

    private sealed class ValueRow
    {
        public string RunId { get; init; } = "";

        public string LaunchId { get; init; } = "";

        public string Arm { get; init; } = "";

        public long Block { get; init; }

        public long Attempt { get; init; }

        public long Slot { get; init; }

        public long StartedMs { get; init; }

        public string Metric { get; init; } = "";

        public double Value { get; init; }

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
