// @ts-check
/**
 * The bots behind the characters, translated from Python by `tools/browser_bots.py`.
 *
 * A bot makes no random choice: it returns its probability of leaving, and the caller draws the random number.
 *
 * @typedef {Record<string, number>} Numbers
 * @typedef {ReturnType<typeof botView>} BotView
 * @typedef {{defaults: Numbers, leave: (view: BotView, numbers: Numbers) => number | boolean}} Idea
 */
/** @import { Edition, GameView } from '../model/types.js' */
import { IDEAS } from './generated/ideas.js';

export { IDEAS };

/**
 * Add an idea that is not loaded from the start: the champion's needs its network first.
 * @param {string} name
 * @param {Idea} idea
 */
export function bringIdea(name, idea) {
  IDEAS[name] = idea;
}

/**
 * Return whether a bot can play in this page.
 * @param {string} name as in a character's definition
 */
export function isKnown(name) {
  return name.split(':')[0] in IDEAS;
}

/**
 * Return a bot's probability of leaving.
 * @param {string} name as in a character's definition, such as `vulture:haul=2,limit=0.2`
 * @param {GameView} game with open chests; a card has just been turned
 * @param {number} seat the bot's own
 * @param {Edition} edition being played
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
 * Return a bot's view: the attributes of Python's `BotView` that the translated bots read.
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
