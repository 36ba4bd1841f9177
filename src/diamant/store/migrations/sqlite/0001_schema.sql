-- Other tables refer to a table by its short `key` instead of its id.
CREATE TABLE tables (
    key           INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL UNIQUE,
    code          TEXT    UNIQUE,
    log_number    INTEGER NOT NULL,
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
    key        INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    log_number INTEGER NOT NULL,
    payload    BLOB    NOT NULL,
    text       BLOB,
    PRIMARY KEY (key, log_number)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    key        INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    log_number INTEGER NOT NULL,
    payload    BLOB    NOT NULL
) STRICT;

-- The server processes that are alive, and the time until which they are known to be.
CREATE TABLE nodes (
    node  TEXT NOT NULL PRIMARY KEY,
    until REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Long texts that entries refer to by hash. Each table stores a text only once.
CREATE TABLE texts (
    key     INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    hash    BLOB    NOT NULL,
    payload BLOB    NOT NULL,
    PRIMARY KEY (key, hash)
) STRICT, WITHOUT ROWID;

-- The daily cave: each day's seed, and each player's progress, by the hash of the player's key.
CREATE TABLE daily_seeds (
    day  TEXT PRIMARY KEY,
    seed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_attempts (
    day    TEXT NOT NULL,
    player TEXT NOT NULL,
    course TEXT NOT NULL,
    points INTEGER,
    PRIMARY KEY (day, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_players ON daily_attempts (player, day);
