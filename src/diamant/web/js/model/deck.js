// @ts-check
/**
 * The cards in a round's deck, and those still to come.
 *
 * @typedef {Record<string, number>} Copies number of each card, by its notation
 *
 * @typedef {Pick<Edition, 'treasures' | 'hazards' | 'relics'>} Cards the parts of an edition that define the deck
 */
/** @import { Edition, GameView } from './types.js' */
import { isRelic, lookUp, relicWord, treasureOf } from './cards.js';

/**
 * Return the cards of a round's starting deck, in the edition's order.
 * @param {Cards} edition
 * @param {number} round
 * @param {readonly string[]} [gone] cards that left the game earlier
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

/**
 * Return the cards of a deck one by one, in the edition's order, as the dealer needs them.
 * @param {Cards & {rounds: number}} edition
 * @param {Copies} deck
 * @returns {string[]}
 */
export function layOut(edition, deck) {
  const words = new Set(deckOf(edition, edition.rounds));
  return [...words].flatMap((card) => new Array(lookUp(deck, card) ?? 0).fill(card));
}

/**
 * Return the fields of a game view that describe the first round's deck.
 * @param {Cards} edition
 */
export function firstDeck(edition) {
  return counted(changed({}, deckOf(edition, 1), 1), Object.keys(edition.hazards));
}

/**
 * Return the same fields after a card was drawn.
 * @param {GameView} game
 * @param {string} card
 */
export function deckWithout(game, card) {
  return counted(changed(game.deck, [card], -1), Object.keys(game.hazards_left));
}

/**
 * Return the same fields for the next round. Treasures and hazards return to the deck; turned relics and the hazard
 * that ended the round do not.
 * @param {GameView} game at the end of a round
 * @param {string | null} relic that joins the deck
 */
export function nextDeck(game, relic) {
  const returning = game.cards.filter((card) => !isRelic(card));
  const bust = new Set(game.hazards).size < game.hazards.length;
  const back = bust ? returning.slice(0, -1) : returning;
  const joined = relic === null ? back : [...back, relic];
  return counted(changed(game.deck, joined, 1), Object.keys(game.hazards_left));
}

/**
 * @param {Copies} deck
 * @param {readonly string[]} cards
 * @param {1 | -1} by
 * @returns {Copies}
 */
function changed(deck, cards, by) {
  const copies = new Map(Object.entries(deck));
  for (const card of cards) copies.set(card, (copies.get(card) ?? 0) + by);
  return Object.fromEntries([...copies].filter(([, left]) => left > 0));
}

/**
 * @param {Copies} deck
 * @param {readonly string[]} kinds of hazards in the edition
 * @returns {Pick<GameView, 'deck' | 'treasures_left' | 'hazards_left' | 'relics_left' | 'deck_size'>}
 */
function counted(deck, kinds) {
  const cards = Object.entries(deck).flatMap(([card, copies]) => new Array(copies).fill(card));
  return {
    deck,
    treasures_left: cards.flatMap((card) => treasureOf(card) ?? []).sort((a, b) => a - b),
    hazards_left: Object.fromEntries(kinds.map((kind) => [kind, lookUp(deck, kind) ?? 0])),
    relics_left: cards.filter(isRelic).length,
    deck_size: cards.length,
  };
}
