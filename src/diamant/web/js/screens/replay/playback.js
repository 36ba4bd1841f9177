// @ts-check
/**
 * Moving through a replay: step, scrub, speed, and automatic playback.
 *
 * The cave's director plays a single step forward; any jump shows the new state at once.
 */

import { playCue } from '../../device/sound.js';
import { useCallback, useEffect, useRef, useState } from '../../html.js';

/** @import { Moment } from '../../model/moments.js' */
/** @import { Director } from '../../session/stage.js' */

/** For each speed, the duration of a moment in milliseconds, and whether it is animated. */
export const SPEEDS = Object.freeze({
  1: { rest: 1300, acted: true },
  2: { rest: 250, acted: true },
  4: { rest: 420, acted: false },
});

/** @typedef {keyof typeof SPEEDS} Speed */

/**
 * Animate the step from one moment to the next. A failing picture must not block the rest.
 * @param {Director | null} director the cave's, or null if there is none
 * @param {Moment} from
 * @param {Moment} to
 * @returns {Promise<void>}
 */
export async function actOut(director, from, to) {
  try {
    await director?.play(to.facts, { game: from.game });
  } catch (error) {
    console.error(error);
  }
}

/**
 * Return the position of a replay, with functions to move it.
 * @param {readonly Moment[]} moments
 */
export function usePlayback(moments) {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(/** @type {Speed} */ (1));
  const director = useRef(/** @type {Director | null} */ (null));
  const acting = useRef(Promise.resolve());
  const last = moments.length - 1;
  const { rest, acted } = SPEEDS[speed];

  const setDirector = useCallback((/** @type {Director | null} */ found) => {
    director.current = found;
    if (found) found.onCue = playCue;
  }, []);

  /** @param {number} place */
  const goTo = (place) => {
    const to = Math.max(0, Math.min(last, place));
    if (to === at) return;
    setAt(to);
    if (to === at + 1 && acted && director.current) {
      acting.current = actOut(director.current, moments[at], moments[to]);
    } else {
      director.current?.skip();
    }
  };

  // Another game starts from its beginning.
  useEffect(() => {
    director.current?.skip();
    setAt(0);
    setPlaying(false);
  }, [moments]);

  useEffect(() => {
    if (!playing) return undefined;
    if (at >= last) {
      setPlaying(false);
      return undefined;
    }
    let timer = 0;
    let stopped = false;
    acting.current.then(() => {
      if (!stopped) timer = window.setTimeout(() => goTo(at + 1), rest);
    });
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [playing, at, speed, last]);

  return {
    at: Math.min(at, last),
    last,
    playing,
    speed,
    setSpeed,
    setDirector,
    toggle() {
      if (!playing && at >= last) goTo(0);
      setPlaying(!playing);
    },
    /** @param {number} place */
    jump(place) {
      setPlaying(false);
      goTo(place);
    },
    /** End the animation at once. */
    skip() {
      director.current?.skip();
    },
  };
}

/** @typedef {ReturnType<typeof usePlayback>} Playback */

/**
 * Handle keys: arrows step, space plays, Home and End jump, Page Up and Page Down move from cave to cave.
 * @param {Playback} playback
 * @param {readonly number[]} starts the first moment of each cave
 */
export function useKeys(playback, starts) {
  const now = useRef(playback);
  now.current = playback;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.closest('textarea, select, input, dialog, [role="dialog"]')) return;
      const { at, last, jump, toggle } = now.current;
      if (event.key === 'ArrowRight') jump(at + 1);
      else if (event.key === 'ArrowLeft') jump(at - 1);
      else if (event.key === 'Home') jump(0);
      else if (event.key === 'End') jump(last);
      else if (event.key === 'PageDown') jump(starts.find((start) => start > at) ?? last);
      else if (event.key === 'PageUp') jump([...starts].reverse().find((start) => start < at) ?? 0);
      // Space on a button presses that button.
      else if (event.key === ' ' && !target.closest('button, a')) toggle();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [starts]);
}
