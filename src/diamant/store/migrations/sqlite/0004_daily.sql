-- The daily cave: the seed of each day, and how far each player has come, by the hash of their key.
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
