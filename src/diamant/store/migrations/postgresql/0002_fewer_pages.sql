-- The end of a log is computed from its entries.
ALTER TABLE diamant.tables DROP COLUMN log_number;

-- A day is over once its seed has been revealed, even if the clock is set back.
ALTER TABLE diamant.daily_seeds ADD COLUMN shown integer NOT NULL DEFAULT 0;
