// @ts-check
/**
 * How a card is played: it slides out of the dark, flips, and does what it does.
 *
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./beats.js').CardBeat} CardBeat
 */
import { isRelic } from '../model/cards.js';
import { fallGems, flyGems, flySign, loom } from './flights.js';
import { BUST_MS, FLIP, SLIDE_MS } from './tempo.js';
import { enter } from './walks.js';

const RELIC_MS = 700;
const HAZARD_MS = 800;

/**
 * @param {Run} run
 * @param {CardBeat} beat
 */
export async function playCard(run, beat) {
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

/**
 * @param {number[]} seats
 * @param {import('./types.js').Mood} mood
 */
function everybody(seats, mood) {
  return Object.fromEntries(seats.map((seat) => [seat, mood]));
}

/**
 * A relic lights up.
 * @param {Run} run
 * @param {number} index of its card
 */
function gleam(run, index) {
  const card = `.path-card[data-index="${index}"]`;
  run.fade(`${card} .relic-here`, [0.5, 1], { duration: RELIC_MS });
  run.fade(`${card} .card-relic-rays`, [0, [1, 0.4], 0.35], { duration: 900 });
}

/**
 * The light flinches twice.
 * @param {Run} run
 */
function flicker(run) {
  run.fade('.cave-light', [1, 0.25, 0.9, 0.35, 1], { duration: 900, easing: 'linear' });
  run.fade('.cave-dark', [0, 0.35, 0.05, 0.25, 0], { duration: 900, easing: 'linear' });
}

/**
 * The only loud moment.
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
