-- Entries of all tables lie in the order they came, so a commit writes few pages of them; the key finds them.
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

-- The log says by itself where it ends.
ALTER TABLE tables DROP COLUMN log_number;

-- A day whose seed has been shown is over, even if the clock is set back to it.
ALTER TABLE daily_seeds ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
