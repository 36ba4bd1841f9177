// @ts-check
/** Helpers for testing scenes: a game of three, a session controlled by the test, and a canvas that draws nothing. */
import { layoutPath } from '../../src/diamant/web/js/cave/layout.js';
import { signal } from '../../src/diamant/web/js/html.js';
import { newGame } from '../../src/diamant/web/js/model/game.js';
import { EDITION } from './iello-2016.js';

/** @param {object} [changes] @returns {any} */
export function game(changes) {
  return { ...newGame(EDITION, 3, null, false), history: [], ...changes };
}

/**
 * Return a session at a table; `tell` folds nothing, because the test gives the view.
 * @param {object} view
 * @param {boolean} [screen]
 * @returns {any}
 */
export function sessionAt(view, screen = false) {
  /** @type {any} */
  const session = {
    isScreen: signal(screen),
    view: signal(view),
    /** @type {[number, string][]} */
    gave: [],
    connection: {
      cue: (/** @type {number} */ number, /** @type {string} */ name) => session.gave.push([number, name]),
    },
    /** @param {(news: any) => void} hears */
    listen(hears) {
      session.tell = (/** @type {any[]} */ events, /** @type {object} */ changes) => {
        const before = session.view.peek();
        session.view.value = { ...before, ...changes };
        hears({ events, before, after: session.view.peek() });
      };
      return () => {};
    },
  };
  return session;
}

/** Return a canvas that draws nothing, and remembers what it received. */
export function canvas() {
  /** @type {any[]} */
  const frames = [];
  const layout = layoutPath(['5', 'snake', 'relic'], 800, 600, { players: 3 });
  /** @type {any} */
  const made = {
    element: { querySelector: () => null, querySelectorAll: () => [] },
    edition: () => undefined,
    layout: () => layout,
    show: async (/** @type {any} */ frame) => void frames.push(frame),
  };
  return { made, frames };
}

/** @param {boolean} wanted */
export function reduceMotion(wanted) {
  globalThis.matchMedia = /** @type {any} */ (() => ({ matches: wanted }));
}
