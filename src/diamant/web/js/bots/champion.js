// @ts-check
/**
 * The champion without a server: what it remembers of a game, and its network as a file. They are memory.py, player.py
 * and model.py of bots/champion written again; chests are open, as in every game on this device alone.
 *
 * @typedef {import('../model/types.js').GameView} GameView
 * @typedef {import('../model/types.js').Edition} Edition
 * @typedef {import('../model/events.js').GameEvent} GameEvent
 */
import { ascii, sha256, toHex } from '../fair/bytes.js';
import { isRelic, printedWorth, treasureOf } from '../model/cards.js';
import { deckOf } from '../model/deck.js';
import * as mind from './mind.js';

const FORM = 'diamant-mind-2';
const NEWLINE = 10;

/**
 * The network of a model's file; null if it is none, or damaged.
 * @param {Uint8Array} file
 * @returns {Float32Array | null}
 */
export function readModel(file) {
  const end = file.indexOf(NEWLINE);
  const data = file.slice(end + 1);
  const head = ascii(`${FORM} ${mind.NUMBERS} ${toHex(sha256(data))}`);
  if (end !== head.length || head.some((byte, at) => byte !== file[at])) return null;
  const numbers = new DataView(data.buffer);
  return Float32Array.from({ length: mind.NUMBERS }, (_, at) => numbers.getFloat32(4 * at, true));
}

/**
 * The champion's idea of when to leave.
 * @param {Float32Array} network
 * @returns {import('./bots.js').Idea}
 */
export function championIdea(network) {
  return {
    defaults: { nerve: 0, doubt: 0.01 },
    leave(game, { nerve, doubt }, seat, edition) {
      const round = {
        players: game.players,
        scores: /** @type {number[]} */ (game.chests),
        inside: Array.from({ length: game.players }, (_, at) => game.in_cave.includes(at)),
      };
      const by = mind.better(seat, situationOf(game, edition), round, weigh(game, edition), network);
      return mind.leaveChance(by + nerve, mind.blur(doubt, game.players));
    },
  };
}

/**
 * @param {GameView} game
 * @param {Edition} edition
 */
function situationOf(game, edition) {
  const situation = mind.zeros(mind.SITUATION);
  situation[mind.CARRIED] = game.carried;
  situation[mind.PATH] = game.path;
  situation[mind.INSIDE] = game.in_cave.length;
  situation[mind.PLAYERS] = game.players;
  situation[mind.ROUNDS_LEFT] = game.rounds - game.round;
  situation[mind.STEP] = game.cards.length;
  situation[mind.HAZARDS_MET] = game.hazards.length;
  situation[mind.BUST_CARDS] = game.hazards.reduce((sum, kind) => sum + game.hazards_left[kind], 0);
  situation[mind.DECK_SIZE] = game.deck_size;
  situation[mind.RELICS_LYING] = game.relics.length;
  situation[mind.RELICS_WORTH] = game.relics.reduce((sum, worth) => sum + worth, 0);
  situation[mind.RELICS_LEFT] = game.relics_left;
  situation[mind.RICHNESS] = mind.unitOf(edition.treasures.reduce((sum, value) => sum + value, 0));
  for (let sharing = 1; sharing <= 8; sharing++) {
    situation[mind.EACH + sharing] = game.treasures_left.reduce((sum, value) => sum + Math.floor(value / sharing), 0);
  }
  return situation;
}

/**
 * Whom it takes everybody for: the weights of the types of each seat, by all that was done so far.
 * @param {GameView} game
 * @param {Edition} edition
 * @returns {number[][]}
 */
function weigh(game, edition) {
  const memory = new Memory(game.players, edition);
  for (const event of game.history) memory.see(event);
  return memory.weights;
}

/** What was seen up to some moment of a game. */
class Memory {
  /**
   * @param {number} players
   * @param {Edition} edition
   */
  constructor(players, edition) {
    this.players = players;
    this.edition = edition;
    this.weights = Array.from({ length: players }, () => Array.from({ length: mind.TYPES }, () => 1 / mind.TYPES));
    this.situation = mind.zeros(mind.SITUATION);
    /** The seats in the cave. @type {Set<number>} */
    this.inside = new Set();
    /** @type {string[]} */
    this.gone = [];
    this.taken = 0;
  }

  /** @param {GameEvent} event */
  see(event) {
    if (event.event === 'ExpeditionBegan') this.enter(event.round);
    else if (event.event === 'CardTurned' && this.inside.size) this.turn(event.card);
    else if (event.event === 'ChoicesRevealed' && this.inside.size) this.reveal(event.leavers);
    else if (event.event === 'RelicsTaken') {
      this.taken += event.relics.length;
      this.gone.push(...event.relics.map(({ card }) => card));
      this.situation[mind.RELICS_LYING] = 0;
      this.situation[mind.RELICS_WORTH] = 0;
    } else if (event.event === 'ExpeditionEnded') {
      this.gone.push(...event.removed);
      this.inside.clear();
    }
  }

  /** @param {number} round */
  enter(round) {
    const { edition, players } = this;
    const situation = mind.zeros(mind.SITUATION);
    situation[mind.INSIDE] = players;
    situation[mind.PLAYERS] = players;
    situation[mind.DECK_SIZE] = deckOf(edition, round, this.gone).length;
    situation[mind.RICHNESS] = mind.unitOf(edition.treasures.reduce((sum, value) => sum + value, 0));
    for (let sharing = 1; sharing <= 8; sharing++) {
      situation[mind.EACH + sharing] = edition.treasures.reduce((sum, value) => sum + Math.floor(value / sharing), 0);
    }
    this.situation = situation;
    this.inside = new Set(Array.from({ length: players }, (_, seat) => seat));
  }

  /** @param {string} card */
  turn(card) {
    const { situation, edition } = this;
    situation[mind.STEP] += 1;
    situation[mind.DECK_SIZE] -= 1;
    const value = treasureOf(card);
    if (value !== null) {
      situation[mind.CARRIED] += Math.floor(value / situation[mind.INSIDE]);
      situation[mind.PATH] += value % situation[mind.INSIDE];
      for (let sharing = 1; sharing <= 8; sharing++) situation[mind.EACH + sharing] -= Math.floor(value / sharing);
    } else if (isRelic(card)) {
      const before = this.taken + situation[mind.RELICS_LYING];
      situation[mind.RELICS_WORTH] += printedWorth(card) ?? edition.relics?.points[before] ?? 0;
      situation[mind.RELICS_LYING] += 1;
    } else {
      const gone = this.gone.filter((other) => other === card).length;
      situation[mind.HAZARDS_MET] += 1;
      situation[mind.BUST_CARDS] += edition.hazards[card] - gone - 1;
    }
  }

  /** @param {readonly number[]} leavers */
  reveal(leavers) {
    const { situation } = this;
    const [now] = mind.expectTypes(situation);
    for (const seat of this.inside) mind.learn(leavers.includes(seat), now, this.weights[seat]);
    if (!leavers.length) return;
    for (const seat of leavers) this.inside.delete(seat);
    situation[mind.PATH] %= leavers.length;
    situation[mind.INSIDE] -= leavers.length;
  }
}
