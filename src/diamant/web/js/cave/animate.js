// @ts-check
/**
 * The director: plays what happened in a scene, and lets go at once when told to.
 *
 * Only transforms and opacity are animated, by the browser itself (Web Animations), on elements
 * that the scene has drawn or on a few that fly over it and go. Nothing flashes more than twice a
 * second.
 */
import { isRelic } from '../model/cards.js';
import { beatsOf } from './frames.js';
import { flyGems, flySign, fallGems, loom } from './flights.js';
import { FLIP, enter, spotOf, walkBack } from './walks.js';

export const DARK = 400;
export const REVEAL = 1100;
export const AGREED = 650; // All go on: there is less to read, and the next card is what they wait for.
export const WALK = 1000;
export const SLIDE = 600;
export const BUST = 2000;

/** @typedef {{cut: boolean, wake: Set<() => void>, moves: Set<Animation>, held: Set<Animation>}} Run */

/**
 * @param {any} element a scene's root, `.cave`
 * @returns {{
 *   play: (events: any[], before: any, after: any) => Promise<boolean>, skip: () => void,
 *   readonly playing: boolean, onCue: ((name: string, detail?: any) => void)|null,
 * }}
 */
export function createDirector(element) {
  /** @type {Run|null} */
  let current = null;
  const director = {
    /** @type {((name: string, detail?: any) => void)|null} */
    onCue: null,
    get playing() {
      return current !== null;
    },
    skip() {
      const run = current;
      if (!run) return;
      current = null;
      run.cut = true;
      for (const move of run.moves) move.cancel();
      release(run);
      for (const wake of run.wake) wake();
      element.querySelector('.cave-flights')?.replaceChildren();
      element.stage?.show(null);
    },
    /** @param {any[]} events @param {any} before @param {any} after */
    async play(events, before, after) {
      const from = gameOf(before);
      const beats = from ? beatsOf(events, from, element.stage?.edition()) : [];
      // A scene without a size, on a page that is being laid out, has nothing to move.
      if (!beats.length || !element.stage?.layout()) return true;
      director.skip();
      /** @type {Run} */
      const run = { cut: false, wake: new Set(), moves: new Set(), held: new Set() };
      current = run;
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      // Before the reveal nobody's choice is known: the seats stay as they were.
      const seats = before?.seats ?? after?.seats;
      const play = stageHand(element, run, calm, seats, (name, detail) => director.onCue?.(name, detail));
      // Who has just lost everything is not over it when the next cave opens.
      const lost = beats.flatMap((beat) => (beat.kind === 'card' && beat.bust ? beat.bust.seats : []));
      const gloom = Object.fromEntries(lost.map((seat) => [seat, 'sad']));
      for (const beat of beats) {
        if (run.cut) return false;
        release(run);
        if (beat.kind === 'reveal') await playReveal(play, beat, beats.length > 1);
        else if (beat.kind === 'card') await playCard(play, beat);
        else {
          play.cue('begin', { round: beat.after.round });
          await play.show({ game: beat.after, moods: gloom });
          if (!calm) await play.pause(700);
        }
      }
      if (run.cut) return false;
      current = null;
      release(run);
      await element.stage.show(null);
      return true;
    },
  };
  return director;
}

/** Let go of what was held at the end of its movement, such as a light that went out. @param {Run} run */
function release(run) {
  for (const move of run.held) move.cancel();
  run.held.clear();
}

/** @param {any} view a view, or its game */
function gameOf(view) {
  return view && 'game' in view ? view.game : view;
}

/** @typedef {ReturnType<typeof stageHand>} Stage */

/**
 * What a scene needs to be played, bound to one run: all of it does nothing once that is cut.
 *
 * @param {any} element
 * @param {Run} run
 * @param {boolean} calm
 * @param {any[]|undefined} seats
 * @param {(name: string, detail?: any) => void} cue
 */
function stageHand(element, run, calm, seats, cue) {
  return {
    element,
    calm,
    layout: () => element.stage.layout(),
    edition: () => element.stage.edition(),
    /** @param {string} name @param {any} [detail] */
    cue(name, detail) {
      if (!run.cut) cue(name, detail);
    },
    /** @param {import('./frames.js').Frame} frame */
    async show(frame) {
      if (!run.cut) await element.stage.show({ seats, ...frame });
    },
    /** @param {number} time */
    pause(time) {
      if (run.cut) return Promise.resolve();
      return new Promise((/** @type {(value?: any) => void} */ resolve) => {
        const wake = () => {
          clearTimeout(timer);
          run.wake.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, time);
        run.wake.add(wake);
      });
    },
    /** @param {string} query @returns {any} */
    find: (query) => element.querySelector(query),
    /**
     * Move an element, unless motion is not wanted.
     * @param {any} target @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options
     */
    move(target, frames, options) {
      if (run.cut || calm || !target?.animate) return null;
      const move = target.animate(frames, { fill: 'backwards', easing: 'ease-in-out', ...options });
      if (options.fill === 'both') run.held.add(move);
      run.moves.add(move);
      move.onfinish = () => run.moves.delete(move);
      return move;
    },
  };
}

/** A beat of darkness, all choices at once, and the way back of those who leave. @param {Stage} play @param {import('./frames.js').Reveal} beat @param {boolean} more */
async function playReveal(play, beat, more) {
  const { stayers, leavers } = beat;
  const shown = leavers.length ? REVEAL : AGREED;
  const hush = { stayers, leavers, open: false };
  play.cue('dark');
  await play.show({ game: beat.before, reveal: hush });
  const dark = play.find('.cave-dark');
  play.move(dark, [{ opacity: 0 }, { opacity: 0.9, offset: 0.12 }, { opacity: 0.9, offset: 0.84 }, { opacity: 0 }], {
    duration: DARK + shown + 200, easing: 'linear',
  });
  play.move(play.find('.cave-reveal'), [{ opacity: 0 }, { opacity: 1 }], { duration: 200 });
  await play.pause(DARK);
  play.cue('reveal', { stayers, leavers });
  await play.show({ game: beat.before, reveal: { stayers, leavers } });
  play.element.querySelectorAll('.reveal-hand').forEach((/** @type {any} */ hand) => {
    play.move(hand, [{ transform: 'scaleX(.1)' }, { transform: 'scaleX(1.08)', offset: 0.7 }, { transform: 'none' }], { duration: 260 });
  });
  await play.pause(shown - 180);
  play.move(play.find('.cave-reveal'), [{ opacity: 1 }, { opacity: 0 }], { duration: 180, fill: 'both' });
  await play.pause(180);
  const from = leavers.map((seat) => spotOf(play, seat));
  if (leavers.length) play.cue('walk', { seats: leavers });
  await play.show({ game: beat.after, moods: Object.fromEntries(leavers.map((seat) => [seat, 'happy'])) });
  if (!leavers.length) return;
  flyPickings(play, beat);
  leavers.forEach((seat, i) => walkBack(play, seat, from[i], WALK));
  // The next card does not wait for those who go: they have the way to themselves.
  if (!play.calm) await play.pause(more && beat.stayers.length ? WALK * 0.55 : WALK);
  play.cue('bank', { seats: leavers });
}

/** Gems and relics on the path go to those who pass them. @param {Stage} play @param {import('./frames.js').Reveal} beat */
function flyPickings(play, beat) {
  if (play.calm) return;
  const { before, after, leavers } = beat;
  const count = before.cards.length;
  before.cards.forEach((/** @type {string} */ card, /** @type {number} */ i) => {
    const gone = (before.gems[i] ?? 0) - (after.gems[i] ?? 0);
    const relic = beat.relics !== null && isRelic(card) && before.relics.length > 0;
    if (gone < 1 && !relic) return;
    const when = ((count - 1 - i) / Math.max(count, 1)) * WALK * 0.7;
    flyGems(play, { from: i, to: leavers, count: Math.min(gone, 6), delay: when, relic: relic ? card : null });
  });
}

/** A card slides out of the dark, flips, and does what it does. @param {Stage} play @param {import('./frames.js').Turn} beat */
async function playCard(play, beat) {
  const { card, shared, bust } = beat;
  const fresh = beat.laid.cards.length - 1;
  const kind = bust ? bust.kind : undefined;
  play.cue('card', { card });
  await play.show({ game: { ...beat.laid, hazards: beat.before.hazards }, fresh });
  enter(play, fresh, SLIDE);
  await play.pause(play.calm ? 0 : SLIDE * FLIP);
  play.cue('turn', { card });
  await play.pause(play.calm ? 0 : SLIDE * (1 - FLIP));
  if (bust) return playBust(play, beat, kind);
  if (shared) {
    play.cue('treasure', { share: shared.share, seats: shared.seats });
    await play.show({ game: beat.after });
    if (shared.share > 0 && !play.calm) {
      const time = flyGems(play, { from: fresh, to: shared.seats, count: shared.share * shared.seats.length, delay: 0 });
      await play.pause(time);
    }
    return;
  }
  await play.show({ game: beat.after });
  if (isRelic(card)) {
    play.cue('relic', { card });
    play.move(play.find(`.path-card[data-index="${fresh}"] .relic-here`), [{ opacity: 0.5 }, { opacity: 1 }], { duration: 700 });
    play.move(play.find(`.path-card[data-index="${fresh}"] .card-relic-rays`), [{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 0.35 }], { duration: 900 });
    await play.pause(play.calm ? 0 : 700);
    return;
  }
  play.cue('hazard', { kind: card });
  flicker(play);
  flySign(play, card, fresh);
  await play.pause(play.calm ? 0 : 800);
}

/** The light flinches twice. @param {Stage} play */
function flicker(play) {
  const dips = [1, 0.25, 0.9, 0.35, 1].map((opacity) => ({ opacity }));
  play.move(play.find('.cave-light'), dips, { duration: 900, easing: 'linear' });
  play.move(play.find('.cave-dark'), [0, 0.35, 0.05, 0.25, 0].map((opacity) => ({ opacity })), { duration: 900, easing: 'linear' });
}

/** The only loud moment. @param {Stage} play @param {import('./frames.js').Turn} beat @param {string} [kind] */
async function playBust(play, beat, kind) {
  play.cue('bust', { kind, seats: beat.bust?.seats ?? [] });
  await play.show({ game: { ...beat.after, carried: 0 }, bust: kind, lanterns: 'off' });
  const lost = beat.bust?.lost ?? 0;
  play.move(play.find('.cave-light'), [{ opacity: 1 }, { opacity: 0 }], { duration: 350, fill: 'both' });
  play.move(play.find('.cave-dark'), [{ opacity: 0 }, { opacity: 0.62, offset: 0.2 }, { opacity: 0.62, offset: 0.85 }, { opacity: 0 }], { duration: BUST, easing: 'linear' });
  play.move(play.find('.cave-cards'), [0, -5, 4, -3, 2, 0].map((x) => ({ translate: `${x}px ${-x / 2}px` })), { duration: 420, easing: 'linear' });
  for (const seat of beat.bust?.seats ?? []) {
    play.move(play.find(`.actor[data-seat="${seat}"] .actor-body`), [
      { transform: 'none' }, { transform: 'translateY(-22%) rotate(-6deg)', offset: 0.25 }, { transform: 'rotate(4deg)', offset: 0.55 }, { transform: 'none' },
    ], { duration: 600 });
  }
  if (!play.calm) {
    loom(play, kind ?? '', BUST);
    fallGems(play, beat.bust?.seats ?? [], Math.min(lost, 7));
  }
  await play.pause(BUST);
}
