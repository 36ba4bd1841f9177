// @ts-check
/**
 * Cards in the notation: a treasure is its number, a relic is `relic` followed by its worth if that is
 * printed, and every other word is a kind of hazard.
 */

/** The notation of a relic without a number. */
export const RELIC = 'relic';

/**
 * Return the gems on a treasure card, or null for any other card.
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
 * Return the worth printed on a relic, or null for any other card.
 * @param {string} card
 * @returns {number | null}
 */
export function printedWorth(card) {
  return isRelic(card) && card !== RELIC ? Number(card.slice(RELIC.length)) : null;
}

/**
 * Return the notation of an edition's relic with this worth.
 * @param {{worth: string}} relics the relics of an edition
 * @param {number} points
 * @returns {string}
 */
export function relicWord(relics, points) {
  return relics.worth === 'printed' ? `${RELIC}${points}` : RELIC;
}

/**
 * Return a map's own value for a word that a user may have chosen, such as `constructor`; undefined if it has none.
 * @template T
 * @param {Readonly<Record<string, T>>} map
 * @param {string} word
 * @returns {T | undefined}
 */
export function lookUp(map, word) {
  return Object.getOwnPropertyDescriptor(map, word)?.value;
}
