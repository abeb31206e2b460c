-- What the audit keeps. Times are milliseconds since 1970 in UTC.
-- No configured value is stored: servers are named by the hash of their launch.

-- What a server offered at one time. An answer equal to the one before moves
-- seen_at instead of adding a row.
CREATE TABLE snapshots (
    id             INTEGER PRIMARY KEY,
    server_key     TEXT    NOT NULL,
    taken_at       INTEGER NOT NULL,
    seen_at        INTEGER NOT NULL,
    server_name    TEXT,
    server_version TEXT,
    protocol       TEXT,
    instructions   TEXT,
    capabilities   TEXT    NOT NULL, -- JSON
    tools          TEXT    NOT NULL, -- JSON list, as received
    malformed      TEXT    NOT NULL, -- JSON list
    resources      INTEGER,
    prompts        INTEGER
) STRICT;
CREATE INDEX snapshots_by_server ON snapshots (server_key, seen_at DESC, id DESC);

-- Why a server failed last; gone once it answers.
CREATE TABLE failures (
    server_key TEXT    PRIMARY KEY,
    failed_at  INTEGER NOT NULL,
    code       TEXT    NOT NULL,
    message    TEXT    NOT NULL,
    hint       TEXT,
    log        TEXT    NOT NULL -- JSON list of masked lines
) STRICT, WITHOUT ROWID;

-- Counts by content hash, many records a row: loading is one read.
CREATE TABLE token_pages (
    id      INTEGER PRIMARY KEY,
    records BLOB    NOT NULL
) STRICT;

-- Commands the user allowed to start.
CREATE TABLE consents (
    launch_key TEXT    NOT NULL,
    directory  TEXT    NOT NULL,
    scope      TEXT    NOT NULL,
    granted_at INTEGER NOT NULL,
    PRIMARY KEY (launch_key, directory, scope)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;

-- Project folders the user added.
CREATE TABLE projects (
    path     TEXT    PRIMARY KEY,
    added_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
