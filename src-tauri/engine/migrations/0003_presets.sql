-- Choices of what loads where, kept under a name to use in another project.
CREATE TABLE presets (
    id      INTEGER PRIMARY KEY,
    name    TEXT    NOT NULL,
    choices TEXT    NOT NULL -- JSON
) STRICT;
