// @ts-check
/** The recap of a cave: its audience, its content and its duration. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { beatsOf } from '../../src/diamant/web/js/cave/beats.js';
import { closeChests, endsCave, recapOf } from '../../src/diamant/web/js/model/recap.js';
import { Stage } from '../../src/diamant/web/js/session/stage.js';
import { sayAwaited } from '../../src/diamant/web/js/words/people.js';
import { game as gameOf, sessionAt } from './scenes.js';

/** @typedef {import('../../src/diamant/web/js/model/events.js').GameEvent} GameEvent */

/** Ana went home with a relic, Ben and Cem lost everything. @type {GameEvent[]} */
const REVEAL = [
  { event: 'ChoicesRevealed', stayers: [1, 2], leavers: [0] },
  { event: 'RelicsTaken', seat: 0, relics: [{ card: 'relic', worth: 5 }] },
  { event: 'Banked', seat: 0, carried: 3, share: 1 },
];
/** @type {GameEvent[]} */
const BUST = [
  { event: 'CardTurned', card: 'snake' },
  { event: 'Bust', kind: 'snake', seats: [1, 2], lost: 26 },
  { event: 'ExpeditionEnded', round: 2, bust: true, removed: [] },
];
/** @type {GameEvent} */
const NEXT = { event: 'ExpeditionBegan', round: 3, relic: null };
/** @type {GameEvent[]} */
const BEFORE = [
  { event: 'ExpeditionBegan', round: 1, relic: null },
  { event: 'Banked', seat: 1, carried: 30, share: 0 },
  { event: 'ExpeditionEnded', round: 1, bust: false, removed: [] },
  { event: 'ExpeditionBegan', round: 2, relic: null },
  { event: 'CardTurned', card: 'relic' },
];

/** @param {object} [changes] */
function game(changes) {
  const history = [...BEFORE, ...REVEAL, ...BUST, NEXT];
  return gameOf({ round: 3, chests: [9, 30, 0], relics_taken: [[5], [], []], history, ...changes });
}

test("the recap shows each explorer's gain or loss, and the current chest", () => {
  assert.deepEqual(recapOf(game(), null), {
    round: 2,
    last: false,
    endings: [
      { seat: 0, lost: null, gained: 9, relics: 1, chest: 9 },
      { seat: 1, lost: 26, gained: null, relics: 0, chest: 30 },
      { seat: 2, lost: 26, gained: null, relics: 0, chest: 0 },
    ],
  });
});

test('closed chests stay closed in the last recap', () => {
  /** @type {GameEvent} */
  const over = { event: 'GameEnded', scores: [9, 30, 0], winners: [1] };
  const last = game({ closed: true, history: [...BEFORE, ...REVEAL, ...BUST, over] });
  assert.equal(recapOf(last, null)?.last, true);
  const told = (/** @type {number | null} */ seat) =>
    recapOf(last, seat)?.endings.map(({ gained, chest }) => `${gained} ${chest}`);
  assert.deepEqual(told(null), ['null null', 'null null', 'null null']);
  assert.deepEqual(told(0), ['9 9', 'null null', 'null null']);
  assert.deepEqual(closeChests(/** @type {any} */ ({ game: last }), 0).game?.chests, [9, null, null]);
  assert.deepEqual(closeChests(/** @type {any} */ ({ game: last }), null).game?.chests, [null, null, null]);
});

test('a cave that continues, or the next one with its first card, has no recap', () => {
  assert.equal(recapOf(game({ history: [...BEFORE, ...REVEAL] }), null), null);
  assert.equal(endsCave([...REVEAL, ...BUST, NEXT]), true);
  assert.equal(endsCave([...REVEAL, ...BUST, NEXT, { event: 'CardTurned', card: '5' }]), false);
  assert.equal(endsCave(REVEAL), false);
});

test('a revealed choice shows what comes home, unless the chest is closed', () => {
  const gains = (/** @type {object} */ changes) => {
    const [beat] = beatsOf(REVEAL, game({ history: [], cards: ['relic'], gems: [0], ...changes }));
    return beat.kind === 'reveal' ? beat.gains : null;
  };
  assert.deepEqual(gains({}), { 0: 9 });
  assert.deepEqual(gains({ closed: true }), {});
  assert.deepEqual(gains({ closed: true, seat: 1 }), {});
  assert.deepEqual(gains({ closed: true, seat: 0 }), { 0: 9 });
});

const NAMES = ['Ana', 'Ben', 'Cem', 'Dora', 'Eva'];

/** @param {(boolean | null)[]} chosen @param {object} [changes] @returns {any} */
function waiting(chosen, changes) {
  return {
    phase: 'cave',
    paused: false,
    settings: { show_chosen: true },
    seats: chosen.map((one, at) => ({ name: NAMES[at], chosen: one })),
    game: { in_cave: chosen.map((_, at) => at) },
    ...changes,
  };
}

test('players who have not chosen are named, if the table shows it', () => {
  assert.equal(sayAwaited(waiting([true, false, true])), 'Waiting for Ben.');
  assert.equal(sayAwaited(waiting([false, false, true])), 'Waiting for Ana and Ben.');
  assert.equal(sayAwaited(waiting([false, false, true]), [0]), 'Waiting for Ben.');
  assert.equal(sayAwaited(waiting([false, false, false, false])), 'Waiting for 4 players.');
  assert.equal(sayAwaited(waiting([true, true])), '');
  assert.equal(sayAwaited(waiting([true, false], { game: { in_cave: [0] } })), '', 'the camp has nothing to choose');
  assert.equal(sayAwaited(waiting([null, false], { settings: { show_chosen: false } })), '');
  assert.equal(sayAwaited(waiting([true, false], { paused: true })), '');
  assert.equal(sayAwaited(waiting([true, false], { phase: 'break' })), '');
});

/** Return a table in the middle of a scene, with a director that plays until it is stopped. */
function staged() {
  const before = {
    phase: 'cave',
    turn: 7,
    deadline: null,
    settings: { edition: 'iello-2016' },
    seats: NAMES.slice(0, 3).map((name) => ({ name })),
    game: game({ round: 2 }),
  };
  const session = sessionAt(before);
  const stage = new Stage(session);
  let end = () => {};
  /** @type {any} */
  const director = {
    play: () =>
      new Promise((done) => {
        end = () => done(true);
      }),
    skip: () => end(),
  };
  stage.direct(director);
  const cave = { phase: 'break', deadline: 20_000, game: game() };
  const ended = [
    { event: 'ChoicesRevealed', leavers: [0], bets_won: [], facts: REVEAL, at: 10_000 },
    { event: 'CardTurned', card: 'snake', turn: null, deadline: null, facts: [...BUST, NEXT], at: 10_000 },
    { event: 'BreakBegan', deadline: 20_000, at: 10_000 },
  ];
  const card = (/** @type {number} */ at) => [
    { event: 'CardTurned', card: '5', turn: 8, deadline: null, facts: [{ event: 'CardTurned', card: '5' }], at },
  ];
  return { session, stage, director, cave, ended, card, finish: () => end() };
}

/** Let resolved promises continue. */
const settle = () => new Promise((done) => setImmediate(done));

test.beforeEach(() => {
  globalThis.document = /** @type {any} */ ({ visibilityState: 'visible' });
  test.mock.timers.enable({ apis: ['setTimeout'] });
});
test.afterEach(() => {
  test.mock.timers.reset();
  Reflect.deleteProperty(globalThis, 'document');
});

test('the line shows the choices with the reveal, and a bust when it is visible', () => {
  const { session, stage, director, cave, ended } = staged();
  session.tell(ended, cave);
  director.onCue('dark');
  assert.equal(stage.line.value, '');
  director.onCue('reveal', { stayers: [1, 2], leavers: [0] }, ended[0].facts[0]);
  assert.equal(stage.line.value, 'Ana leaves with 4 gems. Bonus for leaving alone: a relic worth 5.');
  director.onCue('turn', { card: 'snake' });
  assert.ok(!stage.line.value.includes('second time'), 'nobody knows yet what it does');
  director.onCue('bust', { kind: 'snake', seats: [1, 2] });
  assert.ok(stage.line.value.includes('for the second time! Ben and Cem lose 26 gems each.'));
  stage.close();
});

test('the line reveals neither the winner nor closed chests', async () => {
  const { session, stage, cave, finish } = staged();
  /** @type {GameEvent[]} */
  const facts = [
    { event: 'ChoicesRevealed', stayers: [], leavers: [0, 1] },
    { event: 'Banked', seat: 0, carried: 3, share: 1 },
    { event: 'Banked', seat: 1, carried: 3, share: 1 },
    { event: 'ExpeditionEnded', round: 5, bust: false, removed: [] },
    { event: 'GameEnded', scores: [9, 30, 0], winners: [1] },
  ];
  const seats = NAMES.slice(0, 3).map((name, seat) => ({ name, guest: `g${seat}` }));
  const over = { ...cave, phase: 'over', you: 'g0', seats, game: game({ closed: true, seat: 0 }) };
  session.tell([{ event: 'ChoicesRevealed', leavers: [0, 1], bets_won: [], facts, at: 10_000 }], over);
  finish();
  await settle();
  assert.equal(
    stage.line.value,
    'You leave, together with Ben. You put 4 gems in your chest. Nobody is left in the cave.',
  );
  stage.close();
});

test('the recap stays for four seconds after the scene, whatever happened meanwhile', async () => {
  const { session, stage, cave, ended, card, finish, director } = staged();
  session.tell(ended, cave);
  assert.equal(stage.recap.value, null);
  finish();
  await settle();
  assert.equal(stage.recap.value?.game?.round, 3);
  session.tell(card(20_000), { phase: 'cave', turn: 8, deadline: null }); // The device was slow, and the break is over.
  test.mock.timers.tick(3_999);
  await settle();
  assert.notEqual(stage.recap.value, null);
  assert.equal(stage.shownTurn.value, 7);
  test.mock.timers.tick(201);
  await settle();
  assert.equal(stage.recap.value, null);
  director.onCue('turn', { card: '5' });
  assert.equal(stage.shownTurn.value, 8);
  stage.close();
});

test('the last cave has a recap, too', async () => {
  const { session, stage, cave, ended, finish } = staged();
  session.tell(ended, { ...cave, phase: 'over', deadline: null });
  finish();
  await settle();
  test.mock.timers.tick(3_999);
  await settle();
  assert.equal(stage.playing.value, true, 'the end waits');
  assert.notEqual(stage.recap.value, null);
  test.mock.timers.tick(201);
  await settle();
  assert.equal(stage.playing.value, false);
  assert.equal(stage.recap.value, null);
});

test('the recap ends when the host continues', async () => {
  const { session, stage, cave, ended, card, finish } = staged();
  session.tell(ended, cave);
  finish();
  await settle();
  session.tell(card(12_000), { phase: 'cave', turn: 8, deadline: null });
  await settle();
  assert.equal(stage.recap.value, null);
  stage.close();
});

test('the first tap skips the scene, and the second one the recap', async () => {
  const { session, stage, cave, ended } = staged();
  session.tell(ended, { ...cave, phase: 'over', deadline: null });
  stage.skip();
  await settle();
  assert.notEqual(stage.recap.value, null);
  assert.equal(stage.playing.value, true);
  stage.skip();
  await settle();
  assert.equal(stage.playing.value, false);
});

test('the recap stays until the next card, also for a guest who has just arrived', async () => {
  const { session, stage, cave, ended, finish } = staged();
  session.tell(ended, cave);
  finish();
  await settle();
  test.mock.timers.tick(30_000);
  await settle();
  assert.equal(stage.playing.value, false);
  assert.notEqual(stage.recap.value, null);
  const late = new Stage(session);
  late.settle();
  assert.equal(late.recap.value?.game?.round, 3);
});
