using System.Text.Json;
using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>
/// The append-only log of each run. The store itself appends what follows from its own calls (see each call); callers append the rest.
/// </summary>
public sealed class EventLog
{
    /// <summary>Most characters of one event's JSON; a longer one is refused.</summary>
    public const int MaxBodyCharacters = 262_144;

    /// <summary>Most events of one read; the caller asks again from the last number.</summary>
    public const int MaxPage = 1_000;

    private readonly StoreDatabase _database;

    internal EventLog(StoreDatabase database) => _database = database;

    /// <summary>Appends one event. Numbers of a run are 1, 2, 3 … without gaps, whichever process appends.</summary>
    /// <param name="runId">An existing run.</param>
    /// <param name="type">See <see cref="RunEventTypes"/>.</param>
    /// <param name="json">A JSON object of at most <see cref="MaxBodyCharacters"/> characters.</param>
    /// <param name="cancellation">Stops before the write.</param>
    public Task<RunEvent> AppendAsync(string runId, string type, string json = "{}", CancellationToken cancellation = default)
    {
        Check(type, json);
        return _database.WriteAsync(
            (c, t) =>
            {
                RunTable.RequireRun(c, t, runId);
                return Append(_database, c, t, runId, type, json);
            },
            cancellation);
    }

    /// <summary>Events after a number, oldest first.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="afterSeq">0 for all.</param>
    /// <param name="limit">At most this many, capped at <see cref="MaxPage"/>.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public Task<IReadOnlyList<RunEvent>> ReadAsync(
        string runId, long afterSeq = 0, int limit = MaxPage, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<RunEvent>>(
            (c, t) =>
            [
                .. c.Query<Row>(Statements.SelectEvents, new { runId, afterSeq, limit = Math.Clamp(limit, 1, MaxPage) }, t)
                    .Select(r => new RunEvent(r.RunId, r.Seq, StoreJson.Time(r.TimeMs), r.Type, r.Body)),
            ],
            cancellation);

    /// <summary>Appends inside a larger transaction, so that a change and its event are stored together or not at all.</summary>
    internal static RunEvent Append(
        StoreDatabase database, SqliteConnection connection, SqliteTransaction transaction, string runId, string type, string json)
    {
        long nowMs = database.NowMs;
        long seq = connection.ExecuteScalar<long>(Statements.InsertEvent, new { runId, nowMs, type, body = json }, transaction);
        return new RunEvent(runId, seq, StoreJson.Time(nowMs), type, json);
    }

    internal static void Check(string type, string json)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(type);
        ArgumentNullException.ThrowIfNull(json);
        if (json.Length > MaxBodyCharacters)
        {
            throw new StoreException(StoreProblem.Invalid, $"an event of {json.Length} characters is above the limit of {MaxBodyCharacters}");
        }

        try
        {
            using JsonDocument document = JsonDocument.Parse(json);
            if (document.RootElement.ValueKind != JsonValueKind.Object)
            {
                throw new StoreException(StoreProblem.Invalid, "the body of an event is a JSON object");
            }
        }
        catch (JsonException e)
        {
            throw new StoreException(StoreProblem.Invalid, $"the body of an event is not JSON: {e.Message}", e);
        }
    }

    private sealed class Row
    {
        public string RunId { get; init; } = "";

        public long Seq { get; init; }

        public long TimeMs { get; init; }

        public string Type { get; init; } = "";

        public string Body { get; init; } = "";
    }
}
