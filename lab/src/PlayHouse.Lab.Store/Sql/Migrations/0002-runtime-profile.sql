CREATE TABLE runtime_profile (
    launch_id TEXT NOT NULL PRIMARY KEY REFERENCES launch (id) ON DELETE CASCADE,
    record    TEXT NOT NULL
){strict};
