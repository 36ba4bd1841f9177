// @ts-check
/**
 * The director: plays what happened in a scene, and lets go at once when told to.
 *
 * Only transforms and opacity are animated, by the browser itself (Web Animations), on elements
 * that the scene has drawn or on a few that fly over it and go. Nothing flashes more than twice a
 * second.
 *
 * @typedef {import('../session/stage.js').Director & {readonly playing: boolean}} Director
 */
import { beatsOf } from './beats.js';
import { playCard } from './play-card.js';
import { playReveal } from './play-reveal.js';
import { Run } from './run.js';
import { BEGIN_MS } from './tempo.js';

/**
 * @param {import('./types.js').Canvas} canvas
 * @returns {Director}
 */
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
      // A scene without a size, on a page that is being laid out, has nothing to move.
      if (!beats.length || !canvas.layout()) return true;
      director.skip();
      // Before the reveal nobody's choice is known: the seats stay as they were.
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

/**
 * @param {Run} run
 * @param {import('./beats.js').Beat[]} beats
 */
async function playBeats(run, beats) {
  // Who has just lost everything is not over it when the next cave opens.
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
