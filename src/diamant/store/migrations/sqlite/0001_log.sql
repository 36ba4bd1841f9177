-- Table ids repeat in no other table: `key` stands for them.
CREATE TABLE tables (
    key           INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL UNIQUE,
    code          TEXT    UNIQUE,
    number        INTEGER NOT NULL,
    state         TEXT    NOT NULL,
    public        INTEGER NOT NULL,
    due           REAL,
    claimed_until REAL    NOT NULL DEFAULT 0,
    summary       BLOB    NOT NULL,
    created       REAL    NOT NULL,
    changed       REAL    NOT NULL
) STRICT;

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_public ON tables (created) WHERE public;

CREATE TABLE events (
    key     INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    payload BLOB    NOT NULL,
    PRIMARY KEY (key, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    key     INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    payload BLOB    NOT NULL
) STRICT;
