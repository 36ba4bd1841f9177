// @ts-check
/**
 * The director plays events as a scene and stops at once on request.
 *
 * The browser animates only transforms and opacity (Web Animations), on elements that the scene has
 * drawn and on a few that fly over it and disappear. Nothing flashes more than twice a
 * second.
 */
/** @import { Beat, CardBeat, RevealBeat } from './beats.js' */
/** @import { Mood } from '../art/explorers.js' */
/** @import { Canvas } from './types.js' */
import { isRelic } from '../model/cards.js';
import {
  AGREED_MS,
  BEGIN_MS,
  BUST_MS,
  beatsOf,
  DARK_MS,
  FLIP,
  REVEAL_MS,
  SLIDE_MS,
  WALK_MS,
  walkTime,
} from './beats.js';
import { enter, fallGems, flyGems, flySign, loom, spotOf, walkBack } from './flights.js';
import { Run } from './run.js';

const RELIC_MS = 700;
const HAZARD_MS = 800;

/** @param {Run} run @param {CardBeat} beat */
async function playCard(run, beat) {
  const { card, shared, bust } = beat;
  const fresh = beat.laid.cards.length - 1;
  run.cue('card', { card });
  await run.show({ game: { ...beat.laid, hazards: beat.before.hazards }, fresh });
  enter(run, fresh, SLIDE_MS);
  await run.reach('turn', run.calm ? 0 : SLIDE_MS * FLIP, { card });
  const rest = run.calm ? 0 : SLIDE_MS * (1 - FLIP);
  if (bust) return playBust(run, beat, bust, rest);
  await run.pause(rest);
  if (shared) run.cue('treasure', { share: shared.share, seats: shared.seats });
  const moved = shared ? {} : everybody(beat.after.in_cave, isRelic(card) ? 'awed' : 'relieved');
  await run.show({ game: beat.after, moods: moved });
  if (shared) {
    if (shared.share < 1 || run.calm) return;
    const { seats, share } = shared;
    await run.pause(flyGems(run, { from: fresh, to: seats, count: share * seats.length, delay: 0 }));
  } else if (isRelic(card)) {
    run.cue('relic', { card });
    gleam(run, fresh);
    await run.pause(run.calm ? 0 : RELIC_MS);
  } else {
    run.cue('hazard', { kind: card });
    flicker(run);
    flySign(run, card, fresh);
    await run.pause(run.calm ? 0 : HAZARD_MS);
  }
}

/** @param {number[]} seats @param {Mood} mood */
function everybody(seats, mood) {
  return Object.fromEntries(seats.map((seat) => [seat, mood]));
}

/**
 * Light up a relic.
 * @param {Run} run
 * @param {number} index of the relic's card
 */
function gleam(run, index) {
  const card = `.path-card[data-index="${index}"]`;
  run.fade(`${card} .relic-here`, [0.5, 1], { duration: RELIC_MS });
  run.fade(`${card} .card-relic-rays`, [0, [1, 0.4], 0.35], { duration: 900 });
}

/**
 * Make the light flicker twice.
 * @param {Run} run
 */
function flicker(run) {
  run.fade('.cave-light', [1, 0.25, 0.9, 0.35, 1], { duration: 900, easing: 'linear' });
  run.fade('.cave-dark', [0, 0.35, 0.05, 0.25, 0], { duration: 900, easing: 'linear' });
}

/**
 * Play a bust, the only loud moment.
 * @param {Run} run
 * @param {CardBeat} beat
 * @param {NonNullable<CardBeat['bust']>} bust
 * @param {number} rest of the card's way
 */
async function playBust(run, beat, { kind, seats, lost }, rest) {
  await run.reach('bust', rest, { kind, seats });
  await run.show({ game: { ...beat.after, carried: 0 }, bust: kind, lanterns: 'off' });
  run.fade('.cave-light', [1, 0], { duration: 350, fill: 'both' });
  run.fade('.cave-dark', [0, [0.62, 0.2], [0.62, 0.85], 0], { duration: BUST_MS, easing: 'linear' });
  const shake = [0, -5, 4, -3, 2, 0].map((x) => ({ translate: `${x}px ${-x / 2}px` }));
  run.move(run.find('.cave-cards'), shake, { duration: 420, easing: 'linear' });
  for (const seat of seats) {
    const start = [
      { transform: 'none' },
      { transform: 'translateY(-22%) rotate(-6deg)', offset: 0.25 },
      { transform: 'rotate(4deg)', offset: 0.55 },
      { transform: 'none' },
    ];
    run.move(run.actor(seat)?.querySelector('.actor-body'), start, { duration: 600 });
  }
  if (!run.calm) {
    loom(run, kind, BUST_MS);
    fallGems(run, seats, Math.min(lost, 7));
  }
  await run.pause(BUST_MS);
}

// A reveal: a moment of darkness, all choices at once, and the leavers' way home.

const FADE_MS = 180;
const RICH = 10;
const POOR = 2;

/**
 * @param {Run} run
 * @param {RevealBeat} beat
 * @param {boolean} more whether other beats follow
 */
async function playReveal(run, beat, more) {
  const { stayers, leavers, gains } = beat;
  const shown = leavers.length ? REVEAL_MS : AGREED_MS;
  run.cue('dark');
  await run.show({ game: beat.before, reveal: { stayers, leavers, open: false } });
  run.fade('.cave-dark', [0, [0.9, 0.12], [0.9, 0.84], 0], { duration: DARK_MS + shown + 200, easing: 'linear' });
  run.fade('.cave-reveal', [0, 1], { duration: 200 });
  await run.reach('reveal', DARK_MS, { stayers, leavers });
  await run.show({ game: beat.before, reveal: { stayers, leavers, gains } });
  for (const hand of run.canvas.element.querySelectorAll('.reveal-hand')) {
    const flip = ['scaleX(.1)', 'scaleX(1.08)', 'none'].map((transform, i) => ({ transform, offset: [0, 0.7, 1][i] }));
    run.move(hand, flip, { duration: 260 });
  }
  await run.pause(shown - FADE_MS);
  run.fade('.cave-reveal', [1, 0], { duration: FADE_MS, fill: 'both' });
  await run.pause(FADE_MS);
  const from = leavers.map((seat) => spotOf(run, seat));
  if (leavers.length) run.cue('walk', { seats: leavers });
  const moods = Object.fromEntries(leavers.map((seat) => [seat, moodFor(gains?.[seat])]));
  await run.show({ game: beat.after, moods });
  if (!leavers.length) return;
  flyPickings(run, beat);
  for (const [i, seat] of leavers.entries()) walkBack(run, seat, from[i], WALK_MS);
  // The next card does not wait for the leavers: they have the path to themselves.
  await run.watch(walkTime(more && stayers.length > 0));
  run.cue('bank', { seats: leavers });
}

/**
 * Return the mood of a leaver: proud of a full bag, sorry about an empty one.
 * @param {number | undefined} gain what the leaver brings home, if visible
 * @returns {Mood}
 */
function moodFor(gain = POOR + 1) {
  return gain >= RICH ? 'proud' : gain <= POOR ? 'poor' : 'happy';
}

/**
 * Fly gems and relics from the path to the leavers.
 * @param {Run} run
 * @param {RevealBeat} beat
 */
function flyPickings(run, { before, after, leavers, relics }) {
  if (run.calm) return;
  const count = before.cards.length;
  before.cards.forEach((card, i) => {
    const gone = (before.gems[i] ?? 0) - (after.gems[i] ?? 0);
    const relic = relics !== null && isRelic(card) && before.relics.length > 0;
    if (gone < 1 && !relic) return;
    const delay = ((count - 1 - i) / Math.max(count, 1)) * WALK_MS * 0.7;
    flyGems(run, { from: i, to: leavers, count: Math.min(gone, 6), delay, relic: relic ? card : null });
  });
}

/**
 * @typedef {import('../session/stage.js').Director & {readonly playing: boolean}} Director
 */

/** @param {Canvas} canvas @returns {Director} */
export function createDirector(canvas) {
  /** @type {Run | null} */
  let current = null;
  /** @type {Director} */
  const director = {
    onCue: null,
    wait: null,
    get playing() {
      return current !== null;
    },
    skip() {
      if (!current) return;
      current.cut();
      current = null;
      void canvas.show(null);
    },
    async play(facts, { game, seats, pace }) {
      const beats = game ? beatsOf(facts, game, canvas.edition()) : [];
      // A scene without a size, on a page that is still being laid out, has nothing to move.
      if (!beats.length || !canvas.layout()) return true;
      director.skip();
      // No choice is known before the reveal: the seats stay as they were.
      const run = new Run(canvas, seats, director, pace);
      current = run;
      await playBeats(run, beats);
      if (run.isCut) return false;
      current = null;
      run.release();
      await canvas.show(null);
      return true;
    },
  };
  return director;
}

/** @param {Run} run @param {Beat[]} beats */
async function playBeats(run, beats) {
  // Explorers who just lost everything are still sad when the next cave opens.
  const lost = beats.flatMap((beat) => (beat.kind === 'card' && beat.bust ? beat.bust.seats : []));
  const gloom = Object.fromEntries(lost.map((seat) => [seat, /** @type {const} */ ('sad')]));
  for (const beat of beats) {
    if (run.isCut) return;
    run.release();
    run.fact = beat.fact;
    if (beat.kind === 'reveal') await playReveal(run, beat, beats.length > 1);
    else if (beat.kind === 'card') await playCard(run, beat);
    else {
      await run.reach('begin', 0, { round: beat.after.round });
      await run.show({ game: beat.after, moods: gloom });
      await run.watch(BEGIN_MS);
    }
  }
}
