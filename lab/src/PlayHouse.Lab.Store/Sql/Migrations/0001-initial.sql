-- {int}, {real}, {bytes} and {strict} are the words in which the supported databases differ; see SqlDialect.
-- Times are milliseconds since 1970-01-01 UTC. JSON is the compact form of the lab's one dialect.

CREATE TABLE experiment (
    id    TEXT NOT NULL,
    hash  TEXT NOT NULL,
    spec  TEXT NOT NULL,
    first_seen_ms {int} NOT NULL,
    PRIMARY KEY (id, hash)
){strict};

CREATE TABLE run (
    id              TEXT NOT NULL PRIMARY KEY,
    experiment_id   TEXT NOT NULL,
    experiment_hash TEXT NOT NULL,
    state           TEXT NOT NULL,
    created_ms      {int} NOT NULL,
    ended_ms        {int},
    seed            TEXT NOT NULL,
    policy_hash     TEXT NOT NULL,
    plan            TEXT NOT NULL,
    rate            {real},
    error           TEXT,
    cancel_ms       {int},
    owner_machine   TEXT,
    owner_pid       {int},
    owner_start_ms  {int},
    heartbeat_ms    {int},
    FOREIGN KEY (experiment_id, experiment_hash) REFERENCES experiment (id, hash)
){strict};

CREATE INDEX run_by_creation ON run (created_ms);
CREATE INDEX run_by_experiment ON run (experiment_id, created_ms);

CREATE TABLE arm (
    run_id     TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    is_baseline {int} NOT NULL,
    strategies TEXT NOT NULL,
    inject     TEXT,
    PRIMARY KEY (run_id, name)
){strict};

CREATE TABLE block (
    run_id      TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    block_index {int} NOT NULL,
    attempt     {int} NOT NULL,
    launch_order TEXT NOT NULL,
    outcome     TEXT NOT NULL,
    cause       TEXT,
    ended_ms    {int} NOT NULL,
    PRIMARY KEY (run_id, block_index, attempt)
){strict};

-- A block index counts once, whatever two writers do.
CREATE UNIQUE INDEX block_accepted_once ON block (run_id, block_index) WHERE outcome = 'accepted';

CREATE TABLE launch (
    id         TEXT NOT NULL PRIMARY KEY,
    run_id     TEXT NOT NULL,
    arm        TEXT NOT NULL,
    kind       TEXT NOT NULL,
    block_index {int} NOT NULL,
    attempt    {int} NOT NULL,
    slot       {int} NOT NULL,
    state      TEXT NOT NULL,
    started_ms {int} NOT NULL,
    record     TEXT NOT NULL,
    FOREIGN KEY (run_id, arm) REFERENCES arm (run_id, name) ON DELETE CASCADE
){strict};

CREATE INDEX launch_by_block ON launch (run_id, block_index, attempt, slot);

-- A failed launch may be repeated in its slot; a completed one is final.
CREATE UNIQUE INDEX launch_completed_once ON launch (run_id, block_index, attempt, slot)
    WHERE kind = 'timed' AND state = 'completed';

CREATE TABLE metric_value (
    launch_id TEXT NOT NULL REFERENCES launch (id) ON DELETE CASCADE,
    metric    TEXT NOT NULL,
    value     {real},
    PRIMARY KEY (launch_id, metric)
){strict};

CREATE TABLE histogram (
    launch_id TEXT NOT NULL REFERENCES launch (id) ON DELETE CASCADE,
    role      TEXT NOT NULL,
    data      {bytes} NOT NULL,
    PRIMARY KEY (launch_id, role)
){strict};

CREATE TABLE profile (
    launch_id TEXT NOT NULL PRIMARY KEY REFERENCES launch (id) ON DELETE CASCADE,
    record    TEXT NOT NULL
){strict};

CREATE TABLE artefact (
    path       TEXT NOT NULL PRIMARY KEY,
    launch_id  TEXT NOT NULL REFERENCES launch (id) ON DELETE CASCADE,
    size_bytes {int} NOT NULL,
    sha256     TEXT NOT NULL,
    created_ms {int} NOT NULL
){strict};

CREATE INDEX artefact_by_launch ON artefact (launch_id);

CREATE TABLE event (
    run_id  TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    seq     {int} NOT NULL,
    time_ms {int} NOT NULL,
    type    TEXT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
){strict};

CREATE TABLE verdict (
    run_id      TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    seq         {int} NOT NULL,
    computed_ms {int} NOT NULL,
    kind        TEXT NOT NULL,
    is_provisional {int} NOT NULL,
    record      TEXT NOT NULL,
    comparison  TEXT,
    PRIMARY KEY (run_id, seq)
){strict};

CREATE TABLE decision (
    id         TEXT NOT NULL PRIMARY KEY,
    created_ms {int} NOT NULL,
    supersedes TEXT REFERENCES decision (id),
    body       TEXT NOT NULL
){strict};

-- No cascade: the database itself refuses to lose a run that a decision rests on.
CREATE TABLE decision_run (
    decision_id TEXT NOT NULL REFERENCES decision (id),
    run_id      TEXT NOT NULL REFERENCES run (id),
    PRIMARY KEY (decision_id, run_id)
){strict};

CREATE INDEX decision_run_by_run ON decision_run (run_id);

CREATE TABLE aa_result (
    run_id      TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    seam        TEXT NOT NULL,
    metric      TEXT NOT NULL,
    class       TEXT NOT NULL,
    theta       {real} NOT NULL,
    lower       {real} NOT NULL,
    upper       {real} NOT NULL,
    fingerprint TEXT NOT NULL,
    computed_ms {int} NOT NULL,
    PRIMARY KEY (run_id, seam, metric)
){strict};
