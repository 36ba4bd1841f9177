// @ts-check
/**
 * Beside a shared screen nothing is told before the screen shows it: this device waits for the screen's cues, and goes
 * on by itself where none comes. With no screen beside it, it keeps its own time.
 */

/** What a screen shows of an event, in this order; docs/protocol.md tells what each is. */
export const MOMENTS = ['reveal', 'turn', 'bust', 'begin', 'end', 'done'];

/** So much longer than usual a screen may take. One that falls silent holds up one scene, and not the next. */
const PATIENCE_MS = 4000;

/** And so much once it was late: anybody with the code can call themselves a screen. */
const SHORT_PATIENCE_MS = 2000;

/** @param {string} name of a cue */
export function isMoment(name) {
  return MOMENTS.includes(name);
}

export class Following {
  constructor() {
    this.beside = false;
    /** Whether the screen gave no cue in time: it is not waited for until its next one. */
    this.silent = false;
    this.patience = PATIENCE_MS;
    /** How far the screen has shown the game, and how far it has been told here. */
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
   * Say whether a shared screen is there besides this device.
   * @param {boolean} beside
   */
  stand(beside) {
    if (this.beside === beside) return;
    this.beside = beside;
    this.silent = false;
    this.endWaits();
  }

  /**
   * Take a screen's cue; a later one stands for all before it.
   * @param {number} number of the event
   * @param {string} moment
   */
  heard(number, moment) {
    this.silent = false;
    this.screen = Math.max(this.screen, placeOf(number, moment));
    this.endWaits();
  }

  /**
   * Note that a moment has been told here.
   * @param {number} number
   * @param {string} moment
   */
  told(number, moment) {
    this.here = Math.max(this.here, placeOf(number, moment));
  }

  /**
   * Whether a moment may be told here.
   * @param {number} number
   * @param {string} moment
   */
  may(number, moment) {
    return !this.active || placeOf(number, moment) <= this.screen;
  }

  /**
   * Wait for a cue: a moment waits for the screen, and anything else for its time, unless the screen is ahead.
   * @param {number} time in milliseconds
   * @param {number} number of the event
   * @param {string} name of the cue
   * @param {() => void} done
   * @returns {() => void} gives up
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

  /** Let go of all waits that are over. */
  endWaits() {
    for (const check of [...this.waiting]) check();
  }
}

/**
 * A moment as a number that grows as things go on.
 * @param {number} number of the event
 * @param {string} moment
 */
function placeOf(number, moment) {
  return number * MOMENTS.length + MOMENTS.indexOf(moment);
}
