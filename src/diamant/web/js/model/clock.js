// @ts-check
/** How much time a table gives for a choice. */

const USUAL = { relaxed: 45, brisk: 15 };

/**
 * Seconds for a choice, where there is a clock.
 * @param {import('./types.js').Settings} settings
 * @returns {number}
 */
export function choiceSeconds({ clock, seconds }) {
  return seconds ?? USUAL[/** @type {keyof typeof USUAL} */ (clock)] ?? USUAL.relaxed;
}
