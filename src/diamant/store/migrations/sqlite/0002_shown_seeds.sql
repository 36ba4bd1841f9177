-- A day whose seed has been shown is over, even if the clock is set back to it.
ALTER TABLE daily_seeds ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
