// @ts-check
/**
 * The bots that characters play by: each is bots/NAME.py written again, with the same sums in the same order.
 *
 * What is left to chance is not decided here: a bot says how likely it is to leave, and whoever asks flips the coin.
 *
 * @typedef {import('../model/types.js').GameView} GameView
 * @typedef {Record<string, number>} Numbers
 * @typedef {import('../model/types.js').Edition} Edition
 * @typedef {{defaults: Numbers, leave: (game: GameView, numbers: Numbers, seat: number, edition: Edition) =>
 *   number | boolean}} Idea
 */
import { nextShare } from '../model/odds.js';

/** @type {Record<string, Idea>} */
export const IDEAS = {
  threshold: {
    defaults: { gems: 10 },
    leave: (game, { gems }) => game.carried + game.path >= gems,
  },
  hazards: {
    defaults: { met: 3 },
    leave: (game, { met }) => game.hazards.length >= met,
  },
  risk: {
    defaults: { limit: 0.15 },
    leave: (game, { limit }) => game.carried + game.path > 0 && bustChance(game) > limit,
  },
  expect: {
    defaults: { caution: 1 },
    leave: (game, { caution }) => bustChance(game) * evenPart(game) * caution > nextShare(game),
  },
  vulture: {
    defaults: { haul: 6, limit: 0.2 },
    leave(game, { haul, limit }) {
      if (bustChance(game) > limit && game.carried + game.path > 0) return 1;
      if (game.path + relicsWorth(game) < haul) return 0;
      return game.in_cave.length === 1 ? 1 : 0.5;
    },
  },
  wolf: {
    defaults: { nerve: 0.2, caution: 1 },
    leave(game, { nerve, caution }) {
      if (game.in_cave.length > 1) return game.carried + game.path > 0 && bustChance(game) > nerve;
      const home = game.carried + game.path + relicsWorth(game);
      return bustChance(game) * home * caution > nextShare(game);
    },
  },
  'catch-up': {
    defaults: { caution: 1.8, late: 2 },
    leave(game, { caution, late }, seat) {
      const home = evenPart(game);
      let weight = caution;
      if (game.rounds - game.round < late) {
        const lead = leadOf(game, seat);
        weight *= 1 + Math.max(-0.8, Math.min(1, lead / 25));
        if (game.round === game.rounds && lead + home < 0 && bustChance(game) < 0.5) return false;
      }
      return bustChance(game) * home * weight > nextShare(game);
    },
  },
};

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
  return Number(leave(game, numbers, seat, edition));
}

/**
 * The chance that the next card is a bust.
 * @param {GameView} game
 */
function bustChance(game) {
  return game.hazards.reduce((sum, kind) => sum + game.hazards_left[kind], 0) / game.deck_size;
}

/**
 * What could be taken home now: what is carried, and an even part of the path and of the relics.
 * @param {GameView} game
 */
function evenPart(game) {
  return game.carried + (game.path + relicsWorth(game)) / game.in_cave.length;
}

/**
 * What one who left alone now would get in relics.
 * @param {GameView} game
 */
function relicsWorth(game) {
  return game.relics.reduce((sum, worth) => sum + worth, 0);
}

/**
 * Own points less the best other's.
 * @param {GameView} game
 * @param {number} seat
 */
function leadOf(game, seat) {
  const points = /** @type {number[]} */ (game.chests);
  return points[seat] - Math.max(...points.filter((_, other) => other !== seat));
}
