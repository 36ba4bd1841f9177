// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { isAbsent, isAwaited, isKeeper } from '../../src/diamant/web/js/model/absence.js';

/** @param {object} [change] @returns {any} */
function table(change) {
  return {
    you: 'g1',
    host: 'g1',
    keeper: 'g1',
    phase: 'cave',
    paused: false,
    guests: [
      { guest: 'g1', present: true, away_since: null, screen: false },
      { guest: 'g2', present: false, away_since: 1_000, screen: false },
    ],
    seats: [
      { seat: 0, guest: 'g1', chosen: false },
      { seat: 1, guest: 'g2', chosen: false },
    ],
    game: { in_cave: [0, 1] },
    ...change,
  };
}

test('a guest is absent after a minute without a connection', () => {
  const view = table();
  assert.equal(isAbsent(view, view.seats[1], 60_999), false);
  assert.equal(isAbsent(view, view.seats[1], 61_000), true);
  assert.equal(isAbsent(view, view.seats[0], 999_000), false);
});

test('a bot is offered for an absent guest, or one who keeps others waiting', () => {
  const here = { guests: [], seats: [{ seat: 0, guest: 'g2', chosen: null }] };
  const awaited = (/** @type {object} */ change, now = 61_000) => {
    const view = table({ ...here, ...change });
    return isAwaited(view, view.seats[0], now, 1_000);
  };
  assert.equal(awaited({}), true);
  assert.equal(awaited({}, 60_000), false);
  assert.equal(awaited({ paused: true }), false);
  assert.equal(awaited({ phase: 'break' }), false);
  assert.equal(awaited({ game: { in_cave: [1] } }), false);
  assert.equal(awaited({ seats: [{ seat: 0, guest: 'g2', chosen: true }] }), false);
  const view = table({ phase: 'break' });
  assert.equal(isAwaited(view, view.seats[1], 61_000, 61_000), true);
});

test('a temporary host cannot close the table', () => {
  assert.equal(isKeeper(table()), true);
  assert.equal(isKeeper(table({ keeper: 'g2' })), false);
  assert.equal(isKeeper(table({ host: 'g2' })), false);
  assert.equal(isKeeper(table({ keeper: null })), true);
  assert.equal(isKeeper(table({ keeper: null, seats: [null] })), false);
});
