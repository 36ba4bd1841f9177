// @ts-check
/**
 * One run of a director through a scene: draws, waits and animates until it is cut short, and then does
 * nothing more.
 */
/** @import { GameEvent } from '../model/events.js' */
/** @import { CueDetail, Director } from '../session/stage.js' */
/** @import { Canvas, Frame } from './types.js' */
import { calm } from '../device/prefs.js';
import { after } from '../device/window.js';

export class Run {
  /**
   * @param {Canvas} canvas
   * @param {Frame['seats']} seats as drawn in every frame
   * @param {Director} director receives cues, and may decide when each is due
   * @param {number} [pace] the fraction of its usual duration that everything takes
   */
  constructor(canvas, seats, director, pace = 1) {
    this.pace = pace;
    this.canvas = canvas;
    this.seats = seats;
    this.director = director;
    /** The first event of the beat being played. @type {GameEvent | null} */
    this.fact = null;
    this.calm = calm();
    this.isCut = false;
    /** @type {Set<() => void>} */
    this.pauses = new Set();
    /** @type {Set<Animation>} */
    this.moves = new Set();
    /** Animations whose final state is kept, such as a light that went out. @type {Set<Animation>} */
    this.held = new Set();
  }

  /** The layout of the current picture. */
  get layout() {
    const layout = this.canvas.layout();
    if (!layout) throw new Error('a picture without a size cannot be played');
    return layout;
  }

  get gems() {
    return this.canvas.edition()?.gems;
  }

  /** End the run immediately. */
  cut() {
    this.isCut = true;
    for (const move of this.moves) move.cancel();
    this.release();
    for (const end of this.pauses) end();
    this.canvas.element.querySelector('.cave-flights')?.replaceChildren();
  }

  /** Release the final states that are being kept. */
  release() {
    for (const move of this.held) move.cancel();
    this.held.clear();
  }

  /** @param {string} name @param {CueDetail} [detail] */
  cue(name, detail) {
    if (!this.isCut) this.director.onCue?.(name, detail, this.fact);
  }

  /**
   * Wait until a cue is due, and give it.
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
   * Wait for an animation, unless motion is reduced.
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
   * Return the explorer of a seat.
   * @param {number} seat
   */
  actor(seat) {
    return this.find(`.actor[data-seat="${seat}"]`);
  }

  /**
   * Animate an element, unless motion is reduced.
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
   * Animate an element's opacity.
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
