using System.Collections.Concurrent;
using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>
/// Plans and verdicts that were read already. They are kept under the version that the list names, so a list that is asked for again and
/// again reads only what is new, and all lists share the same objects. Any thread.
/// </summary>
internal sealed class RunBodies
{
    /// <summary>Runs kept; beyond it all are forgotten at once and read again.</summary>
    public const int KeptMax = 4_096;

    private const int IdsPerStatement = 5_000;
    private readonly ConcurrentDictionary<string, Body> _kept = new(StringComparer.Ordinal);

    public IReadOnlyList<ListedRun> Complete(SqliteConnection connection, SqliteTransaction transaction, IReadOnlyList<SummaryRow> rows)
    {
        Dictionary<string, Body> bodies = [];
        List<string> missing = [];
        foreach (SummaryRow row in rows)
        {
            if (_kept.TryGetValue(row.Id, out Body? body) && body.Version == row.Version)
            {
                bodies[row.Id] = body;
            }
            else
            {
                missing.Add(row.Id);
            }
        }

        foreach (string[] ids in missing.Chunk(IdsPerStatement))
        {
            foreach (BodyRow row in connection.Query<BodyRow>(Statements.SelectRunBodies, new { ids }, transaction, buffered: false))
            {
                bodies[row.Id] = row.ToBody();
                Keep(row.Id, bodies[row.Id]);
            }
        }

        return [.. rows.Select(r => Listed(r, bodies[r.Id]))];
    }

    private void Keep(string id, Body body)
    {
        if (_kept.Count >= KeptMax)
        {
            _kept.Clear();
        }

        _kept[id] = body;
    }

    private static ListedRun Listed(SummaryRow row, Body body) => new(
        new RunRecord
        {
            Id = row.Id,
            ExperimentId = row.ExperimentId,
            State = StoreJson.Parse<RunState>(row.State),
            CreatedAt = StoreJson.Time(row.CreatedMs),
            EndedAt = row.EndedMs is { } ended ? StoreJson.Time(ended) : null,
            Plan = body.Plan.RatePerSecond.Equals(row.Rate) ? body.Plan : body.Plan with { RatePerSecond = row.Rate },
            Error = row.Error,
        },
        body.Verdict,
        (int)row.AcceptedBlocks,
        row.ToOwner());

    private sealed record Body(RunPlan Plan, BodyVersion Version, VerdictRecord? Verdict);

    private sealed class BodyRow
    {
        public string Id { get; init; } = "";

        public string Plan { get; init; } = "";

        public long CreatedMs { get; init; }

        public long PlanBytes { get; init; }

        public long? VerdictSeq { get; init; }

        public long? VerdictMs { get; init; }

        public long? VerdictBytes { get; init; }

        public string? Verdict { get; init; }

        public Body ToBody() => new(
            StoreJson.Read<RunPlan>(Plan, $"the plan of run {Id}"),
            new BodyVersion(CreatedMs, PlanBytes, VerdictSeq, VerdictMs, VerdictBytes),
            Verdict is null ? null : StoreJson.Read<VerdictRecord>(Verdict, $"the verdict of run {Id}"));
    }
}
