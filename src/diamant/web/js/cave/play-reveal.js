// @ts-check
/** How a reveal is played: a beat of darkness, all choices at once, and the way home of those who leave. */
import { isRelic } from '../model/cards.js';
import { flyGems } from './flights.js';
import { AGREED_MS, DARK_MS, REVEAL_MS, WALK_MS, walkTime } from './tempo.js';
import { spotOf, walkBack } from './walks.js';

const FADE_MS = 180;
const RICH = 10;
const POOR = 2;

/**
 * @param {import('./run.js').Run} run
 * @param {import('./beats.js').RevealBeat} beat
 * @param {boolean} more whether other beats follow
 */
export async function playReveal(run, beat, more) {
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
  // The next card does not wait for those who go: they have the path to themselves.
  await run.watch(walkTime(more && stayers.length > 0));
  run.cue('bank', { seats: leavers });
}

/**
 * Who goes home is proud of a full bag, and sorry for an empty one.
 * @param {number | undefined} gain what they bring, where it may be told
 * @returns {import('./types.js').Mood}
 */
function moodFor(gain = POOR + 1) {
  return gain >= RICH ? 'proud' : gain <= POOR ? 'poor' : 'happy';
}

/**
 * Gems and relics on the path go to those who pass them.
 * @param {import('./run.js').Run} run
 * @param {import('./beats.js').RevealBeat} beat
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
