// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { fold, isNews, lookAfter } from '../../src/diamant/web/js/model/fold.js';
import { ownSeats } from '../../src/diamant/web/js/model/seats.js';

/** @param {number} at @param {string | null} guest */
function seat(at, guest) {
  return {
    seat: at,
    name: `P${at}`,
    color: at,
    shape: at,
    guest,
    bot: guest ? null : 'medium',
    stand_in: null,
    promised: null,
    chosen: false,
    bet: null,
    bets_won: 0,
    bets_made: 0,
  };
}

/** @param {object} [change] @returns {any} */
function lobby(change) {
  return {
    table: 't1',
    public_number: 10,
    phase: 'lobby',
    paused: false,
    settings: { edition: 'iello-2016', bots: 'medium', show_chosen: true, timeout: 'leave', closed: false },
    host: 'g1',
    you: 'g2',
    guests: [
      { guest: 'g1', present: true, away_since: null, screen: false },
      { guest: 'g2', present: true, away_since: null, screen: false },
    ],
    seats: [null, seat(1, 'g1'), null, seat(3, 'g2'), null, seat(5, null), null, null],
    hands: [{ seat: 3, choice: null, carried: null, chest: null }],
    games: 0,
    turn: 0,
    deadline: null,
    fairness: { dealer: '1', commitment: 'c0', hashes: [null, null, null], nonces: [null, null, null], seed: null },
    odds: null,
    game: null,
    ...change,
  };
}

/** @type {any} */
const EDITIONS = {
  'iello-2016': {
    id: 'iello-2016',
    rounds: 5,
    players: { least: 3, most: 8 },
    sharing: 'pooled',
    relics: { enter: 'start', worth: 'by order', points: [5, 5, 5, 10, 10], supplied: true },
    names: {},
  },
};

/** @param {any} view @param {any[]} events */
function after(view, ...events) {
  return events.reduce((now, event) => fold(now, event, EDITIONS), view);
}

test('the start of a game closes the gaps between seats, and the own seat moves along', () => {
  const view = after(lobby(), { event: 'GameStarted', public_number: 11, at: 0, order: [1, 3, 5], deadline: 99 });
  assert.deepEqual(
    view.seats.map((/** @type {any} */ one) => [one.seat, one.name]),
    [
      [0, 'P1'],
      [1, 'P3'],
      [2, 'P5'],
    ],
  );
  assert.deepEqual(ownSeats(view), [1]);
  assert.deepEqual(
    view.hands.map((/** @type {any} */ hand) => hand.seat),
    [1],
  );
});

test('an event that is known already changes nothing', () => {
  const looks = { name: 'Cem', color: 4, shape: 4 };
  const taken = { event: 'SeatTaken', public_number: 11, at: 0, seat: 0, guest: 'g3', ...looks };
  const once = after(lobby(), taken);
  assert.equal(after(once, taken), once);
  assert.equal(isNews(once, taken), false);
});

test('a view is never changed in place', () => {
  const view = lobby();
  const kept = JSON.stringify(view);
  after(view, { event: 'SeatLeft', public_number: 11, at: 0, seat: 3 });
  assert.equal(JSON.stringify(view), kept);
});

/** A game in its first cave, after a treasure of 7 for three. */
function inCave() {
  return after(
    lobby(),
    { event: 'GameStarted', public_number: 11, at: 0, order: [1, 3, 5], deadline: 99 },
    { event: 'PlayBegan', public_number: 12, at: 0 },
    {
      event: 'CardTurned',
      public_number: 13,
      at: 0,
      card: '7',
      turn: 1,
      deadline: 500,
      facts: [
        { event: 'CardTurned', card: '7' },
        { event: 'TreasureShared', seats: [0, 1, 2], share: 2, remainder: 1 },
      ],
    },
  );
}

test('a treasure is shared, and the rest lies on its card', () => {
  const { game, hands, phase, turn, deadline } = inCave();
  assert.deepEqual([game.carried, game.path, game.gems, phase, turn, deadline], [2, 1, [1], 'cave', 1, 500]);
  assert.deepEqual(hands, [{ seat: 1, choice: null, carried: 2, chest: 0 }]);
});

test('the own choice may be told twice, and again when it was changed', () => {
  const chosen = { event: 'ChoiceMade', public_number: 14, at: 0, seat: 1, leave: true };
  const view = after(inCave(), chosen, chosen, { ...chosen, leave: false });
  assert.equal(view.hands[0].choice, false);
  assert.equal(view.seats[1].chosen, true);
  assert.equal(view.public_number, 14);
});

test('what somebody else chose is not known before the reveal', () => {
  const view = after(inCave(), { event: 'ChoiceMade', public_number: 14, at: 0, seat: 0 });
  assert.equal(view.seats[0].chosen, true);
  assert.equal(view.hands[0].choice, null);
});

test('a lone leaver brings home what they carried and what lay on the path', () => {
  const view = after(inCave(), {
    event: 'ChoicesRevealed',
    public_number: 14,
    at: 0,
    leavers: [1],
    bets_won: [],
    facts: [
      { event: 'ChoicesRevealed', stayers: [0, 2], leavers: [1] },
      { event: 'Banked', seat: 1, carried: 2, share: 1 },
    ],
  });
  assert.deepEqual([view.game.chests, view.game.chest, view.game.path, view.game.carried], [[0, 3, 0], 3, 0, 0]);
  assert.deepEqual(view.hands, [{ seat: 1, choice: null, carried: 0, chest: 3 }]);
});

test('an event of a kind that is not known yet only counts', () => {
  const view = after(lobby(), { event: 'SomethingNew', public_number: 11, at: 0 });
  assert.deepEqual({ ...view, public_number: 10 }, lobby());
});

test('the server is asked again after a card for the odds, and for all where seats changed hands', () => {
  const before = inCave();
  const card = {
    event: 'CardTurned',
    public_number: 14,
    at: 0,
    card: 'snake',
    turn: 2,
    deadline: null,
    facts: [{ event: 'CardTurned', card: 'snake' }],
  };
  assert.equal(lookAfter(before, card, after(before, card)), 'numbers');
  const moved = { event: 'SeatMoved', public_number: 14, at: 0, seat: 0, guest: 'g2' };
  assert.equal(lookAfter(before, moved, after(before, moved)), 'all');
  const emoted = { event: 'Emoted', public_number: 14, at: 0, seat: 0, emote: 'wave' };
  assert.equal(lookAfter(before, emoted, after(before, emoted)), null);
});
