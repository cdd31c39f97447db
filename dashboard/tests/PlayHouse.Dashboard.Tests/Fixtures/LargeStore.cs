using System.Globalization;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>
/// Many runs with launches and twenty metrics each. The first of every experiment is written through the tables of the lab, the
/// rest are copies of its rows with other ids, times and values, made by the database in one transaction.
/// </summary>
internal static class LargeStore
{
    /// <summary>The experiment with a step in its level, in the middle of its runs.</summary>
    public const string Stepped = "000-many";

    private const int Experiments = 5;
    private const int LaunchesPerRun = 4;
    private const int Metrics = 20;

    /// <summary>Fills a store.</summary>
    public static async Task FillAsync(LabStore store, int runsCount)
    {
        for (int e = 0; e < Experiments; e++)
        {
            await TemplateAsync(store, e);
        }

        int copies = runsCount / Experiments - 1;
        await Task.Run(() => Copy(store.Path, copies));
    }

    private static string Template(int experiment) => string.Create(CultureInfo.InvariantCulture, $"r-20250101-00000{experiment}-0000");

    private static async Task TemplateAsync(LabStore store, int experiment)
    {
        string id = Template(experiment);
        MetricPolicy[] policies = [.. Enumerable.Range(0, Metrics).Select(Policy)];
        RunPlan plan = SampleReports.Plan() with { RunId = id, Policy = new Policy { Metrics = policies } };
        plan = plan with { Experiment = plan.Experiment with { Id = string.Create(CultureInfo.InvariantCulture, $"{experiment:000}-many") } };
        await store.Runs.CreateAsync(plan);
        await store.Runs.SetStateAsync(id, RunState.Running);
        for (int slot = 0; slot < LaunchesPerRun; slot++)
        {
            LaunchRecord launch = SampleReports.Launch($"l-{experiment}-{slot}", slot is 0 or 3 ? "baseline" : "candidate", 0, slot, 184, id);
            await store.Launches.SaveAsync(launch with { Metrics = policies.ToDictionary(p => p.Id, p => slot is 0 or 3 ? 184.0 : 120.0) });
        }

        MetricEstimate estimate = SampleReports.Estimate(SampleReports.Bytes, 184.02, 120.01, 64.01, 63.91, 64.12, MetricClass.ImprovedPractical);
        await store.Results.SaveVerdictAsync(SampleReports.Verdict((VerdictKind)(experiment % 6), [.. policies.Select(p => estimate with { Policy = p })]) with { RunId = id });
        await store.Runs.SetStateAsync(id, RunState.Completed);
    }

    private static MetricPolicy Policy(int index) => index == 0
        ? SampleReports.Bytes
        : new MetricPolicy { Id = string.Create(CultureInfo.InvariantCulture, $"metric-{index:00}"), Role = MetricRole.Explore, DeltaRel = 0.05, Unit = "us" };

    // Noise that repeats every 7 runs and never trends; the first experiment's level falls by a fifth half way.
    private static void Copy(string path, int copies)
    {
        using var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        using SqliteTransaction transaction = connection.BeginTransaction();
        Run("CREATE TEMP TABLE copy AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $copies) SELECT i, printf('%04d', i) AS tail FROM n");
        const string NewRun = "substr(r.id, 1, 18) || c.tail";
        Run($"""
            INSERT INTO run (id, experiment_id, experiment_hash, state, created_ms, ended_ms, seed, policy_hash, plan, rate)
            SELECT {NewRun}, r.experiment_id, r.experiment_hash, r.state, r.created_ms + (c.i - $copies) * 3600000, r.ended_ms + (c.i - $copies) * 3600000, r.seed, r.policy_hash,
                   json_set(r.plan, '$.runId', {NewRun}), r.rate
            FROM run r, copy c
            """);
        Run($"INSERT INTO arm SELECT {NewRun}, a.name, a.is_baseline, a.strategies, a.inject FROM arm a JOIN run r ON r.id = a.run_id, copy c WHERE r.id LIKE '%-0000'");
        Run($"""
            INSERT INTO launch (id, run_id, arm, kind, block_index, attempt, slot, state, started_ms, record)
            SELECT l.id || '-' || c.tail, {NewRun}, l.arm, l.kind, l.block_index, l.attempt, l.slot, l.state, r.created_ms + (c.i - $copies) * 3600000, l.record
            FROM launch l JOIN run r ON r.id = l.run_id, copy c WHERE r.id LIKE '%-0000'
            """);
        Run("""
            INSERT INTO metric_value (launch_id, metric, value)
            SELECT m.launch_id || '-' || c.tail, m.metric,
                   m.value * (1 + ((c.i * 3 + length(m.metric)) % 7 - 3) * 0.002) * CASE WHEN l.run_id LIKE '%00000-0000' AND c.i > $copies / 2 THEN 0.8 ELSE 1 END
            FROM metric_value m JOIN launch l ON l.id = m.launch_id, copy c WHERE l.run_id LIKE '%-0000'
            """);
        Run($"""
            INSERT INTO verdict (run_id, seq, computed_ms, kind, is_provisional, record, comparison)
            SELECT {NewRun}, v.seq, v.computed_ms + c.i * 3600000, v.kind, v.is_provisional, json_set(v.record, '$.runId', {NewRun}), v.comparison
            FROM verdict v JOIN run r ON r.id = v.run_id, copy c WHERE r.id LIKE '%-0000'
            """);
        Run("UPDATE run SET created_ms = created_ms - ($copies + 1) * 3600000 WHERE id LIKE '%-0000'");
        Run("UPDATE launch SET started_ms = (SELECT created_ms FROM run WHERE run.id = launch.run_id) WHERE run_id LIKE '%-0000'");
        transaction.Commit();

        void Run(string sql)
        {
            using SqliteCommand command = connection.CreateCommand();
            command.Transaction = transaction;
            command.CommandText = sql;
            command.Parameters.AddWithValue("$copies", copies);
            command.ExecuteNonQuery();
        }
    }
}
