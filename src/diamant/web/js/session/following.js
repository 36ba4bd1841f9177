// @ts-check
/**
 * Beside a shared screen nothing is told before the room sees it: this device waits for the screen's cues, and goes
 * on by itself where none comes. With no screen beside it, it keeps its own time.
 */

/** What a screen shows of an event, in this order; docs/protocol.md tells what each is. */
export const MOMENTS = ['reveal', 'turn', 'bust', 'begin', 'end', 'done'];

/** So much longer than usual a screen may take. One that falls silent holds up one scene, and not the next. */
const PATIENCE_MS = 4000;

/** @param {string} name of a cue */
export function isMoment(name) {
  return MOMENTS.includes(name);
}

export class Following {
  constructor() {
    this.beside = false;
    /** Whether the screen gave no cue in time: it is not waited for until its next one. */
    this.silent = false;
    /** What the room saw last, and what was told here. */
    this.room = placeOf(0, '');
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
    this.look();
  }

  /**
   * Take a screen's cue; a later one stands for all before it.
   * @param {number} number of the event
   * @param {string} moment
   */
  heard(number, moment) {
    this.silent = false;
    this.room = Math.max(this.room, placeOf(number, moment));
    this.look();
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
    return !this.active || placeOf(number, moment) <= this.room;
  }

  /**
   * Wait for a cue: a moment waits for the room, and anything else for its time, unless the room is ahead.
   * @param {number} time in milliseconds
   * @param {number} number of the event
   * @param {string} name of the cue
   * @param {() => void} done
   * @returns {() => void} gives up
   */
  wait(time, number, name, done) {
    const followed = this.active;
    const gate = isMoment(name);
    const isOver = () => (gate ? this.may(number, name) : !this.active || this.here < this.room);
    const end = () => {
      stop();
      done();
    };
    const look = () => {
      if (isOver()) end();
    };
    const late = () => {
      if (gate && !isOver()) this.silent = true;
      end();
    };
    const bound = gate ? time + PATIENCE_MS : time;
    const timer = setTimeout(late, followed ? (isOver() ? 0 : bound) : time);
    const stop = () => {
      clearTimeout(timer);
      this.waiting.delete(look);
    };
    if (followed) this.waiting.add(look);
    return stop;
  }

  /** Let go of all waits that are over. */
  look() {
    for (const look of [...this.waiting]) look();
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
