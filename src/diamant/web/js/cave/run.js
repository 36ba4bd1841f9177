// @ts-check
/**
 * One run of a director through a scene: draws, waits and moves until it is cut short, and then does
 * nothing any more.
 */
/** @import { GameEvent } from '../model/events.js' */
/** @import { CueDetail, Director } from '../session/stage.js' */
/** @import { Canvas, Frame } from './types.js' */
import { calm } from '../device/prefs.js';
import { after } from '../device/window.js';

export class Run {
  /**
   * @param {Canvas} canvas
   * @param {Frame['seats']} seats as they are drawn in every frame
   * @param {Director} director who is told of cues, and may know when each is due
   * @param {number} [pace] the part of its usual time that everything takes
   */
  constructor(canvas, seats, director, pace = 1) {
    this.pace = pace;
    this.canvas = canvas;
    this.seats = seats;
    this.director = director;
    /** What the beat that is played began with. @type {GameEvent | null} */
    this.fact = null;
    this.calm = calm();
    this.isCut = false;
    /** @type {Set<() => void>} */
    this.pauses = new Set();
    /** @type {Set<Animation>} */
    this.moves = new Set();
    /** Movements whose end is held, such as a light that went out. @type {Set<Animation>} */
    this.held = new Set();
  }

  /** The layout of the picture as it stands now. */
  get layout() {
    const layout = this.canvas.layout();
    if (!layout) throw new Error('a picture without a size cannot be played');
    return layout;
  }

  get gems() {
    return this.canvas.edition()?.gems;
  }

  /** End it, wherever it is. */
  cut() {
    this.isCut = true;
    for (const move of this.moves) move.cancel();
    this.release();
    for (const end of this.pauses) end();
    this.canvas.element.querySelector('.cave-flights')?.replaceChildren();
  }

  /** Let go of what was held at the end of its movement. */
  release() {
    for (const move of this.held) move.cancel();
    this.held.clear();
  }

  /** @param {string} name @param {CueDetail} [detail] */
  cue(name, detail) {
    if (!this.isCut) this.director.onCue?.(name, detail, this.fact);
  }

  /**
   * Wait until it is time for a cue, and give it.
   * @param {string} name
   * @param {number} time in milliseconds
   * @param {CueDetail} [detail]
   */
  async reach(name, time, detail) {
    await this.pause(time, name);
    this.cue(name, detail);
  }

  /** @param {Frame} frame */
  async show(frame) {
    if (!this.isCut) await this.canvas.show({ seats: this.seats, ...frame });
  }

  /**
   * @param {number} time in milliseconds
   * @param {string} [name] of the cue that follows
   * @returns {Promise<void>}
   */
  pause(time, name) {
    if (this.isCut) return Promise.resolve();
    return new Promise((done) => {
      const end = () => {
        stop();
        this.pauses.delete(end);
        done();
      };
      this.pauses.add(end);
      const { wait } = this.director;
      const lasting = time * this.pace;
      const stop = wait ? wait(lasting, name ?? '', this.fact, end) : after(lasting, end);
    });
  }

  /**
   * Wait for what moves, unless motion is not wanted.
   * @param {number} time in milliseconds
   */
  async watch(time) {
    if (!this.calm) await this.pause(time);
  }

  /** @param {string} query @returns {HTMLElement | null} */
  find(query) {
    return this.canvas.element.querySelector(query);
  }

  /**
   * The explorer of a seat.
   * @param {number} seat
   */
  actor(seat) {
    return this.find(`.actor[data-seat="${seat}"]`);
  }

  /**
   * Move an element, unless motion is not wanted.
   * @param {Element | null | undefined} target
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @returns {Animation | null}
   */
  move(target, frames, options) {
    if (this.isCut || this.calm || !target?.animate) return null;
    const move = target.animate(frames, { fill: 'backwards', easing: 'ease-in-out', ...options });
    move.playbackRate = 1 / this.pace;
    if (options.fill === 'both') this.held.add(move);
    this.moves.add(move);
    move.onfinish = () => this.moves.delete(move);
    return move;
  }

  /**
   * Let an element's opacity go through some values.
   * @param {string} query
   * @param {(number | [number, number])[]} values each alone, or with its offset from 0 to 1
   * @param {KeyframeAnimationOptions} options
   */
  fade(query, values, options) {
    const frames = values.map((value) =>
      typeof value === 'number' ? { opacity: value } : { opacity: value[0], offset: value[1] },
    );
    return this.move(this.find(query), frames, options);
  }
}
