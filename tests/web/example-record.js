// @ts-check
/** The example of docs/records.md, as the record of a saved game. */
export const EXAMPLE = `[Edition "iello-2016"]
[Players "Ana" "Ben" "Cem" "Dora"]
[Scores "7 14 8 0"]

1. snake/C 9/AB ram relic relic boulder 5 11 lava boulder
2. snake/C snake
3. 7/C 1/AB snake snake
4. snake/C 7/A ram/B 5 7 13 spider ram
5. 13 5 2/B ram/C ram
`;

/** A saved game with that record. */
export const SAVED = {
  key: 'k',
  table: 'T',
  date: new Date(2026, 10, 16, 12).getTime(), // Noon, the same date in every time zone.
  edition: 'iello-2016',
  seats: ['Ana', 'Ben', 'Cem', 'Dora'].map((name) => ({ name, bot: name !== 'Cem' })),
  scores: [7, 14, 8, 0],
  you: [2],
  record: EXAMPLE,
};
