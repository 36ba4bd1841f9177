-- Long texts that entries refer to by their hash, each kept once for a table, however often it is named.
CREATE TABLE diamant.texts (
    key     bigint NOT NULL REFERENCES diamant.tables ON DELETE CASCADE,
    hash    bytea  NOT NULL,
    payload bytea  NOT NULL,
    PRIMARY KEY (key, hash)
);

ALTER TABLE diamant.events ADD COLUMN text bytea;
