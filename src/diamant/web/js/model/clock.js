// @ts-check
/** Seconds per choice at each clock setting. */
/** @import { Settings } from './types.js' */

const USUAL = { relaxed: 45, brisk: 15 };

/**
 * Return the seconds for a choice, if there is a clock.
 * @param {Settings} settings
 * @returns {number}
 */
export function choiceSeconds({ clock, seconds }) {
  return seconds ?? USUAL[/** @type {keyof typeof USUAL} */ (clock)] ?? USUAL.relaxed;
}
