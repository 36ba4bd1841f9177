// @ts-check
/**
 * Apply the rules' facts to the visible state of a game.
 *
 * @typedef {{[Kind in GameEvent['event']]?:
 *   (game: GameView, fact: Extract<GameEvent, {event: Kind}>, edition: Edition | undefined) => void}} Changes
 */
/** @import { GameEvent } from './events.js' */
/** @import { Edition, GameView } from './types.js' */
import { isHazard, isRelic, isTreasure, printedWorth, relicWord } from './cards.js';
import { deckWithout, firstDeck, nextDeck } from './deck.js';
import { worthOf } from './scores.js';
import { replaced } from './seats.js';
import { standInsOf } from './supply.js';

/**
 * Return the game before its first card.
 * @param {Edition} edition
 * @param {number} players
 * @param {number | null} seat
 * @param {boolean} closed
 * @returns {GameView}
 */
export function newGame(edition, players, seat, closed) {
  const all = Array.from({ length: players }, (_, at) => at);
  return {
    edition: edition.id,
    players,
    seat,
    round: 1,
    rounds: edition.rounds,
    ...newCave(players),
    ...firstDeck(edition),
    closed,
    chest: seat === null ? null : 0,
    chests: all.map((at) => (closed && at !== seat ? null : 0)),
    relics_taken: all.map(() => []),
    stand_ins: closed ? null : 0,
    scores: null,
    winners: [],
    history: [{ event: 'ExpeditionBegan', round: 1, relic: relicEntering(edition, 1) }],
  };
}

/**
 * Return a cave before its first card, with all players inside.
 * @param {number} players
 * @returns {Pick<GameView,
 *   'phase' | 'in_cave' | 'card' | 'cards' | 'carried' | 'path' | 'gems' | 'relics' | 'hazards'>}
 */
export function newCave(players) {
  return {
    phase: 'turn',
    in_cave: Array.from({ length: players }, (_, seat) => seat),
    card: null,
    cards: [],
    carried: 0,
    path: 0,
    gems: [],
    relics: [],
    hazards: [],
  };
}

/**
 * Return the relic that joins the deck before a round, if any.
 * @param {Edition} edition
 * @param {number} round
 * @returns {string | null}
 */
export function relicEntering(edition, round) {
  const relics = edition.relics;
  if (!relics || relics.enter === 'start' || round > relics.points.length) return null;
  return relicWord(relics, relics.points[round - 1]);
}

/**
 * Return the game after some facts.
 * @param {GameView} game
 * @param {readonly GameEvent[]} facts
 * @param {Edition | undefined} edition
 * @returns {GameView}
 */
export function gameAfter(game, facts, edition) {
  // A device with several seats receives what each of them banked, but shows a spectator's game.
  const seen = facts.filter((fact) => !(game.closed && fact.event === 'Banked' && fact.seat !== game.seat));
  const after = { ...game, history: [...game.history, ...seen] };
  for (const fact of seen) {
    const change = /** @type {Change | undefined} */ (CHANGES[fact.event]);
    change?.(after, fact, edition);
  }
  if (edition) after.stand_ins = standInsOf(after, edition);
  return after;
}

/** @typedef {(game: GameView, fact: GameEvent, edition: Edition | undefined) => void} Change */

/** @type {Changes} */
const CHANGES = {
  CardTurned(game, fact, edition) {
    Object.assign(game, deckWithout(game, fact.card));
    game.card = fact.card;
    game.cards = [...game.cards, fact.card];
    game.gems = [...game.gems, 0];
    game.phase = 'decide';
    if (isRelic(fact.card)) game.relics = [...game.relics, printedWorth(fact.card) ?? nextWorth(game, edition)];
    if (isHazard(fact.card)) game.hazards = [...game.hazards, fact.card];
  },
  TreasureShared(game, fact) {
    game.gems = [...game.gems.slice(0, -1), fact.remainder];
    game.path += fact.remainder;
    if (game.seat === null || game.in_cave.includes(game.seat)) game.carried += fact.share;
  },
  ChoicesRevealed(game, fact, edition) {
    game.phase = 'turn';
    if (fact.leavers.length) {
      game.gems = gemsLeft(game, fact.leavers.length, edition);
      game.path = game.gems.reduce((sum, lying) => sum + lying, 0);
    }
    game.in_cave = fact.stayers;
    if (game.seat !== null && !game.in_cave.includes(game.seat)) game.carried = 0;
  },
  RelicsTaken(game, fact) {
    const worths = fact.relics.map(({ worth }) => worth);
    game.relics = [];
    game.relics_taken = replaced(game.relics_taken, fact.seat, [...game.relics_taken[fact.seat], ...worths]);
    gain(game, fact.seat, worthOf(fact.relics));
  },
  Banked(game, fact) {
    gain(game, fact.seat, fact.carried + fact.share);
  },
  ExpeditionEnded(game) {
    game.in_cave = [];
    game.gems = game.cards.map(() => 0);
    game.path = 0;
    game.relics = [];
    game.carried = 0;
  },
  ExpeditionBegan(game, fact) {
    Object.assign(game, nextDeck(game, fact.relic), newCave(game.players), { round: fact.round });
  },
  GameEnded(game, fact) {
    game.phase = 'over';
    game.scores = fact.scores;
    game.winners = fact.winners;
    game.chests = fact.scores;
    if (game.seat !== null) game.chest = fact.scores[game.seat];
  },
};

/**
 * Return the gems on each card after some players left: the leavers took the divisible part.
 *
 * Pooled, the rest lies on the deepest treasure card; otherwise each card keeps its own rest.
 * @param {GameView} game before the reveal
 * @param {number} leavers
 * @param {Edition | undefined} edition
 * @returns {number[]}
 */
function gemsLeft(game, leavers, edition) {
  if (edition?.sharing === 'card by card') return game.gems.map((lying) => lying % leavers);
  const left = game.gems.map(() => 0);
  const deepest = game.cards.map(isTreasure).lastIndexOf(true);
  if (deepest >= 0) left[deepest] = game.path % leavers;
  return left;
}

/**
 * @param {GameView} game
 * @param {number} seat
 * @param {number} points
 */
function gain(game, seat, points) {
  const held = game.chests[seat];
  if (held !== null) game.chests = replaced(game.chests, seat, held + points);
  if (seat === game.seat) game.chest = (game.chest ?? 0) + points;
}

/**
 * @param {GameView} game
 * @param {Edition | undefined} edition
 * @returns {number}
 */
function nextWorth(game, edition) {
  const before = game.relics_taken.reduce((sum, taken) => sum + taken.length, 0);
  return edition?.relics?.points[before + game.relics.length] ?? 0;
}
