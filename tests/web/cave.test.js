// @ts-check
/** Events are split into the beats that the scene plays, in display order. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { beatsOf } from '../../src/diamant/web/js/cave/beats.js';
import { createDirector } from '../../src/diamant/web/js/cave/director.js';
import { quietDirector } from '../../src/diamant/web/js/cave/quiet-director.js';
import { canvas, game, reduceMotion } from './scenes.js';

/** @typedef {import('../../src/diamant/web/js/model/events.js').GameEvent} GameEvent */

/** Three explorers in a cave, with gems and a relic on the path. */
const GAME = game({
  phase: 'decide',
  card: 'relic',
  cards: ['7', 'snake', 'relic'],
  gems: [1, 0, 0],
  carried: 2,
  path: 1,
  relics: [5],
  hazards: ['snake'],
});

test('a reveal and the next card in one message are two beats', () => {
  /** @type {GameEvent[]} */
  const facts = [
    { event: 'ChoicesRevealed', stayers: [0, 2], leavers: [1] },
    { event: 'RelicsTaken', seat: 1, relics: [{ card: 'relic', worth: 5 }] },
    { event: 'Banked', seat: 1, carried: 2, share: 1 },
    { event: 'CardTurned', card: '9' },
    { event: 'TreasureShared', seats: [0, 2], share: 4, remainder: 1 },
  ];
  const [reveal, turn, ...rest] = /** @type {any[]} */ (beatsOf(facts, GAME));
  assert.equal(rest.length, 0);
  assert.equal(reveal.kind, 'reveal');
  assert.deepEqual(reveal.before.gems, [1, 0, 0]);
  assert.deepEqual(reveal.after.gems, [0, 0, 0]);
  assert.equal(reveal.relics, 1);
  assert.deepEqual(reveal.after.in_cave, [0, 2]);
  assert.equal(turn.kind, 'card');
  assert.deepEqual(turn.laid.gems, [0, 0, 0, 0], 'the leftovers settle only after the others have flown');
  assert.deepEqual(turn.after.gems, [0, 0, 0, 1]);
  assert.equal(turn.after.carried, 6);
  assert.equal(turn.shared.share, 4);
});

test('a bust leaves everyone in place until the next cave begins', () => {
  const facts = [
    { event: 'CardTurned', card: 'snake' },
    { event: 'Bust', kind: 'snake', seats: [0, 1, 2], lost: 2 },
    { event: 'ExpeditionEnded', round: 1, bust: true, removed: ['snake'] },
    { event: 'ExpeditionBegan', round: 2, relic: null },
  ];
  const [turn, begin] = /** @type {any[]} */ (beatsOf(facts, GAME));
  assert.equal(turn.bust.kind, 'snake');
  assert.deepEqual(turn.after.in_cave, [0, 1, 2]);
  assert.deepEqual(turn.after.cards, ['7', 'snake', 'relic', 'snake']);
  assert.equal(begin.kind, 'begin');
  assert.equal(begin.after.round, 2);
  assert.deepEqual(begin.after.cards, []);
});

test('a bust in the last cave is the last beat', () => {
  const facts = [
    { event: 'CardTurned', card: 'snake' },
    { event: 'Bust', kind: 'snake', seats: [0, 1, 2], lost: 2 },
    { event: 'ExpeditionEnded', round: 5, bust: true, removed: ['snake'] },
    { event: 'GameEnded', scores: [3, 2, 1], winners: [0] },
  ];
  const beats = /** @type {any[]} */ (beatsOf(facts, { ...GAME, round: 5 }));
  assert.deepEqual(
    beats.map((beat) => beat.kind),
    ['card'],
  );
  assert.deepEqual(beats[0].after.in_cave, [0, 1, 2]);
});

test('events that are invisible in the cave make no beat', () => {
  assert.deepEqual(beatsOf([{ event: 'StandInsNeeded', worth: 3 }], GAME), []);
  assert.deepEqual(beatsOf([{ event: 'ExpeditionBegan', round: 1, relic: null }], GAME), []);
});

/** @type {GameEvent[]} */
const REVEAL_AND_CARD = [
  { event: 'ChoicesRevealed', stayers: [0, 2], leavers: [1] },
  { event: 'Banked', seat: 1, carried: 2, share: 1 },
  { event: 'CardTurned', card: 'lava' },
];
const CUES = ['dark', 'reveal', 'walk', 'bank', 'card', 'turn', 'hazard'];

test('a hand beside a shared screen gives each cue on time, and can skip ahead', async () => {
  /** @type {string[]} */
  const cues = [];
  const director = quietDirector(() => undefined);
  director.onCue = (name) => cues.push(name);
  /** @type {[number, string, any][]} */
  const waits = [];
  let hurry = true;
  director.wait = (time, name, fact, done) => {
    waits.push([Math.round(time), name, fact?.event]);
    if (hurry) done();
    return () => {};
  };
  await director.play(REVEAL_AND_CARD, { game: GAME });
  assert.deepEqual(cues, CUES);
  assert.deepEqual(waits, [
    [0, 'dark', 'ChoicesRevealed'],
    [400, 'reveal', 'ChoicesRevealed'],
    [1100, 'walk', 'ChoicesRevealed'],
    [550, 'bank', 'ChoicesRevealed'],
    [0, 'card', 'CardTurned'],
    [384, 'turn', 'CardTurned'],
    [216, 'hazard', 'CardTurned'],
  ]);
  hurry = false;
  cues.length = 0;
  const played = director.play(REVEAL_AND_CARD, { game: GAME });
  director.skip();
  await played;
  assert.deepEqual(cues, []);
});

test('a director shows every beat in order, with the same cues as a quiet one', async () => {
  reduceMotion(true);
  const { made, frames } = canvas();
  const director = createDirector(made);
  /** @type {string[]} */
  const cues = [];
  director.onCue = (name) => cues.push(name);
  assert.equal(await director.play(REVEAL_AND_CARD, { game: GAME }), true);
  assert.deepEqual(cues, CUES);
  assert.deepEqual(
    frames.map((frame) => frame && [frame.reveal?.open ?? null, frame.game.cards.length, frame.fresh ?? null]),
    [[false, 3, null], [null, 3, null], [null, 3, null], [null, 4, 3], [null, 4, null], null],
  );
  assert.equal(director.playing, false);
});

test('a skipped scene stops and shows the final picture', async () => {
  reduceMotion(false);
  const { made, frames } = canvas();
  const director = createDirector(made);
  /** @type {string[]} */
  const cues = [];
  director.onCue = (name) => cues.push(name);
  const played = director.play(REVEAL_AND_CARD, { game: GAME });
  assert.equal(director.playing, true);
  director.skip();
  assert.equal(await played, false);
  assert.deepEqual(cues, ['dark']);
  assert.equal(frames[frames.length - 1], null);
});

test('a picture without a size plays nothing', async () => {
  const { made, frames } = canvas();
  made.layout = () => null;
  assert.equal(await createDirector(made).play(REVEAL_AND_CARD, { game: GAME }), true);
  assert.deepEqual(frames, []);
});
