// @ts-check
/**
 * Check, without asking the server, whether a finished game is proved on this device, only consistent, or broken.
 *
 * docs/dealer.md says what each verdict proves; `fairness.py` is the Python version, with the same codes.
 */
/** @import { Cards } from '../model/deck.js' */
/** @import { GameRecord } from '../model/record.js' */
/** @import { Witness } from './witness.js' */
import { isRelic } from '../model/cards.js';
import { deckOf } from '../model/deck.js';
import { readRecords } from '../model/record.js';
import { SEAT_LETTERS } from '../model/seats.js';
import { commitmentOf, dealOrder, fromHex, MOST_NONCE_BYTES, nonceHash, SEED_BYTES, toHex, VERSION } from './dealer.js';
import { beginsWith, cardsOf, deckHash } from './witness.js';

/** @typedef {Cards & {id: string, rounds: number}} Edition */

/**
 * `level` is `proved`, `consistent`, `broken` or `unknown`, and `code` gives the reason.
 *
 * Unknown:
 * - `unfinished`: the game is not over, so its seed is still secret
 * - `no-shuffle`: the record contains no seed, commitment or dealer, for example after a simulation
 * - `dealer`: another version of the dealer dealt the game
 * - `malformed`: a seed, a nonce or the record itself is unreadable
 *
 * Consistent:
 * - `no-numbers`: no player added a nonce
 * - `no-witness`: this device did not see the shuffle
 * - `missing`: it was at the table, but has no witness
 * - `late`: it joined after nonces were shown
 * - `numbers-unseen`: it did not see every nonce
 *
 * Broken:
 * - `edition`: this device saw another edition, or other cards, than the record contains
 * - `commitment`: this device saw another commitment
 * - `seed`: the seed does not match the commitment in the record
 * - `order`: this device saw the players in another order
 * - `nonce`: the nonce of `seat` differs from the one that this device saw, or drew
 * - `hash`: the nonce of `seat` does not match its published hash
 * - `card`: `round` and `step` give the first card that the seed does not deal
 * - `shown`: they give the first card that differs from what this device saw
 * - `given-up`: this device saw the table abandon this shuffle
 * - `restarts`: the record hides restarts that this device saw
 *
 * `nonces` counts the players who added one, `own` those on this device, `restarts` the shuffles that were abandoned
 * after a nonce was shown; `seat` is a letter.
 * @typedef {object} Verdict
 * @property {'proved' | 'consistent' | 'broken' | 'unknown'} level
 * @property {string} code
 * @property {number} cards
 * @property {number} nonces
 * @property {number} own
 * @property {number} restarts
 * @property {string} [seat]
 * @property {number} [round]
 * @property {number} [step]
 * @property {string} [commitment]
 * @property {string} [seed]
 */

const NOTHING = { cards: 0, nonces: 0, own: 0, restarts: 0 };

/** @param {string} code @param {Partial<Verdict>} [more] @returns {Verdict} */
const broken = (code, more) => ({ ...NOTHING, level: 'broken', code, ...more });

/**
 * Check a game's record, given as text or in its JSON form.
 * @param {string | GameRecord} record
 * @param {Edition} edition
 * @param {Witness | null} [witness]
 * @param {boolean} [missing] whether this device was at the table, so that it should have a witness
 * @returns {Verdict}
 */
export function verify(record, edition, witness = null, missing = false) {
  const unknown = (/** @type {string} */ code) => ({ ...NOTHING, level: /** @type {const} */ ('unknown'), code });
  let game;
  try {
    game = typeof record === 'string' ? onlyGame(record) : record;
  } catch {
    return unknown('malformed');
  }
  if (game === null) return unknown('malformed');
  const tag = (/** @type {string} */ name) => game.tags[name]?.[0];
  const [seedText, promised] = [tag('Seed'), tag('Commitment')?.toLowerCase()];
  const players = game.tags.Players?.length ?? 0;
  if (tag('Edition') !== edition.id) return broken('edition');
  if (!isOver(game, edition, players)) return unknown('unfinished');
  if (!seedText || !promised || !tag('Dealer')) return unknown('no-shuffle');
  if (tag('Dealer') !== VERSION) return unknown('dealer');
  let seed, nonces;
  try {
    seed = fromHex(seedText);
    nonces = (game.tags.Nonces ?? Array(players).fill('')).map(fromHex);
  } catch {
    return unknown('malformed');
  }
  const tooLong = nonces.some((nonce) => nonce.length > MOST_NONCE_BYTES);
  if (seed.length !== SEED_BYTES || tooLong) return unknown('malformed');

  const fault = faultOf(game, edition, seed, nonces, promised, witness);
  if (fault !== null) return fault;
  const given = nonces.map(toHex);
  const code = doubtOf(given, witness, missing);
  return {
    level: code ? 'consistent' : 'proved',
    code,
    cards: cardsOf(game).length,
    nonces: given.filter(Boolean).length,
    own: given.filter((nonce, seat) => nonce && witness?.drawn[seat]?.includes(nonce)).length,
    restarts: restartsOf(game),
    commitment: promised,
    seed: seedText,
  };
}

/**
 * Return why a game is not proved although nothing is broken.
 * @param {string[]} nonces
 * @param {Witness | null} witness
 * @param {boolean} missing
 */
function doubtOf(nonces, witness, missing) {
  if (!nonces.some(Boolean)) return 'no-numbers';
  if (witness === null) return missing ? 'missing' : 'no-witness';
  if (!witness.early) return 'late';
  return nonces.every((nonce, seat) => !nonce || witness.hashes[seat] || witness.nonces[seat]) ? '' : 'numbers-unseen';
}

/**
 * Return what is broken, if anything.
 * @param {GameRecord} game
 * @param {Edition} edition
 * @param {Uint8Array} seed
 * @param {Uint8Array[]} nonces
 * @param {string} promised
 * @param {Witness | null} witness
 * @returns {Verdict | null}
 */
function faultOf(game, edition, seed, nonces, promised, witness) {
  if (witness?.decks && witness.decks !== deckHash(edition)) return broken('edition');
  if (witness && witness.commitment.toLowerCase() !== promised) return broken('commitment');
  if (commitmentOf(seed) !== promised) return broken('seed');
  const letters = game.tags.Letters ?? [...SEAT_LETTERS].slice(0, nonces.length);
  const fault = witness && nonceFault(witness, nonces, letters);
  if (fault) return fault;
  const wrong = firstWrongCard(game, edition, seed, nonces);
  if (wrong !== null) return broken('card', wrong);
  if (witness === null) return null;
  const cards = cardsOf(game);
  if (!beginsWith(witness.cards, cards)) {
    return broken(
      'shown',
      placeOf(
        game,
        witness.cards.findIndex((card, at) => card !== cards[at]),
      ),
    );
  }
  if (witness.end === 'abandoned') return broken('given-up');
  if (witness.restarts > restartsOf(game)) return broken('restarts', { restarts: witness.restarts });
  return null;
}

/**
 * @param {Witness} witness
 * @param {Uint8Array[]} nonces
 * @param {readonly string[]} letters
 * @returns {Verdict | null}
 */
function nonceFault(witness, nonces, letters) {
  const given = nonces.map(toHex);
  const seen = witness.nonces.map((nonce) => nonce ?? '');
  if (witness.letters.length && witness.letters.join() !== letters.join()) return broken('order');
  if (seen.join() !== given.join() && [...seen].sort().join() === [...given].sort().join()) return broken('order');
  for (const [seat, nonce] of given.entries()) {
    const where = { seat: letters[seat] ?? String(seat) };
    const shown = witness.nonces[seat] ?? nonce;
    const drawn = witness.drawn[seat] ?? [];
    if (shown !== nonce || (nonce && drawn.length && !drawn.includes(nonce))) return broken('nonce', where);
    const hash = witness.hashes[seat] ?? null;
    if (hash === null && !witness.sealed) continue;
    const found = hash ? nonceHash(witness.commitment, seat, nonces[seat]) : '';
    if (found !== (hash ?? '') || (nonce && !hash)) return broken('hash', where);
  }
  return null;
}

/** @param {GameRecord} game */
function restartsOf(game) {
  const tag = game.tags.Restarts?.[0] ?? '';
  return /^\d+$/.test(tag) ? Number(tag) : 0;
}

/**
 * Return the round and step of a card, given its index in the whole game.
 * @param {GameRecord} game
 * @param {number} place
 */
function placeOf(game, place) {
  const sizes = game.rounds.map((turns) => turns.length);
  let round = 1;
  let step = place + 1;
  for (; round < sizes.length && step > sizes[round - 1]; round++) step -= sizes[round - 1];
  return { round, step };
}

/** @param {string} text @returns {GameRecord | null} */
function onlyGame(text) {
  const games = readRecords(text);
  return games.length === 1 ? games[0] : null;
}

/**
 * Return whether every expedition has ended: by a bust, or because everyone left.
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
 * Return the hazard whose second card ended a round, if any.
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
        return { round, step: place + 1 };
      }
    }
    const bust = bustingHazard(turns, edition);
    // Every relic that was turned has left the deck for good, taken or not.
    gone = [...gone, ...turns.map((turn) => turn.card).filter(isRelic)];
    if (bust !== null) gone.push(bust);
  }
  return null;
}
