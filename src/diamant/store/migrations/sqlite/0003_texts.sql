-- Long texts that entries refer to by their hash, each kept once for a table, however often it is named.
CREATE TABLE texts (
    key     INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    hash    BLOB    NOT NULL,
    payload BLOB    NOT NULL,
    PRIMARY KEY (key, hash)
) STRICT, WITHOUT ROWID;

ALTER TABLE events ADD COLUMN text BLOB;
