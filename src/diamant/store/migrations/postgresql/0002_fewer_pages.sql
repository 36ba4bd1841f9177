-- The log says by itself where it ends.
ALTER TABLE diamant.tables DROP COLUMN log_number;

-- A day whose seed has been shown is over, even if the clock is set back to it.
ALTER TABLE diamant.daily_seeds ADD COLUMN shown integer NOT NULL DEFAULT 0;
