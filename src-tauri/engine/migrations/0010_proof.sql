-- The last proof of a client in a project, while it agreed.
-- Times are milliseconds since 1970 in UTC.
CREATE TABLE proofs (
    client  TEXT    NOT NULL,
    project TEXT    NOT NULL, -- empty outside any
    at      INTEGER NOT NULL,
    version TEXT,
    loaded  TEXT    NOT NULL, -- a hash of everything shown
    PRIMARY KEY (client, project)
) STRICT, WITHOUT ROWID;
