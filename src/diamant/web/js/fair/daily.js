// @ts-check
/** Check, without asking the server, whether a daily game was dealt as promised, once its seed is public. */
/** @import { GameEvent } from '../model/events.js' */
/** @import { GameRecord } from '../model/record.js' */
/** @import { Edition } from './verify.js' */
import { commitmentOf, fromHex, VERSION } from './dealer.js';
import { verify } from './verify.js';

/**
 * Everything a device saw of a daily game: the commitment, before the day ended, and the rounds played then.
 * @typedef {{promise: string, rounds?: GameRecord['rounds']}} Seen
 *
 * `kept` is null if the device saw no commitment; `cards` counts the turned cards that it saw and that match.
 * @typedef {{kept: boolean | null, cards: number}} Proof
 */

/**
 * Return the cards of an attempt and the seats that left after each, round by round.
 * @param {readonly GameEvent[][]} happened
 * @returns {NonNullable<Seen['rounds']>}
 */
export function roundsOf(happened) {
  /** @type {NonNullable<Seen['rounds']>} */
  const rounds = [];
  let inside = false;
  for (const fact of happened.flat()) {
    if (fact.event === 'CardTurned') {
      if (!inside) rounds.push([]);
      inside = true;
      rounds[rounds.length - 1].push({ card: fact.card, leavers: [] });
    } else if (fact.event === 'ChoicesRevealed') {
      const turns = rounds[rounds.length - 1];
      turns[turns.length - 1].leavers = fact.leavers;
    } else if (fact.event === 'ExpeditionEnded') {
      inside = false;
    }
  }
  return rounds;
}

/**
 * @param {string} seed in hexadecimal, as published after the day
 * @param {Seen | undefined} seen
 * @param {Edition | undefined} edition
 * @param {number} players
 * @returns {Proof}
 */
export function checkDay(seed, seen, edition, players) {
  if (!seen) return { kept: null, cards: 0 };
  try {
    if (commitmentOf(fromHex(seed)) !== seen.promise) return { kept: false, cards: 0 };
  } catch {
    return { kept: false, cards: 0 };
  }
  if (!seen.rounds || !edition) return { kept: true, cards: 0 };
  const tags = {
    Edition: [edition.id],
    Players: Array(players).fill(''),
    Dealer: [VERSION],
    Commitment: [seen.promise],
    Seed: [seed],
  };
  const verdict = verify({ tags, rounds: seen.rounds }, edition);
  return verdict.level === 'consistent' ? { kept: true, cards: verdict.cards } : { kept: false, cards: 0 };
}
