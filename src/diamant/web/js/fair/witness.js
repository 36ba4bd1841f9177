// @ts-check
/**
 * Everything this device saw of the shuffles at a table, noted at the time (docs/dealer.md; `witness.py` in Python).
 *
 * A record alone cannot prove when its seed was chosen. A noted value never changes, whatever the table sends later.
 *
 * @typedef {object} Witness one shuffle
 * @property {number} shuffle its number at the table
 * @property {string} commitment
 * @property {boolean} early whether the commitment came before any nonce was shown
 * @property {number} games number of games at the table before
 * @property {number} restarts
 * @property {string | null} decks the hash of the edition's id and decks
 * @property {string[]} letters of the seats, in order
 * @property {(string | null)[]} hashes
 * @property {(string | null)[]} nonces
 * @property {boolean} sealed whether the hashes are final
 * @property {Record<string, string[]>} drawn the nonces that this device drew for each of its seats
 * @property {string[]} cards
 * @property {string | null} end finished or abandoned
 */
/** @import { GameRecord } from '../model/record.js' */
/** @import { TableView } from '../model/types.js' */
/** @import { Edition } from './verify.js' */
import { deckOf } from '../model/deck.js';
import { sha256, toHex } from './dealer.js';

const MOST_SHUFFLES = 100;
/** This many equal cards at the start identify a record's game. */
const LEAST_CARDS = 5;

/**
 * Return the SHA-256 of an edition's id and of each round's full deck, in hexadecimal.
 * @param {Edition} edition
 */
export function deckHash(edition) {
  const decks = Array.from({ length: edition.rounds }, (_, at) => deckOf(edition, at + 1).join(' '));
  const utf8 = encodeURIComponent([edition.id, ...decks].join('\n')).match(/%..|./g) ?? [];
  return toHex(sha256(Uint8Array.from(utf8, (one) => (one[1] ? parseInt(one.slice(1), 16) : one.charCodeAt(0)))));
}

/** @param {readonly string[]} seen @param {readonly string[]} cards */
export function beginsWith(seen, cards) {
  return seen.every((card, at) => cards[at] === card);
}

/**
 * Return the witnesses of a table, oldest first, updated from a view.
 * @param {readonly Witness[]} all
 * @param {TableView} view
 * @param {Edition | null | undefined} edition the edition being played, if known
 * @returns {Witness[]}
 */
export function noted(all, view, edition) {
  const { shuffle, commitment, restarts, hashes, nonces } = view.fairness;
  if (shuffle === undefined) return [...all]; // A server of an earlier release does not number its shuffles.
  const cards = (view.game?.history ?? []).flatMap((fact) => (fact.event === 'CardTurned' ? [fact.card] : []));
  const games = view.games - Number(view.game !== null);
  /** @type {Witness} */
  let seen = all.find((one) => one.shuffle === shuffle) ?? {
    ...{ shuffle, commitment, games, decks: null, letters: [], hashes: [], nonces: [], sealed: false, drawn: {} },
    ...{ early: !nonces.some(Boolean) && !cards.length, cards: [], end: null },
    restarts: Math.max(restarts, restartsBefore(all, shuffle, games)),
  };
  if (view.phase !== 'lobby' && view.phase !== 'closed') {
    seen = {
      ...seen,
      decks: seen.decks ?? (edition ? deckHash(edition) : null),
      letters: seen.letters.length ? seen.letters : view.seats.map((seat) => seat?.letter ?? ''),
      hashes: seen.sealed ? seen.hashes : filled(seen.hashes, hashes),
      nonces: filled(seen.nonces, nonces),
      sealed: seen.sealed || view.phase !== 'hashes',
      cards: beginsWith(seen.cards, cards) ? cards : seen.cards,
    };
    if (view.phase === 'over') seen.end ??= view.game?.phase === 'over' ? 'finished' : 'abandoned';
  }
  // Without promised nonces, an earlier shuffle proves nothing.
  const others = all.filter((one) => one.shuffle !== shuffle && (one.hashes.length > 0 || one.shuffle > shuffle));
  return [...others, seen].sort((a, b) => a.shuffle - b.shuffle).slice(-MOST_SHUFFLES);
}

/**
 * Return the witness of a record's game. A record may lie about its shuffle, but its cards identify the game.
 * @param {readonly Witness[]} all
 * @param {number} shuffle as known to this device, or as named in the record
 * @param {GameRecord} record
 * @returns {Witness | null}
 */
export function findWitness(all, shuffle, record) {
  const named = all.find((one) => one.shuffle === shuffle);
  if (named?.early) return named;
  const cards = cardsOf(record);
  const same = all.filter((one) => one.cards.length >= LEAST_CARDS && beginsWith(one.cards, cards));
  return same.find((one) => one.early) ?? named ?? same[0] ?? null;
}

/** @param {GameRecord} record */
export function cardsOf(record) {
  return record.rounds.flatMap((turns) => turns.map((turn) => turn.card));
}

/**
 * Return the restarts before a shuffle that this device saw itself.
 * @param {readonly Witness[]} all
 * @param {number} shuffle
 * @param {number} games
 */
function restartsBefore(all, shuffle, games) {
  const last = all.filter((one) => one.shuffle < shuffle).pop();
  if (!last || last.end === 'finished' || (last.cards.length && last.end === null)) return 0;
  const givenUp = games === last.games + Number(last.cards.length > 0);
  return givenUp ? last.restarts + Number(last.nonces.some(Boolean)) : 0;
}

/**
 * Return the known values, with gaps filled from new values: the first value counts.
 * @param {(string | null)[]} known
 * @param {(string | null)[]} told
 */
function filled(known, told) {
  return known.length ? known.map((one, at) => one ?? told[at] ?? null) : [...told];
}
