// @ts-check
/**
 * A device next to a shared screen shows nothing before the screen does: it waits for the screen's cues, and continues
 * by itself if none comes. Without a screen it keeps its own time.
 */

/** The moments that a screen shows of an event, in this order; docs/protocol.md describes each. */
export const MOMENTS = ['reveal', 'turn', 'bust', 'begin', 'end', 'done'];

/** A screen may be this much later than usual. A silent screen delays one scene, and not the next. */
const PATIENCE_MS = 4000;

/** The same after it was late once: anyone with the code can act as a screen. */
const SHORT_PATIENCE_MS = 2000;

/** @param {string} name of a cue */
export function isMoment(name) {
  return MOMENTS.includes(name);
}

export class Following {
  constructor() {
    this.beside = false;
    /** Whether the screen missed a cue: until its next one, this device does not wait. */
    this.silent = false;
    this.patience = PATIENCE_MS;
    /** The progress of the screen, and of this device. */
    this.screen = placeOf(0, '');
    this.here = placeOf(0, '');
    /** @type {Set<() => void>} */
    this.waiting = new Set();
  }

  /** Whether a screen is being followed. */
  get active() {
    return this.beside && !this.silent;
  }

  /**
   * Set whether a shared screen is connected in addition to this device.
   * @param {boolean} beside
   */
  stand(beside) {
    if (this.beside === beside) return;
    this.beside = beside;
    this.silent = false;
    this.endWaits();
  }

  /**
   * Handle a screen's cue; a later one includes all before it.
   * @param {number} number of the event
   * @param {string} moment
   */
  heard(number, moment) {
    this.silent = false;
    this.screen = Math.max(this.screen, placeOf(number, moment));
    this.endWaits();
  }

  /**
   * Note that a moment was shown here.
   * @param {number} number
   * @param {string} moment
   */
  told(number, moment) {
    this.here = Math.max(this.here, placeOf(number, moment));
  }

  /**
   * Return whether a moment may be shown here.
   * @param {number} number
   * @param {string} moment
   */
  may(number, moment) {
    return !this.active || placeOf(number, moment) <= this.screen;
  }

  /**
   * Wait for a cue: a moment waits for the screen, anything else for its time, unless the screen is ahead.
   * @param {number} time in milliseconds
   * @param {number} number of the event
   * @param {string} name of the cue
   * @param {() => void} done
   * @returns {() => void} cancels it
   */
  wait(time, number, name, done) {
    const followed = this.active;
    const isShown = isMoment(name);
    const isOver = () => (isShown ? this.may(number, name) : !this.active || this.here < this.screen);
    const end = () => {
      stop();
      done();
    };
    const check = () => {
      if (isOver()) end();
    };
    const late = () => {
      if (isShown && !isOver()) this.silent = true;
      end();
    };
    const bound = isShown ? time + this.patience : time;
    const timer = setTimeout(late, followed ? (isOver() ? 0 : bound) : time);
    const isLate = () => {
      this.patience = SHORT_PATIENCE_MS;
    };
    const tardy = setTimeout(isShown && followed ? isLate : () => {}, time + SHORT_PATIENCE_MS);
    const stop = () => {
      clearTimeout(timer);
      clearTimeout(tardy);
      this.waiting.delete(check);
    };
    if (followed) this.waiting.add(check);
    return stop;
  }

  /** End all waits that are over. */
  endWaits() {
    for (const check of [...this.waiting]) check();
  }
}

/**
 * Return a moment as a number that increases with the game.
 * @param {number} number of the event
 * @param {string} moment
 */
function placeOf(number, moment) {
  return number * MOMENTS.length + MOMENTS.indexOf(moment);
}
