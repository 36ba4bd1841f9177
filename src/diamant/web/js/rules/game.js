// @ts-check
/**
 * A game by the rules, for every edition: a JavaScript version of rules/game.py.
 *
 * A step returns facts; `gameAfter`, which the page also uses for the server's facts, applies them to
 * the game. The turned card is an argument, because all randomness is in the dealer.
 *
 * @typedef {object} Game
 * @property {Edition} edition
 * @property {GameView} view everything visible, for a spectator with open chests
 * @property {string[]} lying the relics on the path
 *
 * @typedef {{game: Game, facts: GameEvent[]}} Step
 */
/** @import { GameEvent } from '../model/events.js' */
/** @import { Edition, GameView } from '../model/types.js' */
import { isRelic, lookUp, treasureOf } from '../model/cards.js';
import { gameAfter, newGame, relicEntering } from '../model/game.js';

/**
 * A step that the rules do not allow; `code` gives the reason: `not-now`, `card` (not in the deck), `leaver` (a
 * seat that is not in the cave, or is named twice) or `players`.
 */
export class IllegalStep extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * Return the game before its first card.
 * @param {Edition} edition
 * @param {number} players
 * @returns {Game}
 */
export function start(edition, players) {
  if (players < edition.players.least || players > edition.players.most) throw new IllegalStep('players');
  const view = newGame(edition, players, null, false);
  return { edition, view, lying: [] };
}

/**
 * Turn a card, and add it to the path.
 * @param {Game} game
 * @param {string} card
 * @returns {Step}
 */
export function turn(game, card) {
  const { view } = game;
  if (view.phase !== 'turn') throw new IllegalStep('not-now');
  if (!lookUp(view.deck, card)) throw new IllegalStep('card');
  const after = { ...game };
  /** @type {GameEvent[]} */
  const facts = [{ event: 'CardTurned', card }];
  const value = treasureOf(card);
  if (value !== null) {
    const inside = view.in_cave.length;
    const share = Math.floor(value / inside);
    facts.push({ event: 'TreasureShared', seats: view.in_cave, share, remainder: value % inside });
  } else if (isRelic(card)) {
    after.lying = [...game.lying, card];
  } else if (view.hazards.includes(card)) {
    facts.push({ event: 'Bust', kind: card, seats: view.in_cave, lost: view.carried });
    return endExpedition(after, facts, card);
  }
  return step(after, facts);
}

/**
 * Reveal all choices: these seats leave, and all others in the cave stay.
 * @param {Game} game
 * @param {readonly number[]} leaving
 * @returns {Step}
 */
export function decide(game, leaving) {
  const { edition, view } = game;
  if (view.phase !== 'decide') throw new IllegalStep('not-now');
  const leavers = view.in_cave.filter((seat) => leaving.includes(seat));
  if (leavers.length !== leaving.length) throw new IllegalStep('leaver');
  const stayers = view.in_cave.filter((seat) => !leaving.includes(seat));
  /** @type {GameEvent[]} */
  const facts = [{ event: 'ChoicesRevealed', stayers, leavers }];
  if (!leavers.length) return step(game, facts);
  const after = { ...game };
  if (leavers.length === 1 && game.lying.length) {
    const worths = view.relics;
    const relics = game.lying.map((card, place) => ({ card, worth: worths[place] }));
    facts.push({ event: 'RelicsTaken', seat: leavers[0], relics });
    after.lying = [];
  }
  const heaps = edition.sharing === 'card by card' ? view.gems : [view.path];
  const share = heaps.reduce((sum, lying) => sum + Math.floor(lying / leavers.length), 0);
  for (const seat of leavers) facts.push({ event: 'Banked', seat, carried: view.carried, share });
  return stayers.length ? step(after, facts) : endExpedition(after, facts, null);
}

/**
 * Remove cards from the game, and begin the next expedition if there is one.
 * @param {Game} game
 * @param {GameEvent[]} facts
 * @param {string | null} bust
 * @returns {Step}
 */
function endExpedition(game, facts, bust) {
  const { edition, view } = game;
  const busted = bust === null ? [] : [bust];
  const ended = { event: /** @type {const} */ ('ExpeditionEnded'), round: view.round, bust: bust !== null };
  facts.push({ ...ended, removed: [...game.lying, ...busted] });
  const over = view.round === edition.rounds;
  const following = view.round + 1;
  if (!over) facts.push({ event: 'ExpeditionBegan', round: following, relic: relicEntering(edition, following) });
  return step({ ...game, lying: [] }, facts, over);
}

/**
 * Return the game after some facts, with the supply of gems updated.
 * @param {Game} game with the view before the facts
 * @param {GameEvent[]} facts
 * @param {boolean} [over]
 * @returns {Step}
 */
function step(game, facts, over = false) {
  const { edition } = game;
  let view = gameAfter(game.view, facts, edition);
  const needed = view.stand_ins ?? 0;
  if (needed > (game.view.stand_ins ?? 0)) {
    /** @type {GameEvent} */
    const short = { event: 'StandInsNeeded', worth: needed };
    facts.push(short);
    view = gameAfter(view, [short], edition);
  }
  if (over) {
    const scores = /** @type {number[]} */ (view.chests);
    /** @type {GameEvent} */
    const ended = { event: 'GameEnded', scores, winners: winnersOf(edition, scores, view.relics_taken) };
    facts.push(ended);
    view = gameAfter(view, [ended], edition);
  }
  return { game: { ...game, view }, facts };
}

/**
 * @param {Edition} edition
 * @param {readonly number[]} scores
 * @param {readonly number[][]} relics
 */
function winnersOf(edition, scores, relics) {
  const seats = scores.map((_, seat) => seat);
  const best = Math.max(...scores);
  const tied = seats.filter((seat) => scores[seat] === best);
  if (edition.tie_break !== 'relics') return tied;
  const most = Math.max(...tied.map((seat) => relics[seat].length));
  return tied.filter((seat) => relics[seat].length === most);
}
