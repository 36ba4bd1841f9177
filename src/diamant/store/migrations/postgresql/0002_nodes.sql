-- Which server processes live, and until when at least.
CREATE TABLE diamant.nodes (
    node    text COLLATE "C" PRIMARY KEY,
    "until" double precision NOT NULL
);
