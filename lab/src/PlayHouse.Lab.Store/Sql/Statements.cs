namespace PlayHouse.Lab.Store.Sql;

/// <summary>Every statement of the store: common SQL, so that another database needs another dialect and nothing here.</summary>
internal static class Statements
{
    public const string CreateSchemaVersion =
        "CREATE TABLE schema_version (version {int} NOT NULL PRIMARY KEY, name TEXT NOT NULL, applied_ms {int} NOT NULL){strict}";

    public const string SelectSchemaVersion = "SELECT COALESCE(MAX(version), 0) FROM schema_version";

    public const string InsertSchemaVersion = "INSERT INTO schema_version (version, name, applied_ms) VALUES (@version, @name, @nowMs)";

    public const string InsertExperiment =
        "INSERT INTO experiment (id, hash, spec, first_seen_ms) VALUES (@id, @hash, @spec, @nowMs) ON CONFLICT (id, hash) DO NOTHING";

    public const string InsertRun = """
        INSERT INTO run (id, experiment_id, experiment_hash, state, created_ms, seed, policy_hash, plan, rate)
        VALUES (@id, @experimentId, @experimentHash, @state, @nowMs, @seed, @policyHash, @plan, @rate)
        """;

    public const string InsertArm =
        "INSERT INTO arm (run_id, name, is_baseline, strategies, inject) VALUES (@runId, @name, @isBaseline, @strategies, @inject)";

    private const string RunColumns = """
        r.id AS Id, r.experiment_id AS ExperimentId, r.state AS State, r.created_ms AS CreatedMs, r.ended_ms AS EndedMs,
        r.plan AS Plan, r.rate AS Rate, r.error AS Error
        """;

    private const string OwnerColumns =
        "r.owner_machine AS OwnerMachine, r.owner_pid AS OwnerPid, r.owner_start_ms AS OwnerStartMs, r.heartbeat_ms AS HeartbeatMs";

    public const string SelectRun = "SELECT " + RunColumns + " FROM run r WHERE r.id = @id";

    public const string SelectIdsByPrefix = "SELECT id FROM run WHERE substr(id, 1, length(@prefix)) = @prefix ORDER BY created_ms DESC, id DESC LIMIT @limit";

    /// <summary>What tells two versions of a run's plan and verdict apart without reading them.</summary>
    private const string BodyColumns = """
        octet_length(r.plan) AS PlanBytes,
        v.seq AS VerdictSeq, v.computed_ms AS VerdictMs, octet_length(v.record) AS VerdictBytes
        """;

    public const string SelectRunSummaries = $"""
        SELECT r.id AS Id, r.experiment_id AS ExperimentId, r.state AS State, r.created_ms AS CreatedMs, r.ended_ms AS EndedMs,
               r.error AS Error, {OwnerColumns},
               r.rate AS Rate, {BodyColumns}, v.kind AS VerdictKind, v.is_provisional AS IsProvisional,
               (SELECT COUNT(*) FROM block b WHERE b.run_id = r.id AND b.outcome = 'accepted') AS AcceptedBlocks,
               (SELECT COUNT(*) FROM decision_run d WHERE d.run_id = r.id) AS Decisions
        FROM run r
        LEFT JOIN verdict v ON v.run_id = r.id AND v.seq = (SELECT MAX(w.seq) FROM verdict w WHERE w.run_id = r.id)
        WHERE (@experimentId IS NULL OR r.experiment_id = @experimentId)
        ORDER BY r.created_ms DESC, r.id DESC LIMIT @limit
        """;

    /// <summary>What never changes as long as it is stored: the plan of a run and its latest verdict.</summary>
    public const string SelectRunBodies = $"""
        SELECT r.id AS Id, r.created_ms AS CreatedMs, r.plan AS Plan, {BodyColumns}, v.record AS Verdict
        FROM run r
        LEFT JOIN verdict v ON v.run_id = r.id AND v.seq = (SELECT MAX(w.seq) FROM verdict w WHERE w.run_id = r.id)
        WHERE r.id IN @ids
        """;

    private const string LatestOfExperiment =
        "(SELECT id FROM run WHERE experiment_id = @experimentId ORDER BY created_ms DESC, id DESC LIMIT @limit)";

    /// <summary>Launches of attempts that count, or that are under way while no attempt of their block does.</summary>
    private const string CompletedOfLatest = $"""
        l.run_id IN {LatestOfExperiment} AND l.kind = 'timed' AND l.state = 'completed'
        AND NOT EXISTS (SELECT 1 FROM block b WHERE b.run_id = l.run_id AND b.block_index = l.block_index
            AND (b.attempt = l.attempt) <> (b.outcome = 'accepted'))
        """;

    public const string SelectHistoryLaunches = $"""
        SELECT l.run_id AS RunId, l.id AS LaunchId, l.arm AS Arm, l.block_index AS Block, l.attempt AS Attempt, l.slot AS Slot, l.started_ms AS StartedMs
        FROM launch l WHERE {CompletedOfLatest}
        ORDER BY l.run_id, l.block_index, l.attempt, l.slot, l.id
        """;

    /// <summary>No order is asked for: sorting twenty rows a launch costs more than looking its launch up.</summary>
    public const string SelectHistoryValues = $"""
        SELECT m.launch_id, m.metric, m.value FROM launch l JOIN metric_value m ON m.launch_id = l.id
        WHERE {CompletedOfLatest} AND m.value IS NOT NULL
        """;

    public static string SelectHistoryMachines { get; } = $"""
        SELECT l.run_id AS RunId, {SqlDialect.Sqlite.JsonMember("l.record", "fingerprint")} AS Fingerprint FROM launch l
        WHERE l.id IN (SELECT MIN(x.id) FROM launch x WHERE x.run_id IN {LatestOfExperiment}
            AND x.kind = 'timed' AND x.state = 'completed' GROUP BY x.run_id)
        """;

    public const string SelectExperiments =
        "SELECT experiment_id AS Id, COUNT(*) AS Runs, MAX(created_ms) AS LatestMs FROM run GROUP BY experiment_id ORDER BY MAX(created_ms) DESC, experiment_id";

    public const string SelectState = "SELECT state FROM run WHERE id = @runId";

    public const string UpdateState = "UPDATE run SET state = @state, error = @error, ended_ms = @endedMs WHERE id = @runId";

    public const string UpdateCancel = "UPDATE run SET cancel_ms = @nowMs WHERE id = @runId AND cancel_ms IS NULL";

    public const string ClearCancel = "UPDATE run SET cancel_ms = NULL WHERE id = @runId";

    public const string SelectCancel = "SELECT cancel_ms FROM run WHERE id = @runId";

    public const string UpdateRate = "UPDATE run SET rate = @rate WHERE id = @runId AND rate IS NULL";

    public const string SelectRate = "SELECT rate FROM run WHERE id = @runId";

    public const string SelectOwner = $"SELECT r.state AS State, {OwnerColumns} FROM run r WHERE r.id = @runId";

    public const string UpdateOwner = """
        UPDATE run SET owner_machine = @machine, owner_pid = @pid, owner_start_ms = @startMs, heartbeat_ms = @nowMs WHERE id = @runId
        """;

    private const string IsOwner = "id = @runId AND owner_machine = @machine AND owner_pid = @pid AND owner_start_ms = @startMs";

    public const string UpdateHeartbeat = "UPDATE run SET heartbeat_ms = @nowMs WHERE " + IsOwner;

    public const string ClearOwner =
        "UPDATE run SET owner_machine = NULL, owner_pid = NULL, owner_start_ms = NULL, heartbeat_ms = NULL WHERE " + IsOwner;

    public const string DeleteRun = "DELETE FROM run WHERE id = @runId";

    public const string DeleteUnusedExperiments = """
        DELETE FROM experiment WHERE NOT EXISTS
            (SELECT 1 FROM run r WHERE r.experiment_id = experiment.id AND r.experiment_hash = experiment.hash)
        """;

    // The maximum is read inside the writing statement of a write transaction, so two writers cannot draw the same number.
    public const string InsertEvent = """
        INSERT INTO event (run_id, seq, time_ms, type, body)
        VALUES (@runId, (SELECT COALESCE(MAX(seq), 0) + 1 FROM event WHERE run_id = @runId), @nowMs, @type, @body)
        RETURNING seq
        """;

    public const string InsertPackedEvent =
        "INSERT INTO event (run_id, seq, time_ms, type, body) VALUES (@runId, @seq, @timeMs, @type, @body)";

    public const string SelectEvents = """
        SELECT run_id AS RunId, seq AS Seq, time_ms AS TimeMs, type AS Type, body AS Body
        FROM event WHERE run_id = @runId AND seq > @afterSeq ORDER BY seq LIMIT @limit
        """;

    public const string InsertLaunch = """
        INSERT INTO launch (id, run_id, arm, kind, block_index, attempt, slot, state, started_ms, record)
        VALUES (@id, @runId, @arm, @kind, @block, @attempt, @slot, @state, @startedMs, @record)
        """;

    public const string InsertMetric = "INSERT INTO metric_value (launch_id, metric, value) VALUES (@launchId, @metric, @value)";

    public const string InsertHistogram = "INSERT INTO histogram (launch_id, role, data) VALUES (@launchId, @role, @data)";

    public const string SelectLaunch = "SELECT record FROM launch WHERE id = @id";

    public const string SelectHistograms = "SELECT role AS Role, data AS Data FROM histogram WHERE launch_id = @id ORDER BY role";

    public const string SelectHistogramsOfRun = """
        SELECT l.id AS LaunchId, l.arm AS Arm, h.data AS Data FROM launch l JOIN histogram h ON h.launch_id = l.id
        WHERE l.run_id = @runId AND l.kind = 'timed' AND l.state = 'completed' AND h.role = @role
        ORDER BY l.started_ms, l.block_index, l.attempt, l.slot, l.id
        """;

    public const string SelectLaunches = """
        SELECT record FROM launch WHERE run_id = @runId AND (@kind IS NULL OR kind = @kind)
        ORDER BY started_ms, block_index, attempt, slot, id
        """;

    public const string SelectAcceptedLaunches = """
        SELECT l.block_index AS Block, l.record AS Record FROM launch l
        JOIN block b ON b.run_id = l.run_id AND b.block_index = l.block_index AND b.attempt = l.attempt
        WHERE l.run_id = @runId AND b.outcome = 'accepted' AND l.kind = 'timed' AND l.state = 'completed'
        ORDER BY l.block_index, l.slot
        """;

    public const string InsertBlock = """
        INSERT INTO block (run_id, block_index, attempt, launch_order, outcome, cause, ended_ms)
        VALUES (@runId, @block, @attempt, @order, @outcome, @cause, @nowMs)
        """;

    public const string SelectBlocks = """
        SELECT run_id AS RunId, block_index AS Block, attempt AS Attempt, launch_order AS LaunchOrder, outcome AS Outcome, cause AS Cause
        FROM block WHERE run_id = @runId ORDER BY block_index, attempt
        """;

    public const string CountAccepted = "SELECT COUNT(*) FROM block WHERE run_id = @runId AND outcome = 'accepted'";

    public const string CountSlots = """
        SELECT COUNT(DISTINCT slot) FROM launch
        WHERE run_id = @runId AND block_index = @block AND attempt = @attempt AND kind = 'timed' AND state = 'completed'
        """;

    public const string UpsertProfile = """
        INSERT INTO profile (launch_id, record) VALUES (@launchId, @record)
        ON CONFLICT (launch_id) DO UPDATE SET record = excluded.record
        """;

    public const string SelectProfiles = """
        SELECT p.record FROM profile p JOIN launch l ON l.id = p.launch_id
        WHERE l.run_id = @runId ORDER BY l.block_index, l.started_ms, l.id
        """;

    public const string UpsertRuntimeProfile = """
        INSERT INTO runtime_profile (launch_id, record) VALUES (@launchId, @record)
        ON CONFLICT (launch_id) DO UPDATE SET record = excluded.record
        """;

    public const string SelectRuntimeProfiles = """
        SELECT p.record FROM runtime_profile p JOIN launch l ON l.id = p.launch_id
        WHERE l.run_id = @runId ORDER BY l.block_index, l.started_ms, l.id
        """;

    public const string InsertVerdict = """
        INSERT INTO verdict (run_id, seq, computed_ms, kind, is_provisional, record, comparison)
        VALUES (@runId, (SELECT COALESCE(MAX(seq), 0) + 1 FROM verdict WHERE run_id = @runId), @nowMs, @kind, @isProvisional, @record, @comparison)
        """;

    public const string SelectLastVerdictKind = "SELECT kind FROM verdict WHERE run_id = @runId ORDER BY seq DESC LIMIT 1";

    public const string SelectLastVerdict = """
        SELECT seq AS Seq, computed_ms AS ComputedMs, record AS Record, comparison AS Comparison
        FROM verdict WHERE run_id = @runId ORDER BY seq DESC LIMIT 1
        """;

    public const string UpsertAaResult = """
        INSERT INTO aa_result (run_id, seam, metric, class, theta, lower, upper, fingerprint, computed_ms, scenario, layout, load, role, is_loss, word)
        VALUES (@runId, @seam, @metric, @class, @theta, @lower, @upper, @fingerprint, @nowMs, @scenario, @layout, @load, @role, @isLoss, @word)
        ON CONFLICT (run_id, seam, metric) DO UPDATE SET class = excluded.class, theta = excluded.theta, lower = excluded.lower,
            upper = excluded.upper, fingerprint = excluded.fingerprint, computed_ms = excluded.computed_ms, scenario = excluded.scenario,
            layout = excluded.layout, load = excluded.load, role = excluded.role, is_loss = excluded.is_loss, word = excluded.word
        """;

    public const string SelectAaResults = """
        SELECT run_id AS RunId, seam AS Seam, metric AS Metric, class AS Class, theta AS Theta, lower AS Lower, upper AS Upper,
               fingerprint AS Fingerprint, computed_ms AS ComputedMs, scenario AS Scenario, layout AS Layout, load AS Load,
               role AS Role, is_loss AS IsLoss, word AS Word
        FROM aa_result WHERE (@seam IS NULL OR seam = @seam) ORDER BY computed_ms DESC, run_id DESC, seam, metric LIMIT @limit
        """;

    public const string InsertDecision =
        "INSERT INTO decision (id, created_ms, supersedes, body, record) VALUES (@id, @nowMs, @supersedes, @body, @record)";

    public const string UpdateDecisionWritten = "UPDATE decision SET written_ms = @nowMs WHERE id = @id AND written_ms IS NULL";

    public const string UpdateDecisionApplied = "UPDATE decision SET applied_ms = @nowMs WHERE id = @id AND applied_ms IS NULL";

    public const string InsertDecisionRun = "INSERT INTO decision_run (decision_id, run_id) VALUES (@id, @runId)";

    public const string SelectDecisions =
        """
        SELECT id AS Id, created_ms AS CreatedMs, supersedes AS Supersedes, body AS Body, record AS Record, written_ms AS WrittenMs,
               applied_ms AS AppliedMs
        FROM decision ORDER BY created_ms, id
        """;

    public const string SelectDecisionRuns = "SELECT decision_id AS DecisionId, run_id AS RunId FROM decision_run ORDER BY decision_id, run_id";

    public const string SelectCitingDecisions = "SELECT decision_id FROM decision_run WHERE run_id = @runId ORDER BY decision_id";

    public const string InsertArtefact =
        "INSERT INTO artefact (path, launch_id, size_bytes, sha256, created_ms) VALUES (@path, @launchId, @sizeBytes, @sha256, @nowMs)";

    private const string ArtefactColumns = """
        a.path AS Path, a.launch_id AS LaunchId, l.run_id AS RunId, a.size_bytes AS SizeBytes, a.sha256 AS Sha256, a.created_ms AS CreatedMs,
        (SELECT COUNT(*) FROM decision_run d WHERE d.run_id = l.run_id) AS Decisions
        FROM artefact a JOIN launch l ON l.id = a.launch_id
        """;

    public const string SelectArtefacts =
        "SELECT " + ArtefactColumns + " WHERE (@runId IS NULL OR l.run_id = @runId) ORDER BY a.created_ms DESC, a.path DESC";

    public const string SelectArtefact = "SELECT " + ArtefactColumns + " WHERE a.path = @path";

    public const string DeleteArtefact = "DELETE FROM artefact WHERE path = @path";
}
