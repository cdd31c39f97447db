using System.Security.Cryptography;
using System.Text;
using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>Runs and what belongs to a run as a whole.</summary>
public sealed class RunTable
{
    /// <summary>Most rows of one list.</summary>
    public const int MaxListed = 10_000;

    private const int CandidatesShown = 8;
    private readonly StoreDatabase _database;

    private readonly RunBodies _bodies = new();

    internal RunTable(StoreDatabase database) => _database = database;

    /// <summary>Stores a run with its whole plan (order, seed, arms), before anything is launched.</summary>
    /// <exception cref="StoreException"><see cref="StoreProblem.Conflict"/> when the id exists.</exception>
    public Task<RunRecord> CreateAsync(RunPlan plan, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return _database.WriteAsync((c, t) => Create(c, t, plan), cancellation);
    }

    /// <summary>The run with exactly this id, or null.</summary>
    public Task<RunRecord?> FindAsync(string runId, CancellationToken cancellation = default) =>
        _database.ReadAsync((c, t) => Read(c, t, runId), cancellation);

    /// <summary>The run with this id, or the only one whose id begins so; the leading <c>r-</c> may be left out.</summary>
    /// <exception cref="StoreException">
    /// <see cref="StoreProblem.NotFound"/>, or <see cref="StoreProblem.Ambiguous"/> with the candidates in the message.
    /// </exception>
    public Task<RunRecord> ResolveAsync(string idOrPrefix, CancellationToken cancellation = default)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(idOrPrefix);
        return _database.ReadAsync((c, t) => Resolve(c, t, idOrPrefix.Trim()), cancellation);
    }

    /// <summary>Runs with their last verdict, newest first.</summary>
    /// <param name="experimentId">Only this experiment; null for all.</param>
    /// <param name="limit">At most this many, capped at <see cref="MaxListed"/>.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public Task<IReadOnlyList<RunSummary>> ListAsync(
        string? experimentId = null, int limit = 100, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<RunSummary>>(
            (c, t) =>
            [
                .. c.Query<SummaryRow>(Statements.SelectRunSummaries, new { experimentId, limit = Math.Clamp(limit, 1, MaxListed) }, t)
                    .Select(r => r.ToSummary()),
            ],
            cancellation);

    /// <summary>
    /// Runs with plan and latest verdict, newest first. Two statements however many runs there are; what was read once and cannot
    /// change is not read again.
    /// </summary>
    /// <param name="experimentId">Only this experiment; null for all.</param>
    /// <param name="limit">At most this many, capped at <see cref="MaxListed"/>.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public Task<IReadOnlyList<ListedRun>> ListWholeAsync(string? experimentId = null, int limit = 100, CancellationToken cancellation = default) =>
        _database.ReadAsync(
            (c, t) => _bodies.Complete(
                c, t, [.. c.Query<SummaryRow>(Statements.SelectRunSummaries, new { experimentId, limit = Math.Clamp(limit, 1, MaxListed) }, t)]),
            cancellation);

    /// <summary>Experiments that have runs, the one that ran last first.</summary>
    public Task<IReadOnlyList<ExperimentSummary>> ListExperimentsAsync(CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<ExperimentSummary>>(
            (c, t) =>
            [
                .. c.Query<(string Id, long Runs, long LatestMs)>(Statements.SelectExperiments, transaction: t)
                    .Select(e => new ExperimentSummary(e.Id, (int)e.Runs, StoreJson.Time(e.LatestMs))),
            ],
            cancellation);

    /// <summary>
    /// Moves a run to a state. A state that ends it (all but planned and running) appends <c>run-ended</c>
    /// (<see cref="RunEndedData"/>, with the latest verdict) and returns that event; otherwise null. A completed run stays completed.
    /// </summary>
    public Task<RunEvent?> SetStateAsync(string runId, RunState state, string? error = null, CancellationToken cancellation = default) =>
        _database.WriteAsync((c, t) => SetState(c, t, runId, state, error), cancellation);

    /// <summary>Asks the owner to stop; appends <c>cancel-requested</c> the first time. True when the flag was not set before.</summary>
    public Task<bool> RequestCancelAsync(string runId, CancellationToken cancellation = default) =>
        _database.WriteAsync(
            (c, t) =>
            {
                RequireRun(c, t, runId);
                bool isNew = c.Execute(Statements.UpdateCancel, new { runId, nowMs = _database.NowMs }, t) == 1;
                if (isNew)
                {
                    EventLog.Append(_database, c, t, runId, RunEventTypes.CancelRequested, "{}");
                }

                return isNew;
            },
            cancellation);

    /// <summary>True when a user asked this run to stop.</summary>
    public Task<bool> IsCancelRequestedAsync(string runId, CancellationToken cancellation = default) =>
        _database.ReadAsync((c, t) => c.ExecuteScalar<long?>(Statements.SelectCancel, new { runId }, t) is not null, cancellation);

    /// <summary>
    /// Fixes the offered rate of the run. The first value stays for ever, so that every launch has the same; the rate in force is
    /// returned. Appends <c>rate-found</c> (<see cref="RateFoundData"/>) the first time.
    /// </summary>
    /// <param name="runId">The run.</param>
    /// <param name="ratePerSecond">Messages per second over all connections, positive.</param>
    /// <param name="explanation">How it was found, for people.</param>
    /// <param name="cancellation">Stops before the write.</param>
    public Task<RateInForce> SetRateAsync(
        string runId, double ratePerSecond, string explanation = "", CancellationToken cancellation = default)
    {
        if (!double.IsFinite(ratePerSecond) || ratePerSecond <= 0)
        {
            throw new StoreException(StoreProblem.Invalid, "a rate is a positive number of messages per second");
        }

        return _database.WriteAsync(
            (c, t) =>
            {
                RequireRun(c, t, runId);
                bool isFirst = c.Execute(Statements.UpdateRate, new { runId, rate = ratePerSecond }, t) == 1;
                string json = StoreJson.Write(new RateFoundData(ratePerSecond, explanation));
                RunEvent? found = isFirst ? EventLog.Append(_database, c, t, runId, RunEventTypes.RateFound, json) : null;
                return new RateInForce(c.ExecuteScalar<double>(Statements.SelectRate, new { runId }, t), found);
            },
            cancellation);
    }

    /// <summary>Deletes runs with everything below them, except those that a decision cites or a living owner executes.</summary>
    public Task<DeletionResult> DeleteAsync(IReadOnlyCollection<string> runIds, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(runIds);
        return _database.WriteAsync((c, t) => Delete(c, t, runIds), cancellation);
    }

    internal static StoreException NotFound(string runId) =>
        new(StoreProblem.NotFound, $"there is no run {runId}; `plab list` shows the runs");

    internal static void RequireRun(SqliteConnection connection, SqliteTransaction transaction, string runId)
    {
        if (connection.ExecuteScalar<string?>(Statements.SelectState, new { runId }, transaction) is null)
        {
            throw NotFound(runId);
        }
    }

    private RunRecord Create(SqliteConnection connection, SqliteTransaction transaction, RunPlan plan)
    {
        Insert(connection, transaction, plan, _database.NowMs);
        return Read(connection, transaction, plan.RunId)!;
    }

    /// <summary>Stores a planned run with its arms and experiment.</summary>
    internal static void Insert(SqliteConnection connection, SqliteTransaction transaction, RunPlan plan, long nowMs)
    {
        if (Read(connection, transaction, plan.RunId) is not null)
        {
            throw new StoreException(StoreProblem.Conflict, $"run {plan.RunId} exists already");
        }

        string spec = StoreJson.Write(plan.Experiment);
        string experimentHash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(spec)));
        connection.Execute(Statements.InsertExperiment, new { id = plan.Experiment.Id, hash = experimentHash, spec, nowMs }, transaction);
        connection.Execute(
            Statements.InsertRun,
            new
            {
                id = plan.RunId,
                experimentId = plan.Experiment.Id,
                experimentHash,
                state = LabJson.Word(RunState.Planned),
                nowMs,
                seed = plan.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture),
                policyHash = plan.PolicyHash,
                plan = StoreJson.Write(plan),
                rate = plan.RatePerSecond,
            },
            transaction);
        foreach (ResolvedArm arm in plan.AllArms())
        {
            InsertArm(connection, transaction, plan.RunId, arm, isBaseline: ReferenceEquals(arm, plan.Baseline));
        }
    }

    private static void InsertArm(SqliteConnection connection, SqliteTransaction transaction, string runId, ResolvedArm arm, bool isBaseline) =>
        connection.Execute(
            Statements.InsertArm,
            new
            {
                runId,
                name = arm.Name,
                isBaseline = isBaseline ? 1 : 0,
                strategies = StoreJson.Write(arm.Strategies),
                inject = arm.Inject is null ? null : StoreJson.Write(arm.Inject),
            },
            transaction);

    internal static RunRecord? Read(SqliteConnection connection, SqliteTransaction transaction, string id) =>
        connection.QuerySingleOrDefault<RunRow>(Statements.SelectRun, new { id }, transaction)?.ToRecord();

    private static RunRecord Resolve(SqliteConnection connection, SqliteTransaction transaction, string text)
    {
        string prefix = text.StartsWith("r-", StringComparison.Ordinal) ? text : "r-" + text;
        if (Read(connection, transaction, prefix) is { } exact)
        {
            return exact;
        }

        var ids = connection.Query<string>(Statements.SelectIdsByPrefix, new { prefix, limit = CandidatesShown + 1 }, transaction).ToList();
        if (ids.Count > 1)
        {
            string more = ids.Count > CandidatesShown ? " and more" : "";
            throw new StoreException(
                StoreProblem.Ambiguous,
                $"'{text}' begins the id of several runs: {string.Join(", ", ids.Take(CandidatesShown))}{more}; give more of the id");
        }

        return ids.Count == 1 ? Read(connection, transaction, ids[0])! : throw NotFound(text);
    }

    private RunEvent? SetState(SqliteConnection connection, SqliteTransaction transaction, string runId, RunState state, string? error)
    {
        RequireRun(connection, transaction, runId);
        string present = connection.ExecuteScalar<string>(Statements.SelectState, new { runId }, transaction)!;
        if (present == LabJson.Word(RunState.Completed) && state != RunState.Completed)
        {
            throw new StoreException(StoreProblem.Conflict, $"run {runId} is completed and cannot become {LabJson.Word(state)}");
        }

        bool isEnd = state is not (RunState.Planned or RunState.Running);
        string word = LabJson.Word(state);
        long? endedMs = isEnd && state != RunState.Interrupted ? _database.NowMs : null;
        connection.Execute(Statements.UpdateState, new { runId, state = word, error, endedMs }, transaction);
        if (!isEnd || present == word)
        {
            return null;
        }

        string? verdict = connection.QueryFirstOrDefault<string>(Statements.SelectLastVerdictKind, new { runId }, transaction);
        var data = new RunEndedData(state, verdict is null ? null : StoreJson.Parse<VerdictKind>(verdict), error);
        return EventLog.Append(_database, connection, transaction, runId, RunEventTypes.RunEnded, StoreJson.Write(data));
    }

    private DeletionResult Delete(SqliteConnection connection, SqliteTransaction transaction, IReadOnlyCollection<string> runIds)
    {
        List<string> deleted = [], files = [];
        List<KeptRun> kept = [];
        foreach (string runId in runIds.Distinct(StringComparer.Ordinal))
        {
            string? reason = ReasonToKeep(connection, transaction, runId);
            if (reason is not null)
            {
                kept.Add(new KeptRun(runId, reason));
                continue;
            }

            files.AddRange(connection.Query<ArtefactTable.Row>(Statements.SelectArtefacts, new { runId }, transaction).Select(a => a.Path));
            connection.Execute(Statements.DeleteRun, new { runId }, transaction);
            deleted.Add(runId);
        }

        connection.Execute(Statements.DeleteUnusedExperiments, transaction: transaction);
        return new DeletionResult(deleted, kept, files);
    }

    private string? ReasonToKeep(SqliteConnection connection, SqliteTransaction transaction, string runId)
    {
        var row = connection.QuerySingleOrDefault<OwnerRow>(Statements.SelectOwner, new { runId }, transaction);
        if (row is null)
        {
            return "there is no such run";
        }

        string? decision = connection.QueryFirstOrDefault<string>(Statements.SelectCitingDecisions, new { runId }, transaction);
        if (decision is not null)
        {
            return $"decision {decision} cites it";
        }

        RunOwner? owner = row.ToOwner();
        return owner is not null && !owner.IsStale(_database.Clock.GetUtcNow())
            ? $"process {owner.Process.Pid} on {owner.Process.Machine} executes it; cancel it first"
            : null;
    }
}
