// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { fold, isNews, needsLook } from '../../src/diamant/web/js/model/fold.js';
import { emptySeat, ownSeats } from '../../src/diamant/web/js/model/seats.js';
import { toldTable } from '../../src/diamant/web/js/model/told-table.js';
import { EDITION } from './iello-2016.js';

/** A small deck. @type {any} */
const EDITIONS = { [EDITION.id]: { ...EDITION, treasures: [5, 7], hazards: { snake: 3, lava: 3 } } };

/** @param {number} at @param {string | null} guest */
function seat(at, guest) {
  const bot = guest ? null : 'medium';
  return { ...emptySeat(at), name: `P${at}`, color: at, shape: at, guest, bot, chosen: false };
}

/** @param {object} [change] @returns {any} */
function lobby(change) {
  const told = toldTable('t1', EDITION, []);
  const none = [null, null, null];
  return {
    ...told,
    public_number: 10,
    phase: 'lobby',
    settings: { ...told.settings, odds: true },
    host: 'g1',
    you: 'g2',
    guests: ['g1', 'g2'].map((guest) => ({ guest, present: true, away_since: null, screen: false })),
    seats: [null, seat(1, 'g1'), null, seat(3, 'g2'), null, seat(5, null), null, null],
    hands: [{ seat: 3, choice: null, carried: null, chest: null }],
    games: 0,
    fairness: { ...told.fairness, hashes: none, nonces: none },
    game: null,
    ...change,
  };
}

/** @param {any} view @param {any[]} events */
function after(view, ...events) {
  return events.reduce((now, event) => fold(now, event, EDITIONS), view);
}

test("starting a game closes the gaps between seats, and moves this device's seat", () => {
  const view = after(lobby(), { event: 'GameStarted', public_number: 11, at: 0, order: [1, 3, 5], deadline: 99 });
  const seats = view.seats.map((/** @type {any} */ one) => `${one.seat} ${one.name}`);
  assert.deepEqual(seats, ['0 P1', '1 P3', '2 P5']);
  assert.deepEqual(ownSeats(view), [1]);
  assert.equal(view.hands.length, 1);
  assert.equal(view.hands[0].seat, 1);
});

test('a known event changes nothing', () => {
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

/** Return a game in its first cave, after a treasure of 7 for three. */
function inCave() {
  return after(
    lobby(),
    { event: 'GameStarted', public_number: 11, at: 0, order: [1, 3, 5], deadline: 99 },
    { event: 'PlayBegan', public_number: 12, at: 0 },
    {
      ...turned('7', [{ event: 'TreasureShared', seats: [0, 1, 2], share: 2, remainder: 1 }]),
      public_number: 13,
      turn: 1,
      deadline: 500,
    },
  );
}

test('a treasure is shared, and the rest stays on its card', () => {
  const { game, hands, phase, turn, deadline } = inCave();
  assert.deepEqual([game.carried, game.path, game.gems, phase, turn, deadline], [2, 1, [1], 'cave', 1, 500]);
  assert.deepEqual(hands, [{ seat: 1, choice: null, carried: 2, chest: 0 }]);
});

test("this device's choice may arrive twice, and again after a change", () => {
  const chosen = { event: 'ChoiceMade', public_number: 14, at: 0, seat: 1, leave: true };
  const view = after(inCave(), chosen, chosen, { ...chosen, leave: false });
  assert.equal(view.hands[0].choice, false);
  assert.equal(view.seats[1].chosen, true);
  assert.equal(view.public_number, 14);
});

test("other players' choices are unknown before the reveal", () => {
  const view = after(inCave(), { event: 'ChoiceMade', public_number: 14, at: 0, seat: 0 });
  assert.equal(view.seats[0].chosen, true);
  assert.equal(view.hands[0].choice, null);
});

test('a lone leaver takes everything on the path home', () => {
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

test('an unknown kind of event only advances the number', () => {
  const view = after(lobby(), { event: 'SomethingNew', public_number: 11, at: 0 });
  assert.deepEqual({ ...view, public_number: 10 }, lobby());
});

/** @param {string} card @param {any[]} [more] facts @returns {any} */
function turned(card, more = []) {
  const facts = [{ event: 'CardTurned', card }, ...more];
  return { event: 'CardTurned', public_number: 14, at: 0, card, turn: 2, deadline: null, facts };
}

test('the deck and the odds are known after every card', () => {
  const view = after(inCave(), turned('snake'));
  const { deck, treasures_left, hazards_left, relics_left, deck_size, stand_ins } = view.game;
  assert.deepEqual(deck, { 5: 1, snake: 2, lava: 3, relic: 5 });
  assert.deepEqual([treasures_left, hazards_left, relics_left, deck_size], [[5], { snake: 2, lava: 3 }, 5, 11]);
  assert.equal(view.odds, '2/11');
  assert.equal(stand_ins, 0);
  assert.equal(after({ ...inCave(), settings: { ...view.settings, odds: false } }, turned('snake')).odds, null);
});

test('a page does not look again after a card or a reveal', () => {
  const before = inCave();
  const revealed = { event: 'ChoicesRevealed', public_number: 14, at: 0, leavers: [], bets_won: [], facts: [] };
  const emoted = { event: 'Emoted', public_number: 14, at: 0, seat: 0, emote: 'wave' };
  for (const event of [turned('snake'), /** @type {any} */ (revealed), /** @type {any} */ (emoted)]) {
    assert.equal(needsLook(before, event, after(before, event)), false);
  }
});

test('a page looks again when its own seats change', () => {
  const before = inCave();
  /** @type {any} */
  const moved = { event: 'SeatMoved', public_number: 14, at: 0, seat: 0, guest: 'g2' };
  assert.equal(needsLook(before, moved, after(before, moved)), true);
});

test('a page looks again when a game with closed chests ends, but not when other games end', () => {
  const end = turned('snake', [{ event: 'GameEnded', scores: [1, 2, 3], winners: [2] }]);
  const open = inCave();
  const closed = { ...open, game: { ...open.game, closed: true } };
  assert.equal(needsLook(open, end, after(open, end)), false);
  assert.equal(needsLook(closed, end, after(closed, end)), true);
});

test('a page looks again when the level of the bots changes, but not after other settings', () => {
  for (const [change, look] of /** @type {[object, boolean][]} */ ([
    [{ bots: 'hard' }, true],
    [{ odds: false }, false],
  ])) {
    const settings = { ...lobby().settings, edition_text: null, ...change };
    /** @type {any} */
    const changed = { event: 'SettingsChanged', public_number: 11, at: 0, settings };
    assert.equal(needsLook(lobby(), changed, after(lobby(), changed)), look);
  }
});

test('a page looks again when it does not know the rules', () => {
  const own = { ...lobby().settings, edition: 'ours', edition_text: 'id = "ours"' };
  /** @type {any} */
  const changed = { event: 'SettingsChanged', public_number: 11, at: 0, settings: own };
  const set = after(lobby(), changed);
  assert.equal(needsLook(lobby(), changed, set), true);
  /** @type {any} */
  const began = { event: 'PlayBegan', public_number: 12, at: 0 };
  assert.equal(needsLook(set, began, after(set, began)), true);
  assert.equal(needsLook(lobby(), began, after(lobby(), began)), false);
});
