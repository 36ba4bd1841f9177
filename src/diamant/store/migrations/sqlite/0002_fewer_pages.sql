-- Entries of all tables are stored in order of arrival, so a commit writes few pages. An index finds them
-- by key.
CREATE TABLE events_in_order (
    key        INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    log_number INTEGER NOT NULL,
    payload    BLOB    NOT NULL,
    text       BLOB,
    PRIMARY KEY (key, log_number)
) STRICT;
INSERT INTO events_in_order (key, log_number, payload, text) SELECT key, log_number, payload, text FROM events;
DROP TABLE events;
ALTER TABLE events_in_order RENAME TO events;

-- The end of a log is computed from its entries.
ALTER TABLE tables DROP COLUMN log_number;

-- A day is over once its seed has been revealed, even if the clock is set back.
ALTER TABLE daily_seeds ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
