-- Other tables refer to a table by its short `key` instead of its id. Names are plain ASCII, compared
-- by byte.
CREATE TABLE diamant.tables (
    key           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id            text   COLLATE "C" NOT NULL UNIQUE,
    code          text   COLLATE "C" UNIQUE,
    log_number    bigint NOT NULL,
    state         text   COLLATE "C" NOT NULL,
    public        boolean NOT NULL,
    due           double precision,
    claimed_until double precision NOT NULL DEFAULT 0,
    summary       bytea  NOT NULL,
    created       double precision NOT NULL,
    changed       double precision NOT NULL
);

CREATE INDEX tables_due ON diamant.tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_public ON diamant.tables (created) WHERE public;

CREATE TABLE diamant.events (
    key        bigint NOT NULL REFERENCES diamant.tables ON DELETE CASCADE,
    log_number bigint NOT NULL,
    payload    bytea  NOT NULL,
    text       bytea,
    PRIMARY KEY (key, log_number)
);

CREATE TABLE diamant.snapshots (
    key        bigint PRIMARY KEY REFERENCES diamant.tables ON DELETE CASCADE,
    log_number bigint NOT NULL,
    payload    bytea  NOT NULL
);

-- The number of each writer's last batch. A writer whose connection breaks during COMMIT reads here
-- whether that batch was kept.
CREATE TABLE diamant.writers (
    id    uuid PRIMARY KEY,
    batch bigint NOT NULL,
    seen  timestamptz NOT NULL DEFAULT now()
);

-- The server processes that are alive, and the time until which they are known to be.
CREATE TABLE diamant.nodes (
    node    text COLLATE "C" PRIMARY KEY,
    "until" double precision NOT NULL
);

-- Long texts that entries refer to by hash. Each table stores a text only once.
CREATE TABLE diamant.texts (
    key     bigint NOT NULL REFERENCES diamant.tables ON DELETE CASCADE,
    hash    bytea  NOT NULL,
    payload bytea  NOT NULL,
    PRIMARY KEY (key, hash)
);

-- The daily cave: each day's seed, and each player's progress, by the hash of the player's key.
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
