-- What the search lab keeps.

-- Queries with the tools they should find.
CREATE TABLE task_sets (
    id       INTEGER PRIMARY KEY,
    name     TEXT    NOT NULL,
    tasks    TEXT    NOT NULL, -- JSON lines, as exported
    saved_at INTEGER NOT NULL
) STRICT;

-- A client's own searchable tools, as a proof run captured them.
CREATE TABLE built_in_tools (
    client   TEXT    NOT NULL,
    version  TEXT    NOT NULL,
    tools    TEXT    NOT NULL, -- JSON list
    taken_at INTEGER NOT NULL,
    PRIMARY KEY (client, version)
) STRICT, WITHOUT ROWID;
