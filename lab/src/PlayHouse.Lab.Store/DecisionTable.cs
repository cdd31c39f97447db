using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>A person's decision and the runs it rests on. Never edited: a new one supersedes it.</summary>
public sealed record DecisionRecord
{
    /// <summary>Id, <c>d-0007</c>.</summary>
    public required string Id { get; init; }

    /// <summary>Runs that are its evidence; they and their files stay as long as the store.</summary>
    public required IReadOnlyList<string> RunIds { get; init; }

    /// <summary>The text of the decision file.</summary>
    public required string Body { get; init; }

    /// <summary>The decision it replaces, or null.</summary>
    public string? Supersedes { get; init; }

    /// <summary>The decision as data; null in stores of older builds.</summary>
    public Decision? Decision { get; init; }

    /// <summary>UTC; set by the store on save.</summary>
    public DateTimeOffset CreatedAt { get; init; }

    /// <summary>When its files were written, UTC; null while they were not. Set by the store.</summary>
    public DateTimeOffset? WrittenAt { get; init; }

    /// <summary>When its change of the workspace's strategies was written, UTC; null while it was not. Set by the store.</summary>
    public DateTimeOffset? AppliedAt { get; init; }
}

/// <summary>
/// Decisions, append-only. What a decision does outside the store (its files, the workspace's strategies) is done inside a write
/// transaction of the store, so that of two processes one comes first, and is marked when it is done, so that it can be done later
/// when the process dies in between.
/// </summary>
public sealed class DecisionTable
{
    private readonly StoreDatabase _database;

    internal DecisionTable(StoreDatabase database) => _database = database;

    /// <summary>Stores a decision. Every cited run and the superseded decision must exist, the id must not, and nothing may have superseded it.</summary>
    /// <param name="decision">The decision.</param>
    /// <param name="check">Called while no other process can write; throws to refuse.</param>
    /// <param name="cancellation">Stops before the write.</param>
    public Task SaveAsync(DecisionRecord decision, Action? check = null, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(decision);
        return _database.WriteAsync((c, t) => Save(c, t, decision, check), cancellation, isDurable: true);
    }

    /// <summary>Does what puts the files of a decision in place and marks them as written, unless that was done before.</summary>
    public Task WriteFilesAsync(string id, Action write, CancellationToken cancellation = default) =>
        OnceAsync(Statements.UpdateDecisionWritten, id, write, cancellation);

    /// <summary>
    /// Does what writes the workspace's strategies and marks the decision as applied; false when that was done before.
    /// <paramref name="write"/> may throw to refuse: nothing is marked then.
    /// </summary>
    public Task<bool> ApplyAsync(string id, Action write, CancellationToken cancellation = default) =>
        OnceAsync(Statements.UpdateDecisionApplied, id, write, cancellation);

    /// <summary>All decisions, oldest first.</summary>
    public Task<IReadOnlyList<DecisionRecord>> ListAsync(CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<DecisionRecord>>(
            (c, t) =>
            {
                ILookup<string, string> runs = c.Query<CitedRow>(Statements.SelectDecisionRuns, transaction: t)
                    .ToLookup(r => r.DecisionId, r => r.RunId);
                return [.. c.Query<Row>(Statements.SelectDecisions, transaction: t).Select(r => r.ToRecord([.. runs[r.Id]]))];
            },
            cancellation);

    private bool Save(SqliteConnection connection, SqliteTransaction transaction, DecisionRecord decision, Action? check)
    {
        check?.Invoke();
        connection.Execute(
            Statements.InsertDecision,
            new
            {
                id = decision.Id,
                nowMs = _database.NowMs,
                supersedes = decision.Supersedes,
                body = decision.Body,
                record = decision.Decision is null ? null : StoreJson.Write(decision.Decision),
            },
            transaction);
        foreach (string runId in decision.RunIds.Distinct(StringComparer.Ordinal))
        {
            RunTable.RequireRun(connection, transaction, runId);
            connection.Execute(Statements.InsertDecisionRun, new { id = decision.Id, runId }, transaction);
        }

        return true;
    }

    // The mark comes first: it holds the store's one write lock, and an exception takes it back.
    private Task<bool> OnceAsync(string mark, string id, Action write, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(write);
        return _database.WriteAsync(
            (c, t) =>
            {
                bool isFirst = c.Execute(mark, new { id, nowMs = _database.NowMs }, t) == 1;
                if (isFirst)
                {
                    write();
                }

                return isFirst;
            },
            cancellation,
            isDurable: true);
    }

    private sealed class Row
    {
        public string Id { get; init; } = "";

        public long CreatedMs { get; init; }

        public string? Supersedes { get; init; }

        public string Body { get; init; } = "";

        public string? Record { get; init; }

        public long? WrittenMs { get; init; }

        public long? AppliedMs { get; init; }

        public DecisionRecord ToRecord(IReadOnlyList<string> runIds) => new()
        {
            Id = Id,
            RunIds = runIds,
            Body = Body,
            Supersedes = Supersedes,
            Decision = Record is null ? null : StoreJson.Read<Decision>(Record, $"decision {Id}"),
            CreatedAt = StoreJson.Time(CreatedMs),
            WrittenAt = WrittenMs is { } written ? StoreJson.Time(written) : null,
            AppliedAt = AppliedMs is { } applied ? StoreJson.Time(applied) : null,
        };
    }

    private sealed class CitedRow
    {
        public string DecisionId { get; init; } = "";

        public string RunId { get; init; } = "";
    }
}
