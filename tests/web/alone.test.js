// @ts-check
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { MEDAL_WORDS } from '../../src/diamant/web/js/art/medals.js';
import { exportGames, forgetGames, games, importGames, rememberGame } from '../../src/diamant/web/js/device/games.js';
import { earnedMedals, MEDAL_NAMES } from '../../src/diamant/web/js/model/medals.js';
import { chosenGames, companyOf } from '../../src/diamant/web/js/model/results.js';
import { isAlone, isHurried } from '../../src/diamant/web/js/model/seats.js';
import { storyOf } from '../../src/diamant/web/js/model/stories.js';
import { gestures } from '../../src/diamant/web/js/screens/alone/company.js';
import { CHARACTERS } from '../../src/diamant/web/js/words/characters.js';
import { EXAMPLE, SAVED } from './example-record.js';

/** With a relic in the last cave, for Ben, who leaves alone. */
const RECORD = EXAMPLE.replace('5. 13', '5. relic 13');

const NOON = SAVED.date;

/** @param {Partial<import('../../src/diamant/web/js/model/results.js').SavedGame>} [change] */
const game = (change) => ({ ...SAVED, record: RECORD, ...change });

beforeEach(forgetGames);

test('the story of a seat has one entry for each cave', () => {
  const [first, second, third, , last] = storyOf(game());
  assert.deepEqual(first, { cards: 10, left: 1, alone: true, last: false, narrow: false, relics: 0 });
  assert.deepEqual(second, { cards: 2, left: 1, alone: true, last: false, narrow: true, relics: 0 });
  assert.equal(third.left, 1);
  assert.deepEqual(last, { cards: 6, left: 5, alone: true, last: false, narrow: true, relics: 0 });
  assert.equal(storyOf(game({ you: [1] }))[4].relics, 1, 'whoever left alone took the relic');
  assert.ok(storyOf(game({ you: [3] })).every(({ left }) => left === null));
  assert.deepEqual(storyOf(game({ you: [] })), []);
  assert.deepEqual(storyOf(game({ record: 'nonsense/' })), []);
});

test('medals follow from the games alone', () => {
  assert.equal(MEDAL_NAMES.length, 24);
  assert.deepEqual(Object.keys(MEDAL_WORDS), MEDAL_NAMES);
  assert.deepEqual(earnedMedals([]), new Set());
  assert.deepEqual(earnedMedals([game({ you: [] })]), new Set(), 'watching earns nothing');
  assert.deepEqual(earnedMedals([game()]), new Set(['first', 'home', 'whisker', 'alone', 'nobody', 'looking']));
  const dora = earnedMedals([game({ you: [3] })]);
  assert.ok(dora.has('warm') && dora.has('nothing') && !dora.has('home'));
  const ben = earnedMedals([game({ you: [1] })]);
  assert.ok(ben.has('win') && ben.has('poor') && ben.has('relic') && !ben.has('photo'));
  const won = game({ you: [1], scores: [79, 80, 8, 0] });
  const rich = earnedMedals([won, { ...won, date: NOON + 1 }, { ...won, date: NOON + 2 }]);
  for (const name of ['row', 'sack', 'hands', 'hoard', 'photo']) assert.ok(rich.has(name), name);
  const lost = game({ date: NOON + 1, you: [0] });
  assert.ok(!earnedMedals([won, lost, { ...won, date: NOON + 2 }]).has('row'));
  const night = new Date(2026, 10, 16, 2).getTime();
  assert.ok(earnedMedals([game({ date: night })]).has('night'));
  const editions = ['a', 'b', 'c', 'd'].map((edition) => game({ edition }));
  assert.ok(earnedMedals(editions).has('traveled') && !earnedMedals(editions.slice(1)).has('traveled'));
});

test('games are filtered by edition, opponents and time', () => {
  const alone = game();
  const people = game({ seats: game().seats.map((seat) => ({ ...seat, bot: false })), edition: 'own', date: 1 });
  const watched = game({ you: [] });
  assert.deepEqual([alone, people, watched].map(companyOf), ['alone', 'people', 'watched']);
  assert.equal(companyOf(game({ you: [1, 2] })), 'people', 'a device that is passed round');
  const all = [alone, people, watched];
  assert.deepEqual(chosenGames(all, { edition: '', company: '', since: 0 }), all);
  assert.deepEqual(chosenGames(all, { edition: 'own', company: '', since: 0 }), [people]);
  assert.deepEqual(chosenGames(all, { edition: '', company: 'alone', since: 0 }), [alone]);
  assert.deepEqual(chosenGames(all, { edition: '', company: '', since: 2 }), [alone, watched]);
});

test('exported games are imported only once', () => {
  rememberGame(game());
  rememberGame(game({ table: 'U', date: 2 }));
  const file = exportGames();
  assert.equal(importGames(file), 0);
  forgetGames();
  rememberGame(game());
  assert.equal(importGames(file), 1);
  assert.deepEqual(
    games.value.map(({ table }) => table),
    ['T', 'U'],
  );
});

test('importing another kind of file changes nothing', () => {
  rememberGame(game());
  const before = games.value;
  const file = (/** @type {unknown} */ one) => JSON.stringify({ format: 'diamant games 1', games: [one] });
  const bad = [
    ...['', '{', 'null', '[]', '{"format": "diamant games 2", "games": []}', file(null), file({})],
    ...[file({ ...game(), scores: [1] }), file({ ...game(), scores: [1, 2, 3, 'x'] }), file({ ...game(), you: [7] })],
    ...[file({ ...game(), date: null }), file({ ...game(), seats: [] }), 'x'.repeat(8_000_001)],
  ];
  for (const text of bad) assert.equal(importGames(text), null, text.slice(0, 60));
  assert.equal(games.value, before);
});

/** @param {(string | null)[]} guests by seat, null for a bot */
function view(guests, change = {}) {
  const seats = guests.map((guest, seat) => ({ seat, guest, name: CHARACTERS[seat].name, bot: guest ? null : 'easy' }));
  const here = [{ guest: 'me', present: true }];
  return /** @type {any} */ ({ you: 'me', guests: here, seats, turn: 1, game: { in_cave: [1, 2] }, ...change });
}

test('a device is alone if it plays against bots with no one else at the table', () => {
  assert.ok(isAlone(view(['me', null, null])));
  assert.ok(!isAlone(view(['me', 'you', null])));
  assert.ok(!isAlone(view(['me', 'me', null])), 'a device that is passed round');
  const watched = {
    guests: [
      { guest: 'me', present: true },
      { guest: 'x', present: true },
    ],
  };
  assert.ok(!isAlone(view(['me', null, null], watched)));
});

test('scenes speed up when the table does', () => {
  assert.ok(isHurried(view(['me', null, null])));
  assert.ok(!isHurried(view(['me', null, null], { game: { in_cave: [0, 1] } })));
  assert.ok(!isHurried(view(['me', null, null], { game: { in_cave: [] } })));
  assert.ok(!isHurried(view(['me', 'you', null], { game: { in_cave: [2] } })));
});

test('characters react to good and bad luck in different ways', () => {
  const [, lola, jelena] = CHARACTERS;
  /** @type {any[]} */
  const facts = [
    { event: 'Banked', seat: 1, carried: 6, share: 2 },
    { event: 'Banked', seat: 2, carried: 1, share: 0 },
    { event: 'Banked', seat: 0, carried: 20, share: 0 },
  ];
  assert.deepEqual(gestures(facts, view(['me', null, null])), [[1, lola.glad]]);
  const bust = /** @type {any} */ ({ event: 'Bust', kind: 'snake', seats: [0, 2], lost: 3 });
  assert.deepEqual(gestures([bust], view(['me', null, null])), [[2, jelena.sad]]);
  assert.deepEqual(gestures([{ ...bust, seats: [0] }], view(['me', null, null])), []);
});
