-- Table ids repeat in no other table: `key` stands for them. Names are plain ASCII, compared by byte.
CREATE TABLE diamant.tables (
    key           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id            text   COLLATE "C" NOT NULL UNIQUE,
    code          text   COLLATE "C" UNIQUE,
    number        bigint NOT NULL,
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
    key     bigint NOT NULL REFERENCES diamant.tables ON DELETE CASCADE,
    number  bigint NOT NULL,
    payload bytea  NOT NULL,
    PRIMARY KEY (key, number)
);

CREATE TABLE diamant.snapshots (
    key     bigint PRIMARY KEY REFERENCES diamant.tables ON DELETE CASCADE,
    number  bigint NOT NULL,
    payload bytea  NOT NULL
);

-- The number of each writer's last batch. A writer whose connection breaks during COMMIT reads here
-- whether that batch was kept.
CREATE TABLE diamant.writers (
    id    uuid PRIMARY KEY,
    batch bigint NOT NULL,
    seen  timestamptz NOT NULL DEFAULT now()
);
