// @ts-check
/**
 * A director without a picture: what happens keeps the pace of a shared screen, so that a hand beside
 * it neither tells the choices too early nor opens a choice for a card that the room has not seen.
 */
import { AGREED, BUST, DARK, SLIDE, REVEAL, WALK } from './animate.js';
import { isRelic } from '../model/cards.js';
import { beatsOf } from './frames.js';
import { FLIP } from './walks.js';

/**
 * @param {() => any} edition
 */
export function quietDirector(edition) {
  /** Ends the pause that is being waited for. */
  let wake = () => {};
  let run = 0;
  const director = {
    /** @type {((name: string, detail?: any) => void) | null} */
    onCue: null,
    skip() {
      run += 1;
      wake();
    },
    /**
     * @param {any[]} events
     * @param {any} before
     */
    async play(events, before) {
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const beats = before?.game ? beatsOf(events, before.game, edition()) : [];
      run += 1;
      const mine = run;
      for (const [cue, detail, time] of beats.flatMap((beat, at) => stepsOf(beat, at < beats.length - 1))) {
        if (run !== mine) return;
        if (cue) director.onCue?.(cue, detail);
        if (!calm && time) await new Promise((done) => {
          const timer = setTimeout(done, time);
          wake = () => {
            clearTimeout(timer);
            done(undefined);
          };
        });
      }
    },
  };
  return director;
}

/**
 * A beat as cues, each with how long it lasts on the shared screen.
 * @param {import('./frames.js').Beat} beat
 * @param {boolean} more
 * @returns {[string, any, number][]}
 */
function stepsOf(beat, more) {
  if (beat.kind === 'begin') return [['begin', {}, 700]];
  if (beat.kind === 'reveal') {
    const { stayers, leavers } = beat;
    if (!leavers.length) return [['dark', {}, DARK], ['reveal', { stayers, leavers }, AGREED]];
    const walk = more && stayers.length ? WALK * 0.55 : WALK;
    return [['dark', {}, DARK], ['reveal', { stayers, leavers }, REVEAL], ['walk', { seats: leavers }, walk], ['bank', { seats: leavers }, 0]];
  }
  const { card, shared, bust } = beat;
  /** @type {[string, any, number][]} */
  const turned = [['card', { card }, SLIDE * FLIP], ['turn', { card }, SLIDE * (1 - FLIP)]];
  if (bust) return [...turned, ['bust', { kind: bust.kind, seats: bust.seats }, BUST]];
  if (shared) return [...turned, ['treasure', { share: shared.share, seats: shared.seats }, 0]];
  return [...turned, [isRelic(card) ? 'relic' : 'hazard', { card }, 0]];
}
