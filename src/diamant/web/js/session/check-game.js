// @ts-check
/** Check a game against this device's own observations of its shuffle. */
/** @import { Edition, Verdict } from '../fair/verify.js' */
/** @import { Witness } from '../fair/witness.js' */
/** @import { GameRecord } from '../model/record.js' */
/** @import { TableView } from '../model/types.js' */
import { roundsOf } from '../fair/daily.js';
import { verify } from '../fair/verify.js';
import { findWitness } from '../fair/witness.js';
import { readRecords } from '../model/record.js';
import { witnessedTables, witnessesOf } from './nonces.js';

/**
 * Check a game with its table and shuffle as this device knows them: a record may contain anything.
 * @typedef {{table?: string, shuffle?: number}} Where
 */

/**
 * @param {string | GameRecord} record
 * @param {Edition} edition
 * @param {Where} [where]
 * @returns {Verdict & {witness?: Witness | null}}
 */
export function checkGame(record, edition, { table, shuffle } = {}) {
  /** @type {GameRecord[]} */
  let games = [];
  try {
    games = typeof record === 'string' ? readRecords(record) : [record];
  } catch {
    // `verify` reports that it is unreadable.
  }
  const [game] = games;
  if (games.length !== 1) return verify(record, edition);
  const seen = (table ? [table] : witnessedTables()).map(witnessesOf);
  const number = table ? (shuffle ?? Number(game.tags.Shuffle?.[0])) : 0;
  const found = seen.flatMap((all) => findWitness(all, number, game) ?? []);
  const witness = found.find((one) => one.early) ?? found[0] ?? null;
  const missing = shuffle !== undefined || (table !== undefined && seen[0].length > 0);
  return { ...verify(game, edition, witness, missing), witness };
}

/**
 * Return the finished game in a view as a record, as this device saw it, if the server gives no record.
 * @param {TableView} view
 * @returns {GameRecord}
 */
export function seenRecord({ fairness, game, seats }) {
  /** @type {Record<string, (string | undefined)[]>} */
  const tags = {
    Edition: [game?.edition],
    Players: seats.map((seat) => seat?.name ?? ''),
    Letters: seats.map((seat) => seat?.letter ?? ''),
    Dealer: [fairness.dealer],
    Commitment: [fairness.commitment],
    Nonces: fairness.nonces.map((nonce) => nonce ?? ''),
    Seed: [fairness.seed ?? ''],
    Restarts: [String(fairness.restarts)],
  };
  return { tags: /** @type {GameRecord['tags']} */ (tags), rounds: roundsOf([game?.history ?? []]) };
}

/**
 * Return a witness as the text of a file, for `diamant verify --witness`.
 * @param {Witness} witness
 */
export function witnessFile(witness) {
  return JSON.stringify({ format: 'diamant witness 1', shuffles: [witness] });
}
