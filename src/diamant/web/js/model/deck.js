// @ts-check
/**
 * Which cards a round's deck holds.
 *
 * @typedef {object} Cards what makes the deck, of an edition as `GET api/editions` tells it
 * @property {number[]} treasures
 * @property {Record<string, number>} hazards
 * @property {null | {enter: string, worth: string, points: number[]}} relics
 */
import { relicWord } from './cards.js';

/**
 * The cards that a round's deck starts with, laid out in the edition's order.
 * @param {Cards} edition
 * @param {number} round
 * @param {readonly string[]} [gone] cards that have left the game before
 * @returns {string[]}
 */
export function deckOf(edition, round, gone = []) {
  const cards = [...edition.treasures].sort((a, b) => a - b).map(String);
  for (const [kind, copies] of Object.entries(edition.hazards)) {
    for (let copy = 0; copy < copies; copy++) cards.push(kind);
  }
  const { relics } = edition;
  if (relics !== null) {
    const { enter, points } = relics;
    const entered = enter === 'start' ? points : points.slice(0, round);
    cards.push(...entered.map((number) => relicWord(relics, number)));
  }
  for (const card of gone) {
    const at = cards.indexOf(card);
    if (at >= 0) cards.splice(at, 1);
  }
  return cards;
}
