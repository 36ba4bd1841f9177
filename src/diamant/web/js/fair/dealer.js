// @ts-check
/** The verifiable shuffle, version 1, written again from docs/dealer.md. */

import { ascii, concat, fromHex, hmacSha256, sha256, toHex } from './bytes.js';

export const VERSION = '1';
export const SEED_BYTES = 32;
export const MOST_NONCE_BYTES = 64;

const WORDS = 2 ** 32;

/** @param {number} number @returns {Uint8Array} */
function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/**
 * What is published before the game: the SHA-256 of the seed, in hexadecimal.
 * @param {Uint8Array} seed
 * @returns {string}
 */
export function commitmentOf(seed) {
  return toHex(sha256(seed));
}

/**
 * What a seat publishes before anybody shows a nonce, in hexadecimal.
 * @param {string} commitment hexadecimal, as the table tells it
 * @param {number} seat counted from 0
 * @param {Uint8Array} nonce
 * @returns {string}
 */
export function nonceHash(commitment, seat, nonce) {
  const start = ascii('diamant nonce 1\0');
  return toHex(sha256(concat(start, fromHex(commitment), Uint8Array.of(seat), nonce)));
}

/**
 * The cards of a round's deck in the order in which they are turned.
 * @template Card
 * @param {Uint8Array} seed
 * @param {readonly Uint8Array[]} nonces one for each seat, empty if it gave none
 * @param {number} round counted from 1
 * @param {readonly Card[]} cards the deck laid out in the edition's order
 * @returns {Card[]}
 */
export function dealOrder(seed, nonces, round, cards) {
  const parts = nonces.flatMap((nonce) => [Uint8Array.of(nonce.length), nonce]);
  const message = concat(ascii('diamant dealer 1\0'), u32(round), Uint8Array.of(nonces.length), ...parts);
  const below = numbers(hmacSha256(seed, message));
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * A source of uniform numbers: HMAC-SHA256 of a counter, cut into words of 32 bits.
 * @param {Uint8Array} key
 * @returns {(bound: number) => number}
 */
function numbers(key) {
  let blocks = 0;
  /** @type {number[]} */
  let words = [];
  const next = () => {
    if (words.length === 0) {
      const block = new DataView(hmacSha256(key, u32(blocks++)).buffer);
      words = Array.from({ length: 8 }, (_, place) => block.getUint32(place * 4));
    }
    return /** @type {number} */ (words.shift());
  };
  return (bound) => {
    // Words from the last, incomplete run of `bound` would favor small numbers: throw them away.
    const limit = WORDS - (WORDS % bound);
    let word = next();
    while (word >= limit) word = next();
    return word % bound;
  };
}
