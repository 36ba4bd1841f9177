-- The daily cave: the seed of each day, and how far each player has come, by the hash of their key.
CREATE TABLE diamant.daily_seeds (
    day  text COLLATE "C" PRIMARY KEY,
    seed bytea NOT NULL
);

CREATE TABLE diamant.daily_attempts (
    day    text COLLATE "C" NOT NULL,
    player text COLLATE "C" NOT NULL,
    course text NOT NULL,
    points bigint,
    PRIMARY KEY (day, player)
);

CREATE INDEX daily_players ON diamant.daily_attempts (player, day);
