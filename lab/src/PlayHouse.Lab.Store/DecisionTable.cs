using Dapper;
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

    /// <summary>UTC; set by the store on save.</summary>
    public DateTimeOffset CreatedAt { get; init; }
}

/// <summary>Decisions, append-only.</summary>
public sealed class DecisionTable
{
    private readonly StoreDatabase _database;

    internal DecisionTable(StoreDatabase database) => _database = database;

    /// <summary>Stores a decision. Every cited run and the superseded decision must exist, the id must not.</summary>
    public Task SaveAsync(DecisionRecord decision, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(decision);
        return _database.WriteAsync(
            (c, t) =>
            {
                c.Execute(
                    Statements.InsertDecision,
                    new { id = decision.Id, nowMs = _database.NowMs, supersedes = decision.Supersedes, body = decision.Body },
                    t);
                foreach (string runId in decision.RunIds.Distinct(StringComparer.Ordinal))
                {
                    RunTable.RequireRun(c, t, runId);
                    c.Execute(Statements.InsertDecisionRun, new { id = decision.Id, runId }, t);
                }

                return true;
            },
            cancellation);
    }

    /// <summary>All decisions, oldest first.</summary>
    public Task<IReadOnlyList<DecisionRecord>> ListAsync(CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<DecisionRecord>>(
            (c, t) =>
            {
                ILookup<string, string> runs = c.Query<CitedRow>(Statements.SelectDecisionRuns, transaction: t)
                    .ToLookup(r => r.DecisionId, r => r.RunId);
                return
                [
                    .. c.Query<Row>(Statements.SelectDecisions, transaction: t).Select(r => new DecisionRecord
                    {
                        Id = r.Id,
                        RunIds = [.. runs[r.Id]],
                        Body = r.Body,
                        Supersedes = r.Supersedes,
                        CreatedAt = StoreJson.Time(r.CreatedMs),
                    }),
                ];
            },
            cancellation);

    private sealed class Row
    {
        public string Id { get; init; } = "";

        public long CreatedMs { get; init; }

        public string? Supersedes { get; init; }

        public string Body { get; init; } = "";
    }

    private sealed class CitedRow
    {
        public string DecisionId { get; init; } = "";

        public string RunId { get; init; } = "";
    }
}
