// @ts-check
/**
 * The bots that characters play by, which `tools/browser_bots.py` translates from Python.
 *
 * What is left to chance is not decided here: a bot says how likely it is to leave, and whoever asks flips the coin.
 *
 * @typedef {Record<string, number>} Numbers
 * @typedef {ReturnType<typeof botView>} BotView
 * @typedef {{defaults: Numbers, leave: (view: BotView, numbers: Numbers) => number | boolean}} Idea
 */
/** @import { Edition, GameView } from '../model/types.js' */
import { IDEAS } from './generated/ideas.js';

export { IDEAS };

/**
 * Bring an idea that is not here from the beginning: the champion's needs its network first.
 * @param {string} name
 * @param {Idea} idea
 */
export function bringIdea(name, idea) {
  IDEAS[name] = idea;
}

/**
 * Whether a bot can play here.
 * @param {string} name as a character has it
 */
export function isKnown(name) {
  return name.split(':')[0] in IDEAS;
}

/**
 * How likely a bot leaves.
 * @param {string} name as a character has it, `vulture:haul=2,limit=0.2`
 * @param {GameView} game all that is known, with open chests; a card has just been turned
 * @param {number} seat its own
 * @param {Edition} edition that is played
 * @returns {number} from 0 to 1
 */
export function leavingChance(name, game, seat, edition) {
  const [id, given = ''] = name.split(':');
  const { defaults, leave } = IDEAS[id];
  const numbers = { ...defaults };
  for (const pair of given.split(',').filter(Boolean)) {
    const [key, value] = pair.split('=');
    numbers[key] = Number(value);
  }
  return Number(leave(botView(game, seat, edition), numbers));
}

/**
 * What a bot sees: the attributes of Python's `BotView` that the translated bots read.
 * @param {GameView} game
 * @param {number} seat
 * @param {Edition} edition
 */
function botView(game, seat, edition) {
  const points = /** @type {number[]} */ (game.chests);
  return {
    game,
    seat,
    edition,
    carried: game.carried,
    path: game.path,
    round: game.round,
    rounds: game.rounds,
    inside: game.in_cave.length,
    hazards_met: game.hazards.length,
    bust_chance: sum(game.hazards.map((kind) => game.hazards_left[kind])) / game.deck_size,
    relics_worth: sum(game.relics),
    lead: points[seat] - Math.max(...points.filter((_, other) => other !== seat)),
    next_share: (/** @type {number} */ players) =>
      sum(game.treasures_left.map((value) => Math.floor(value / players))) / game.deck_size,
  };
}

/** @param {readonly number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
