// @ts-check
/**
 * This device's part in the shuffle: it notes everything the table shows, and gives a random nonce for each of its
 * seats, first as a hash and then, when all hashes are there, in clear.
 *
 * Everything is stored by table: a page that is reloaded between the hash and the nonce can still
 * show its nonce, and at the end the device can compare the record with what it saw.
 */
/** @import { Witness } from '../fair/witness.js' */
/** @import { TableView } from '../model/types.js' */
import { forget, recall, remember } from '../device/memory.js';
import { randomBytes } from '../device/window.js';
import { fromHex, nonceHash, toHex } from '../fair/dealer.js';
import { noted } from '../fair/witness.js';
import { ownSeats } from '../model/seats.js';
import { editions } from './editions.js';

/** The shuffles of this many tables are stored, latest first; each takes about a kilobyte. */
const MOST_TABLES = 100;
const NONCE_BYTES = 16;
const TABLES = 'witness';

/** @typedef {(type: string, fields: Record<string, unknown>) => void} Send */

/** @returns {string[]} the tables whose shuffles are stored, latest first */
export function witnessedTables() {
  const kept = recall(TABLES, /** @type {unknown} */ ([]));
  return Array.isArray(kept) ? kept.filter((table) => typeof table === 'string') : [];
}

/**
 * Return this device's witnesses of the shuffles at a table, oldest first.
 * @param {string} table
 * @returns {Witness[]}
 */
export function witnessesOf(table) {
  const kept = recall(`${TABLES}.${table}`, /** @type {unknown} */ ([]));
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.commitment === 'string') : [];
}

/** @param {string} table @param {Witness[]} all */
function keep(table, all) {
  const [last, ...others] = witnessedTables();
  if (last !== table) {
    const known = [table, ...[last, ...others].filter((one) => one && one !== table)];
    for (const old of known.splice(MOST_TABLES)) forget(`${TABLES}.${old}`);
    remember(TABLES, known);
  }
  remember(`${TABLES}.${table}`, all);
}

/** Notes each shuffle, and sends each hash and nonce once. */
export class Nonces {
  /** @param {Send} send */
  constructor(send) {
    this.send = send;
    /** @type {Set<string>} */
    this.said = new Set();
    /** The page's own nonces; another tab with the same seat may overwrite the stored ones. */
    /** @type {Map<string, string>} */
    this.drawn = new Map();
    /** The last noted values: most events change none of them. @type {unknown[]} */
    this.last = [];
  }

  /**
   * Note the shuffle in a view.
   * @param {TableView} view
   */
  note(view) {
    const { table, phase, fairness, game } = view;
    const news = [table, phase, fairness, game?.history.length, editions.peek()];
    if (!fairness.shuffle || news.every((one, at) => one === this.last[at])) return;
    this.last = news;
    // Another table's custom edition may have the same id.
    const { edition, edition_text: text } = view.settings;
    keep(table, noted(witnessesOf(table), view, text === null ? editions.peek()[edition] : view.own_edition));
  }

  /**
   * Note the shuffle in a view, and send the hash or nonce that is due.
   * @param {TableView} view
   */
  attend(view) {
    const { table, phase, fairness } = view;
    this.note(view);
    if (phase !== 'hashes' && phase !== 'nonces') return;
    const all = witnessesOf(table);
    const witness = all.find((one) => one.shuffle === fairness.shuffle);
    // A table that has replaced its commitment gets no nonce.
    if (witness?.commitment !== fairness.commitment) return;
    const save = () => keep(table, all);
    for (const seat of ownSeats(view)) {
      if (phase === 'hashes' && fairness.hashes[seat] === null) this.promise(witness, seat, save);
      if (phase === 'nonces' && fairness.nonces[seat] === null) this.show(witness, seat, fairness.hashes[seat], save);
    }
  }

  /** @param {Witness} witness @param {number} seat @param {() => void} save */
  promise({ commitment, drawn }, seat, save) {
    if (!this.first(`${commitment} ${seat} promise`)) return;
    drawn[seat] ??= [toHex(randomBytes(NONCE_BYTES))];
    save();
    this.drawn.set(`${commitment} ${seat}`, drawn[seat][0]);
    this.send('PromiseNonce', { seat, hash: nonceHash(commitment, seat, fromHex(drawn[seat][0])) });
  }

  /** @param {Witness} witness @param {number} seat @param {string | null} hash @param {() => void} save */
  show({ commitment, drawn }, seat, hash, save) {
    // If another tab sent another hash for this seat, that tab shows the nonce.
    const own = this.drawn.get(`${commitment} ${seat}`);
    drawn[seat] = [...new Set([...(drawn[seat] ?? []), ...(own ? [own] : [])])];
    const nonce = drawn[seat].find((one) => nonceHash(commitment, seat, fromHex(one)) === hash);
    if (nonce === undefined || !this.first(`${commitment} ${seat} show`)) return;
    save();
    this.send('ShowNonce', { seat, nonce });
  }

  /** @param {string} what */
  first(what) {
    if (this.said.has(what)) return false;
    this.said.add(what);
    return true;
  }
}
