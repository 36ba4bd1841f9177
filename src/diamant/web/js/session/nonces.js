// @ts-check
/**
 * This device's part in the shuffle: a random nonce for each of its seats, promised by its hash and
 * shown when all hashes are there.
 *
 * Nonces are remembered until the game is over: a page that is loaded again between the promise
 * and the showing would otherwise stop the game from starting, and at the end they are this
 * device's own proof that its part went into the cards.
 */
/** @import { TableView } from '../model/types.js' */
import { recall, remember } from '../device/memory.js';
import { randomBytes } from '../device/window.js';
import { fromHex, nonceHash, toHex } from '../fair/dealer.js';
import { ownSeats } from '../model/seats.js';

const MOST_GAMES = 10;
const NONCE_BYTES = 16;

/**
 * @typedef {{commitment: string, nonces: Record<number, string>}} Witness
 * @typedef {(type: string, fields: Record<string, unknown>) => void} Send
 */

/**
 * What this device saw of a shuffle itself.
 * @param {string} commitment
 * @returns {Witness | null}
 */
export function witnessOf(commitment) {
  return witnesses().find((witness) => witness.commitment === commitment) ?? null;
}

/** @returns {Witness[]} */
function witnesses() {
  const kept = recall('witness', /** @type {Witness[]} */ ([]));
  return Array.isArray(kept) ? kept.filter((one) => one && typeof one.commitment === 'string') : [];
}

/** @param {Witness} witness */
function keep(witness) {
  const others = witnesses().filter(({ commitment }) => commitment !== witness.commitment);
  remember('witness', [witness, ...others].slice(0, MOST_GAMES));
}

/** Says what there is to say about nonces, each thing once. */
export class Nonces {
  /** @param {Send} send */
  constructor(send) {
    this.send = send;
    /** @type {Set<string>} */
    this.said = new Set();
    /** What this page drew itself; another tab with the same seat may write over what is kept. */
    /** @type {Map<string, string>} */
    this.drawn = new Map();
  }

  /**
   * Look at a view, and promise or show what is due.
   * @param {TableView} view
   */
  attend(view) {
    const { commitment, hashes, nonces } = view.fairness;
    if (view.phase !== 'hashes' && view.phase !== 'nonces') return;
    const witness = witnessOf(commitment) ?? { commitment, nonces: {} };
    /** @param {number} seat @param {string} nonce */
    const hashOf = (seat, nonce) => nonceHash(commitment, seat, fromHex(nonce));
    for (const seat of ownSeats(view)) {
      if (view.phase === 'hashes' && hashes[seat] === null) {
        if (!this.first(`${commitment} ${seat} promise`)) continue;
        witness.nonces[seat] ??= toHex(randomBytes(NONCE_BYTES));
        this.drawn.set(`${commitment} ${seat}`, witness.nonces[seat]);
        keep(witness);
        this.send('PromiseNonce', { seat, hash: hashOf(seat, witness.nonces[seat]) });
      }
      if (view.phase === 'nonces' && nonces[seat] === null) {
        // Another tab may have promised another nonce for this seat; then that one shows it.
        const candidates = [this.drawn.get(`${commitment} ${seat}`), witness.nonces[seat]];
        const nonce = candidates.find((one) => one !== undefined && hashes[seat] === hashOf(seat, one));
        if (nonce === undefined || !this.first(`${commitment} ${seat} show`)) continue;
        witness.nonces[seat] = nonce;
        keep(witness);
        this.send('ShowNonce', { seat, nonce });
      }
    }
  }

  /** @param {string} what */
  first(what) {
    if (this.said.has(what)) return false;
    this.said.add(what);
    return true;
  }
}
