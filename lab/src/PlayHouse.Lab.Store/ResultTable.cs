using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>A stored verdict.</summary>
/// <param name="Seq">1 for the first; an analysis made again appends, nothing is overwritten.</param>
/// <param name="ComputedAt">UTC.</param>
/// <param name="Verdict">The verdict.</param>
/// <param name="Comparison">How allocation sites explain it; null without diagnostic launches.</param>
public sealed record StoredVerdict(int Seq, DateTimeOffset ComputedAt, VerdictRecord Verdict, AllocationComparison? Comparison);

/// <summary>One metric of one A/A run: what the lab says about a difference that is not there.</summary>
/// <param name="RunId">The A/A run.</param>
/// <param name="Seam">Seam that the experiment is about.</param>
/// <param name="Metric">Metric id.</param>
/// <param name="Class">Class the metric was given.</param>
/// <param name="Theta">Estimate, positive is better.</param>
/// <param name="Lower">Lower limit.</param>
/// <param name="Upper">Upper limit.</param>
/// <param name="Fingerprint">Machine and build the result holds for.</param>
/// <param name="ComputedAt">UTC; set by the store on save.</param>
public sealed record AaResult(
    string RunId, string Seam, string Metric, MetricClass Class, double Theta, double Lower, double Upper, string Fingerprint,
    DateTimeOffset ComputedAt = default)
{
    /// <summary>Scenario of the A/A run; empty in rows of older builds.</summary>
    public string Scenario { get; init; } = "";

    /// <summary>Layout of its processes; empty in rows of older builds.</summary>
    public string Layout { get; init; } = "";

    /// <summary>Its load without the rate; empty in rows of older builds.</summary>
    public string Load { get; init; } = "";

    /// <summary>Role of the metric: primary or guard.</summary>
    public MetricRole Role { get; init; } = MetricRole.Primary;

    /// <summary>True for a guard that counts as worse by the verdict table.</summary>
    public bool IsLoss { get; init; }

    /// <summary>The word of the run's verdict; null in rows of older builds.</summary>
    public VerdictKind? Word { get; init; }
}

/// <summary>What was computed from launches.</summary>
public sealed class ResultTable
{
    private readonly StoreDatabase _database;

    internal ResultTable(StoreDatabase database) => _database = database;

    /// <summary>Stores the allocation profile of a diagnostic launch; a profile read again from the same trace replaces it.</summary>
    public Task SaveProfileAsync(AllocationProfile profile, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(profile);
        return _database.WriteAsync(
            (c, t) => c.Execute(Statements.UpsertProfile, new { launchId = profile.LaunchId, record = StoreJson.Write(profile) }, t),
            cancellation);
    }

    /// <summary>Profiles of a run in launch order.</summary>
    public Task<IReadOnlyList<AllocationProfile>> ListProfilesAsync(string runId, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<AllocationProfile>>(
            (c, t) =>
            [
                .. c.Query<string>(Statements.SelectProfiles, new { runId }, t)
                    .Select(json => StoreJson.Read<AllocationProfile>(json, $"a profile of run {runId}")),
            ],
            cancellation);

    /// <summary>Stores what the runtime did in a diagnostic launch; a profile read again from the same trace replaces it.</summary>
    public Task SaveRuntimeProfileAsync(RuntimeProfile profile, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(profile);
        return _database.WriteAsync(
            (c, t) => c.Execute(Statements.UpsertRuntimeProfile, new { launchId = profile.LaunchId, record = StoreJson.Write(profile) }, t),
            cancellation);
    }

    /// <summary>Runtime profiles of a run in launch order; runs of older builds have none.</summary>
    public Task<IReadOnlyList<RuntimeProfile>> ListRuntimeProfilesAsync(string runId, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<RuntimeProfile>>(
            (c, t) =>
            [
                .. c.Query<string>(Statements.SelectRuntimeProfiles, new { runId }, t)
                    .Select(json => StoreJson.Read<RuntimeProfile>(json, $"a runtime profile of run {runId}")),
            ],
            cancellation);

    /// <summary>Appends a verdict with the comparison of allocation sites it was shown with; it is on the disk when this returns.</summary>
    public Task SaveVerdictAsync(
        VerdictRecord verdict, AllocationComparison? comparison = null, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return _database.WriteAsync(
            (c, t) =>
            {
                RunTable.RequireRun(c, t, verdict.RunId);
                return Insert(c, t, verdict, comparison, _database.NowMs);
            },
            cancellation,
            isDurable: true);
    }

    /// <summary>Appends a verdict with its own time.</summary>
    internal static int Insert(SqliteConnection connection, SqliteTransaction transaction, VerdictRecord verdict, AllocationComparison? comparison, long nowMs) =>
        connection.Execute(
            Statements.InsertVerdict,
            new
            {
                runId = verdict.RunId,
                nowMs,
                kind = LabJson.Word(verdict.Kind),
                isProvisional = verdict.IsProvisional ? 1 : 0,
                record = StoreJson.Write(verdict),
                comparison = comparison is null ? null : StoreJson.Write(comparison),
            },
            transaction);

    /// <summary>The latest verdict of a run, or null.</summary>
    public Task<StoredVerdict?> FindVerdictAsync(string runId, CancellationToken cancellation = default) =>
        _database.ReadAsync(
            (c, t) => c.QuerySingleOrDefault<VerdictRow>(Statements.SelectLastVerdict, new { runId }, t)?.ToStored(runId), cancellation);

    /// <summary>Stores A/A results of one run in one transaction; the same run, seam and metric is replaced.</summary>
    public Task SaveAaAsync(IReadOnlyCollection<AaResult> results, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(results);
        return _database.WriteAsync(
            (c, t) =>
            {
                foreach (AaResult r in results)
                {
                    RunTable.RequireRun(c, t, r.RunId);
                    c.Execute(
                        Statements.UpsertAaResult,
                        new
                        {
                            runId = r.RunId,
                            seam = r.Seam,
                            metric = r.Metric,
                            @class = LabJson.Word(r.Class),
                            theta = r.Theta,
                            lower = r.Lower,
                            upper = r.Upper,
                            fingerprint = r.Fingerprint,
                            nowMs = _database.NowMs,
                            scenario = r.Scenario,
                            layout = r.Layout,
                            load = r.Load,
                            role = LabJson.Word(r.Role),
                            isLoss = r.IsLoss ? 1 : 0,
                            word = r.Word is { } word ? LabJson.Word(word) : null,
                        },
                        t);
                }

                return true;
            },
            cancellation);
    }

    /// <summary>A/A results, newest first.</summary>
    /// <param name="seam">Only this seam; null for all.</param>
    /// <param name="limit">At most this many.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public Task<IReadOnlyList<AaResult>> ListAaAsync(string? seam = null, int limit = 1_000, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<AaResult>>(
            (c, t) =>
            [
                .. c.Query<AaRow>(Statements.SelectAaResults, new { seam, limit = Math.Clamp(limit, 1, RunTable.MaxListed) }, t)
                    .Select(r => r.ToResult()),
            ],
            cancellation);

    private sealed class VerdictRow
    {
        public long Seq { get; init; }

        public long ComputedMs { get; init; }

        public string Record { get; init; } = "";

        public string? Comparison { get; init; }

        public StoredVerdict ToStored(string runId) => new(
            (int)Seq,
            StoreJson.Time(ComputedMs),
            StoreJson.Read<VerdictRecord>(Record, $"the verdict of run {runId}"),
            Comparison is null ? null : StoreJson.Read<AllocationComparison>(Comparison, $"the comparison of run {runId}"));
    }

    private sealed class AaRow
    {
        public string RunId { get; init; } = "";

        public string Seam { get; init; } = "";

        public string Metric { get; init; } = "";

        public string Class { get; init; } = "";

        public double Theta { get; init; }

        public double Lower { get; init; }

        public double Upper { get; init; }

        public string Fingerprint { get; init; } = "";

        public long ComputedMs { get; init; }

        public string Scenario { get; init; } = "";

        public string Layout { get; init; } = "";

        public string Load { get; init; } = "";

        public string Role { get; init; } = "";

        public long IsLoss { get; init; }

        public string? Word { get; init; }

        public AaResult ToResult() => new(
            RunId, Seam, Metric, StoreJson.Parse<MetricClass>(Class), Theta, Lower, Upper, Fingerprint, StoreJson.Time(ComputedMs))
        {
            Scenario = Scenario,
            Layout = Layout,
            Load = Load,
            Role = StoreJson.Parse<MetricRole>(Role),
            IsLoss = IsLoss != 0,
            Word = Word is null ? null : StoreJson.Parse<VerdictKind>(Word),
        };
    }
}
