// @ts-check
/**
 * The champion without a server: its memory of a game, and its network as a file. This module reimplements memory.py,
 * player.py and model.py of bots/champion (mind.py is translated). Without a server, chests are always open.
 */
/** @import { GameEvent } from '../model/events.js' */
/** @import { Edition, GameView } from '../model/types.js' */
/** @import { Idea } from './bots.js' */
import { ascii, sha256, toHex } from '../fair/dealer.js';
import { isRelic, printedWorth, treasureOf } from '../model/cards.js';
import { deckOf } from '../model/deck.js';
import { sum } from './bots.js';
import * as mind from './generated/mind.js';

const FORM = 'diamant-mind-2';
const NEWLINE = 10;
/** How many numbers a network has. */
const NUMBERS = mind.CLASSES * mind.WEIGHTS;

/**
 * Return the network in a model file, or null if the file is invalid.
 * @param {Uint8Array} file
 * @returns {Float32Array | null}
 */
export function readModel(file) {
  const end = file.indexOf(NEWLINE);
  const data = file.slice(end + 1);
  const head = ascii(`${FORM} ${NUMBERS} ${toHex(sha256(data))}`);
  if (end !== head.length || head.some((byte, at) => byte !== file[at])) return null;
  const numbers = new DataView(data.buffer);
  return Float32Array.from({ length: NUMBERS }, (_, at) => numbers.getFloat32(4 * at, true));
}

/**
 * Return the champion as an idea of when to leave.
 * @param {Float32Array} network
 * @returns {Idea}
 */
export function championIdea(network) {
  return {
    defaults: { nerve: 0, doubt: 0.01 },
    leave({ game, seat, edition }, { nerve, doubt }) {
      const better = think(game, seat, edition, network);
      return mind.leave_chance(better + nerve, mind.blur(doubt, game.players));
    },
  };
}

/**
 * Return the value of staying minus the value of leaving, for a seat in the cave.
 * @param {GameView} game
 * @param {number} seat
 * @param {Edition} edition
 * @param {Float32Array} network
 * @returns {number}
 */
function think(game, seat, edition, network) {
  const situation = situationOf(game, edition);
  const chances = expectTypes(situation);
  const inside = zeros(game.players).map((_, at) => game.in_cave.includes(at));
  const people = rows(game.players + 1, mind.PERSON);
  const board = zeros(mind.BOARD);
  const noticed = zeros(mind.FEATURES);
  mind.survey(situation, game.chests, inside, chances, weigh(game, edition), people, board, noticed);
  mind.notice(seat, situation, game.chests, inside, people, board, noticed);
  const left = game.rounds - game.round;
  const common = zeros(mind.HIDDEN);
  mind.begin(noticed, left, network, common);
  return mind.think(noticed, left, network, common, zeros(mind.HIDDEN), zeros(mind.SECOND));
}

/** @param {number} length @returns {number[]} */
function zeros(length) {
  return Array.from({ length }, () => 0);
}

/** @param {number} length @param {number} width */
function rows(length, width) {
  return Array.from({ length }, () => zeros(width));
}

/** @param {number[]} situation */
function expectTypes(situation) {
  const chances = rows(3, mind.TYPES);
  mind.expect_types(situation, chances);
  return chances;
}

/** @param {GameView} game @param {Edition} edition */
function situationOf(game, edition) {
  const situation = zeros(mind.SITUATION);
  situation[mind.CARRIED] = game.carried;
  situation[mind.PATH] = game.path;
  situation[mind.INSIDE] = game.in_cave.length;
  situation[mind.PLAYERS] = game.players;
  situation[mind.ROUNDS_LEFT] = game.rounds - game.round;
  situation[mind.STEP] = game.cards.length;
  situation[mind.HAZARDS_MET] = game.hazards.length;
  situation[mind.BUST_CARDS] = sum(game.hazards.map((kind) => game.hazards_left[kind]));
  situation[mind.DECK_SIZE] = game.deck_size;
  situation[mind.RELICS_LYING] = game.relics.length;
  situation[mind.RELICS_WORTH] = sum(game.relics);
  situation[mind.RELICS_LEFT] = game.relics_left;
  situation[mind.RICHNESS] = mind.unit_of(sum(edition.treasures));
  for (let sharing = 1; sharing <= 8; sharing++) {
    situation[mind.EACH + sharing] = sum(game.treasures_left.map((value) => Math.floor(value / sharing)));
  }
  return situation;
}

/**
 * Return the type weights of every seat, estimated from all choices so far.
 * @param {GameView} game
 * @param {Edition} edition
 * @returns {number[][]}
 */
function weigh(game, edition) {
  const memory = new Memory(game.players, edition);
  for (const event of game.history) memory.see(event);
  return memory.weights;
}

/** Everything seen up to some moment of a game. */
class Memory {
  /** @param {number} players @param {Edition} edition */
  constructor(players, edition) {
    this.players = players;
    this.edition = edition;
    this.weights = Array.from({ length: players }, () => Array.from({ length: mind.TYPES }, () => 1 / mind.TYPES));
    this.situation = zeros(mind.SITUATION);
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
    const situation = zeros(mind.SITUATION);
    situation[mind.INSIDE] = players;
    situation[mind.PLAYERS] = players;
    situation[mind.DECK_SIZE] = deckOf(edition, round, this.gone).length;
    situation[mind.RICHNESS] = mind.unit_of(sum(edition.treasures));
    for (let sharing = 1; sharing <= 8; sharing++) {
      situation[mind.EACH + sharing] = sum(edition.treasures.map((value) => Math.floor(value / sharing)));
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
    const [now] = expectTypes(situation);
    for (const seat of this.inside) mind.learn(leavers.includes(seat), now, this.weights[seat]);
    if (!leavers.length) return;
    for (const seat of leavers) this.inside.delete(seat);
    situation[mind.PATH] %= leavers.length;
    situation[mind.INSIDE] -= leavers.length;
  }
}
