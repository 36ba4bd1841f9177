// @ts-check
/** The odds of the next card (odds.py). */
/** @import { GameView } from './types.js' */

/**
 * Return the expected gems per player in the cave.
 * @param {GameView} game
 */
export function nextShare(game) {
  const inside = game.in_cave.length;
  if (!game.deck_size || !inside) return 0;
  return game.treasures_left.reduce((sum, value) => sum + Math.floor(value / inside), 0) / game.deck_size;
}

/**
 * Return the probability that the next card ends the expedition, as a reduced fraction such as `2/29`.
 * @param {GameView} game
 * @returns {string}
 */
export function bustOdds(game) {
  const fatal = game.hazards.reduce((sum, kind) => sum + game.hazards_left[kind], 0);
  const common = divisor(fatal, game.deck_size);
  const whole = game.deck_size / common;
  return whole === 1 ? `${fatal / common}` : `${fatal / common}/${whole}`;
}

/**
 * Return the greatest common divisor.
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
function divisor(a, b) {
  return b === 0 ? a : divisor(b, a % b);
}
