-- Which server processes live, and until when at least.
CREATE TABLE nodes (
    node  TEXT NOT NULL PRIMARY KEY,
    until REAL NOT NULL
) STRICT, WITHOUT ROWID;
