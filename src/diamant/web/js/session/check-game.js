// @ts-check
/** Checking a game against what this device saw of its shuffle. */
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
 * Where a game was played, as this device knows it itself: a record may say anything.
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
    // `verify` says that it cannot be read.
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
 * The record of the finished game in a view, as this device saw it: for a check where the server gives no record.
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
 * A witness as the text of a file, for `diamant verify --witness`.
 * @param {Witness} witness
 */
export function witnessFile(witness) {
  return JSON.stringify({ format: 'diamant witness 1', shuffles: [witness] });
}
