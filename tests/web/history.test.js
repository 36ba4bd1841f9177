// @ts-check
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { forgetGames, gameOf, games, importGames, rememberGame } from '../../src/diamant/web/js/device/games.js';
import { bustsOf, isWon, ownScore, rankOf, statistics } from '../../src/diamant/web/js/model/results.js';
import { SAVED } from './example-record.js';

const GAME = { ...SAVED, date: 1000, you: [1] };

beforeEach(forgetGames);

test('a game is saved once, newest first, and found by its key', () => {
  rememberGame(GAME);
  rememberGame(GAME);
  rememberGame({ ...GAME, table: 'U', date: 2000 });
  assert.deepEqual(
    games.value.map((game) => game.table),
    ['U', 'T'],
  );
  assert.equal(gameOf(games.value[1].key)?.table, 'T');
  forgetGames();
  assert.deepEqual(games.value, []);
});

test('the last five hundred games are kept, and an import counts no more than that', () => {
  for (let at = 0; at < 505; at++) rememberGame({ ...GAME, table: `T${at}`, date: at });
  assert.equal(games.value.length, 500);
  assert.equal(games.value[499].date, 5);
  const older = { ...games.value[0], key: 'old', table: 'U', date: 1 };
  const newer = { ...games.value[0], key: 'new', table: 'V', date: 1000 };
  assert.equal(importGames(JSON.stringify({ format: 'diamant games 1', games: [older, newer] })), 1);
});

test('points, places and wins of this device are computed', () => {
  rememberGame(GAME);
  rememberGame({ ...GAME, table: 'A', you: [0] });
  rememberGame({ ...GAME, table: 'N', you: [] });
  const [first, ana, none] = ['T', 'A', 'N'].map((table) => {
    const found = games.value.find((game) => game.table === table);
    assert.ok(found);
    return found;
  });
  assert.deepEqual([ownScore(first), isWon(first), rankOf(first)], [14, true, 1]);
  assert.deepEqual([ownScore(ana), isWon(ana), rankOf(ana)], [7, false, 3]);
  assert.deepEqual([ownScore(none), isWon(none), rankOf(none)], [null, false, null]);
  const told = statistics(games.value);
  assert.deepEqual([told.games, told.wins, told.mean, told.best], [2, 1, 10.5, 14]);
});

test('busts are read from the record', () => {
  rememberGame(GAME);
  // Ben stayed to the end of cave 2 only; a tampered record does not count.
  assert.deepEqual(bustsOf(games.value[0]), { busts: 1, expeditions: 5 });
  assert.deepEqual(bustsOf({ ...games.value[0], you: [3] }), { busts: 5, expeditions: 5 });
  assert.deepEqual(bustsOf({ ...games.value[0], record: 'x' }), { busts: 0, expeditions: 0 });
  assert.deepEqual(statistics([]), { games: 0, wins: 0, mean: 0, best: 0, busts: 0, expeditions: 0 });
});
