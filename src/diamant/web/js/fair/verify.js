// @ts-check
/**
 * Checking, without asking the server, that a finished game was dealt as promised.
 *
 * What is needed comes from the record, the edition's data, and what this device saw itself before
 * the first card: the commitment, and the nonces of its own seats.
 */
/** @import { Cards } from '../model/deck.js' */
/** @import { GameRecord } from '../model/record.js' */
import { isRelic } from '../model/cards.js';
import { deckOf } from '../model/deck.js';
import { readRecords } from '../model/record.js';
import { commitmentOf, dealOrder, fromHex, MOST_NONCE_BYTES, SEED_BYTES, VERSION } from './dealer.js';

/** @typedef {Cards & {id: string, rounds: number}} Edition */

/**
 * What this device knows from the time of the game itself.
 * @typedef {{commitment?: string | null, nonces?: Record<number, string>}} Witness
 */

/**
 * `code` says what is wrong:
 * - `unfinished`: the game is not over, so its seed is still secret
 * - `no-shuffle`: the record carries no seed, commitment or dealer; a simulated game, say
 * - `dealer`: it was dealt by another version of the dealer
 * - `edition`: the record is of another edition than the one given
 * - `malformed`: a seed, a nonce or the record itself cannot be read
 * - `other-commitment`: another commitment than the one this device was shown before the game
 * - `seed`: the seed is not the one that was committed to
 * - `nonce`: the nonce of this device's `seat` is not the one that went into the shuffle
 * - `card`: `round` and `step` name the first card that is `recorded` but was not `dealt`
 * Where `nonces` is 0 the cards are right, but whoever runs the server could have chosen the seed.
 * @typedef {{fair: true, cards: number, rounds: number, commitment: string, seed: string,
 *     nonces: number, witnessed: boolean}
 *   | {fair: false, code: string, round?: number, step?: number, recorded?: string,
 *     dealt?: string, seat?: number, letter?: string}} Verdict
 */

/**
 * Check a game's record, given as text or in the JSON form.
 * @param {string | GameRecord} record
 * @param {Edition} edition
 * @param {Witness} [witness]
 * @returns {Verdict}
 */
export function verify(record, edition, witness = {}) {
  let game;
  try {
    game = typeof record === 'string' ? onlyGame(record) : record;
  } catch {
    return { fair: false, code: 'malformed' };
  }
  if (game === null) return { fair: false, code: 'malformed' };
  const tag = (/** @type {string} */ name) => game.tags[name]?.[0];
  const [seedText, promised] = [tag('Seed'), tag('Commitment')?.toLowerCase()];
  const players = game.tags.Players?.length ?? 0;
  if (tag('Edition') !== edition.id) return { fair: false, code: 'edition' };
  if (!isOver(game, edition, players)) return { fair: false, code: 'unfinished' };
  if (!seedText || !promised || !tag('Dealer')) return { fair: false, code: 'no-shuffle' };
  if (tag('Dealer') !== VERSION) return { fair: false, code: 'dealer' };

  let seed, nonces;
  try {
    seed = fromHex(seedText);
    nonces = (game.tags.Nonces ?? Array(players).fill('')).map(fromHex);
  } catch {
    return { fair: false, code: 'malformed' };
  }
  const tooLong = nonces.some((nonce) => nonce.length > MOST_NONCE_BYTES);
  if (seed.length !== SEED_BYTES || tooLong) return { fair: false, code: 'malformed' };
  if (witness.commitment && witness.commitment.toLowerCase() !== promised) {
    return { fair: false, code: 'other-commitment' };
  }
  if (commitmentOf(seed) !== promised) return { fair: false, code: 'seed' };
  const mine = Object.entries(witness.nonces ?? {});
  for (const [seat, nonce] of mine) {
    const recorded = game.tags.Nonces?.[Number(seat)] ?? '';
    if (recorded.toLowerCase() !== nonce.toLowerCase()) {
      return { fair: false, code: 'nonce', seat: Number(seat), letter: game.tags.Letters?.[Number(seat)] };
    }
  }
  const wrong = firstWrongCard(game, edition, seed, nonces);
  if (wrong !== null) return { fair: false, code: 'card', ...wrong };
  return {
    fair: true,
    cards: game.rounds.reduce((sum, turns) => sum + turns.length, 0),
    rounds: game.rounds.length,
    commitment: promised,
    seed: seedText,
    nonces: nonces.filter((nonce) => nonce.length > 0).length,
    witnessed: Boolean(witness.commitment),
  };
}

/** @param {string} text @returns {GameRecord | null} */
function onlyGame(text) {
  const games = readRecords(text);
  return games.length === 1 ? games[0] : null;
}

/**
 * Whether every expedition has ended: by a bust, or because all have left.
 * @param {GameRecord} game
 * @param {Edition} edition
 * @param {number} players
 */
function isOver(game, edition, players) {
  if (players === 0 || game.rounds.length !== edition.rounds) return false;
  return game.rounds.every((turns) => {
    const gone = turns.reduce((sum, turn) => sum + (turn.leavers?.length ?? 0), 0);
    return gone === players || bustingHazard(turns, edition) !== null;
  });
}

/**
 * The hazard whose second card ended a round, if one did.
 * @param {GameRecord['rounds'][number]} turns
 * @param {Edition} edition
 */
function bustingHazard(turns, edition) {
  const last = turns[turns.length - 1]?.card;
  if (last === undefined || !Object.keys(edition.hazards).includes(last)) return null;
  return turns.filter((turn) => turn.card === last).length > 1 ? last : null;
}

/**
 * @param {GameRecord} game
 * @param {Edition} edition
 * @param {Uint8Array} seed
 * @param {Uint8Array[]} nonces
 */
function firstWrongCard(game, edition, seed, nonces) {
  /** @type {string[]} */
  let gone = [];
  for (const [index, turns] of game.rounds.entries()) {
    const round = index + 1;
    const order = dealOrder(seed, nonces, round, deckOf(edition, round, gone));
    for (const [place, { card }] of turns.entries()) {
      if (order[place] !== card) {
        return { round, step: place + 1, recorded: card, dealt: order[place] ?? '' };
      }
    }
    const bust = bustingHazard(turns, edition);
    // Every relic that was turned has left the deck for good, taken or not.
    gone = [...gone, ...turns.map((turn) => turn.card).filter(isRelic)];
    if (bust !== null) gone.push(bust);
  }
  return null;
}
