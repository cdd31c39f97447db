using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>The process that executes a run.</summary>
/// <param name="Process">Who.</param>
/// <param name="HeartbeatAt">Last sign of life, UTC.</param>
public sealed record RunOwner(ProcessIdentity Process, DateTimeOffset HeartbeatAt)
{
    /// <summary>True when no process executes the run any more: no heartbeat for too long, or the process is gone.</summary>
    public bool IsStale(DateTimeOffset now) =>
        now - HeartbeatAt > RunOwnership.StaleAfter || Process.IsAlive() == false;
}

/// <summary>Outcome of an attempt to own a run.</summary>
/// <param name="IsTaken">True when the caller owns the run now.</param>
/// <param name="Previous">The owner found there: the holder when refused, the stale one when taken over, or null.</param>
public sealed record OwnershipAttempt(bool IsTaken, RunOwner? Previous);

/// <summary>One owner per run: the process that holds it launches, and shows a heartbeat while it does.</summary>
public sealed class RunOwnership
{
    private readonly StoreDatabase _database;

    internal RunOwnership(StoreDatabase database) => _database = database;

    /// <summary>Age of a heartbeat above which its owner counts as dead.</summary>
    public static TimeSpan StaleAfter { get; } = TimeSpan.FromSeconds(15);

    /// <summary>Interval at which an owner should call <see cref="HeartbeatAsync"/>.</summary>
    public static TimeSpan HeartbeatInterval { get; } = TimeSpan.FromSeconds(3);

    /// <summary>
    /// Takes a run that is free, stale, or already the caller's; of several callers exactly one succeeds. Replacing a stale owner
    /// appends <c>owner-changed</c>; taking a cancelled run clears its cancel flag, because resuming it is a wish to continue.
    /// </summary>
    public Task<OwnershipAttempt> TryTakeAsync(string runId, ProcessIdentity process, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(process);
        return _database.WriteAsync((c, t) => Take(c, t, runId, process), cancellation);
    }

    /// <summary>Shows a sign of life. False: the caller does not own the run any more and must stop launching.</summary>
    public Task<bool> HeartbeatAsync(string runId, ProcessIdentity process, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(process);
        return _database.WriteAsync((c, t) => c.Execute(Statements.UpdateHeartbeat, Parameters(runId, process), t) == 1, cancellation);
    }

    /// <summary>Gives the run up. False: it was not the caller's.</summary>
    public Task<bool> ReleaseAsync(string runId, ProcessIdentity process, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(process);
        return _database.WriteAsync((c, t) => c.Execute(Statements.ClearOwner, Parameters(runId, process), t) == 1, cancellation);
    }

    /// <summary>The owner as stored, stale or not; null for none.</summary>
    public Task<RunOwner?> FindAsync(string runId, CancellationToken cancellation = default) =>
        _database.ReadAsync((c, t) => Read(c, t, runId).ToOwner(), cancellation);

    private OwnershipAttempt Take(SqliteConnection connection, SqliteTransaction transaction, string runId, ProcessIdentity process)
    {
        OwnerRow row = Read(connection, transaction, runId);
        RunOwner? owner = row.ToOwner();
        bool isOurs = owner?.Process == process;
        if (owner is not null && !isOurs && !owner.IsStale(_database.Clock.GetUtcNow()))
        {
            return new OwnershipAttempt(false, owner);
        }

        if (row.State == LabJson.Word(RunState.Completed))
        {
            throw new StoreException(StoreProblem.Conflict, $"run {runId} is completed; nothing is left to execute");
        }

        connection.Execute(Statements.UpdateOwner, Parameters(runId, process), transaction);
        if (row.State == LabJson.Word(RunState.Cancelled))
        {
            connection.Execute(Statements.ClearCancel, new { runId }, transaction);
        }

        if (owner is not null && !isOurs)
        {
            string json = StoreJson.Write(new { from = owner.Process, to = process });
            EventLog.Append(_database, connection, transaction, runId, RunEventTypes.OwnerChanged, json);
        }

        return new OwnershipAttempt(true, isOurs ? null : owner);
    }

    private static OwnerRow Read(SqliteConnection connection, SqliteTransaction transaction, string runId) =>
        connection.QuerySingleOrDefault<OwnerRow>(Statements.SelectOwner, new { runId }, transaction) ?? throw RunTable.NotFound(runId);

    private object Parameters(string runId, ProcessIdentity process) => new
    {
        runId,
        machine = process.Machine,
        pid = process.Pid,
        startMs = process.StartedAt.ToUnixTimeMilliseconds(),
        nowMs = _database.NowMs,
    };
}

/// <summary>The owner columns of a run.</summary>
internal class OwnerRow
{
    public string State { get; init; } = "";

    public string? OwnerMachine { get; init; }

    public long? OwnerPid { get; init; }

    public long? OwnerStartMs { get; init; }

    public long? HeartbeatMs { get; init; }

    public RunOwner? ToOwner() => OwnerMachine is null
        ? null
        : new RunOwner(
            new ProcessIdentity(OwnerMachine, (int)OwnerPid.GetValueOrDefault(), StoreJson.Time(OwnerStartMs.GetValueOrDefault())),
            StoreJson.Time(HeartbeatMs.GetValueOrDefault()));
}
