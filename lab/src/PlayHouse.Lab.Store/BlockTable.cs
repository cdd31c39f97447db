using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>How an attempt at a block ended.</summary>
public enum BlockOutcome
{
    /// <summary>Four complete launches that count.</summary>
    Accepted,

    /// <summary>Disturbed from outside both arms; runs of older builds repeated it.</summary>
    Contaminated,

    /// <summary>A launch failed; repeated.</summary>
    Failed,
}

/// <summary>One attempt at one block.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Block">Index from 0.</param>
/// <param name="Attempt">Attempt from 0; a repeated block keeps its index.</param>
/// <param name="Order">Order of its launches.</param>
/// <param name="Outcome">How it ended.</param>
/// <param name="Cause">Why it does not count; null when accepted.</param>
public sealed record BlockResult(string RunId, int Block, int Attempt, BlockOrder Order, BlockOutcome Outcome, string? Cause);

/// <summary>A block that counts, with its launches in slot order.</summary>
/// <param name="Result">The attempt.</param>
/// <param name="Launches">Its completed timed launches: four, or two of a pair.</param>
public sealed record AcceptedBlock(BlockResult Result, IReadOnlyList<LaunchRecord> Launches);

/// <summary>Results of blocks. One attempt per index is accepted; the database refuses a second.</summary>
public sealed class BlockTable
{
    private readonly StoreDatabase _database;

    internal BlockTable(StoreDatabase database) => _database = database;

    /// <summary>
    /// Stores how an attempt ended; appends and returns <c>block-ended</c> (<see cref="BlockEndedData"/>). Accepting needs all
    /// completed timed launches of that attempt.
    /// </summary>
    public Task<RunEvent> SaveAsync(BlockResult result, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(result);
        return _database.WriteAsync((c, t) => Save(c, t, result), cancellation);
    }

    /// <summary>All attempts, by index and attempt.</summary>
    public Task<IReadOnlyList<BlockResult>> ListAsync(string runId, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<BlockResult>>((c, t) => [.. Read(c, t, runId)], cancellation);

    /// <summary>The blocks that count, with their launches, by index.</summary>
    public Task<IReadOnlyList<AcceptedBlock>> ListAcceptedAsync(string runId, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<AcceptedBlock>>(
            (c, t) =>
            {
                ILookup<long, LaunchRecord> launches = c
                    .Query<LaunchRow>(Statements.SelectAcceptedLaunches, new { runId }, t)
                    .ToLookup(r => r.Block, r => StoreJson.Read<LaunchRecord>(r.Record, $"a launch of block {r.Block} of run {runId}"));
                return [.. Read(c, t, runId).Where(b => b.Outcome == BlockOutcome.Accepted).Select(b => new AcceptedBlock(b, [.. launches[b.Block]]))];
            },
            cancellation);

    private RunEvent Save(SqliteConnection connection, SqliteTransaction transaction, BlockResult result)
    {
        RunRecord run = RunTable.Read(connection, transaction, result.RunId) ?? throw RunTable.NotFound(result.RunId);
        Insert(connection, transaction, run.Plan, result, _database.NowMs);
        int accepted = connection.ExecuteScalar<int>(Statements.CountAccepted, new { runId = result.RunId }, transaction);
        var data = new BlockEndedData(
            result.Block, result.Attempt, LabJson.Word(result.Outcome), result.Cause, accepted, run.Plan.Looks.Count == 0 ? 0 : run.Plan.Looks[^1]);
        return EventLog.Append(_database, connection, transaction, result.RunId, RunEventTypes.BlockEnded, StoreJson.Write(data));
    }

    /// <summary>Stores how an attempt ended; accepting needs all completed timed launches of that attempt.</summary>
    internal static void Insert(SqliteConnection connection, SqliteTransaction transaction, RunPlan plan, BlockResult result, long nowMs)
    {
        var parameters = new
        {
            runId = result.RunId,
            block = result.Block,
            attempt = result.Attempt,
            order = LabJson.Word(result.Order),
            outcome = LabJson.Word(result.Outcome),
            cause = result.Cause,
            nowMs,
        };
        if (result.Outcome == BlockOutcome.Accepted)
        {
            long slots = connection.ExecuteScalar<long>(Statements.CountSlots, parameters, transaction);
            if (slots != plan.LaunchesPerBlock())
            {
                throw new StoreException(
                    StoreProblem.Invalid,
                    $"block {result.Block} attempt {result.Attempt} of {result.RunId} has {slots} of {plan.LaunchesPerBlock()} completed launches and cannot be accepted");
            }
        }

        connection.Execute(Statements.InsertBlock, parameters, transaction);
    }

    private static IEnumerable<BlockResult> Read(SqliteConnection connection, SqliteTransaction transaction, string runId) =>
        connection.Query<Row>(Statements.SelectBlocks, new { runId }, transaction).Select(r => new BlockResult(
            r.RunId, (int)r.Block, (int)r.Attempt, StoreJson.Parse<BlockOrder>(r.LaunchOrder), StoreJson.Parse<BlockOutcome>(r.Outcome), r.Cause));

    private sealed class Row
    {
        public string RunId { get; init; } = "";

        public long Block { get; init; }

        public long Attempt { get; init; }

        public string LaunchOrder { get; init; } = "";

        public string Outcome { get; init; } = "";

        public string? Cause { get; init; }
    }

    private sealed class LaunchRow
    {
        public long Block { get; init; }

        public string Record { get; init; } = "";
    }
}
