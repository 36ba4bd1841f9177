// @ts-check
/**
 * Cards by their words in the notation: a treasure is its number, a relic is `relic` with its worth
 * behind it where that is printed, and everything else is a kind of hazard.
 */

/** The word of a relic without a number. */
export const RELIC = 'relic';

/**
 * The gems on a treasure card; null for any other card.
 * @param {string} card
 * @returns {number | null}
 */
export function treasureOf(card) {
  return /^\d+$/.test(card) ? Number(card) : null;
}

/** @param {string} card */
export function isTreasure(card) {
  return treasureOf(card) !== null;
}

/** @param {string} card */
export function isRelic(card) {
  return /^relic\d*$/.test(card);
}

/** @param {string} card */
export function isHazard(card) {
  return !isTreasure(card) && !isRelic(card);
}

/**
 * The worth that is printed on a relic; null where it bears none, and for any other card.
 * @param {string} card
 * @returns {number | null}
 */
export function printedWorth(card) {
  return isRelic(card) && card !== RELIC ? Number(card.slice(RELIC.length)) : null;
}

/**
 * The word of an edition's relic that is worth so much.
 * @param {{worth: string}} relics how an edition has its relics
 * @param {number} points
 * @returns {string}
 */
export function relicWord(relics, points) {
  return relics.worth === 'printed' ? `${RELIC}${points}` : RELIC;
}

/**
 * What a map has for a word that anybody may have chosen, such as `constructor`; undefined if it has nothing.
 * @template T
 * @param {Readonly<Record<string, T>>} map
 * @param {string} word
 * @returns {T | undefined}
 */
export function lookUp(map, word) {
  return Object.getOwnPropertyDescriptor(map, word)?.value;
}
