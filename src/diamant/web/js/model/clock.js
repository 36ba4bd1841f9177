// @ts-check
/** How much time a table gives for a choice. */
/** @import { Settings } from './types.js' */

const USUAL = { relaxed: 45, brisk: 15 };

/**
 * Seconds for a choice, where there is a clock.
 * @param {Settings} settings
 * @returns {number}
 */
export function choiceSeconds({ clock, seconds }) {
  return seconds ?? USUAL[/** @type {keyof typeof USUAL} */ (clock)] ?? USUAL.relaxed;
}
