// @ts-check
/**
 * The verifiable shuffle, version 1, implemented from docs/dealer.md.
 *
 * The hashes are in JavaScript because `crypto.subtle` is missing on the plain HTTP addresses of a home network.
 */
import { hmac, sha256 } from '../../vendor/noble-hashes.js';

export { sha256 };

/**
 * Return the HMAC-SHA256 of some bytes under a key.
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function hmacSha256(key, bytes) {
  return hmac(sha256, key, bytes);
}

/**
 * Concatenate byte arrays.
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function concat(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/**
 * Return bytes as lowercase hexadecimal.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Return the bytes of a hexadecimal text; throw a `RangeError` for any other text.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new RangeError(`not hexadecimal: ${text}`);
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/**
 * Return the bytes of an ASCII text.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function ascii(text) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export const VERSION = '1';
export const SEED_BYTES = 32;
export const MOST_NONCE_BYTES = 64;

const WORDS = 2 ** 32;

/** @param {number} number */
function u32(number) {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}

/**
 * Return the commitment published before the game: the SHA-256 of the seed, in hexadecimal.
 * @param {Uint8Array} seed
 * @returns {string}
 */
export function commitmentOf(seed) {
  return toHex(sha256(seed));
}

/**
 * Return the hash that a seat publishes before any nonce is shown, in hexadecimal.
 * @param {string} commitment hexadecimal, as the table sends it
 * @param {number} seat counted from 0
 * @param {Uint8Array} nonce
 * @returns {string}
 */
export function nonceHash(commitment, seat, nonce) {
  const start = ascii('diamant nonce 1\0');
  return toHex(sha256(concat(start, fromHex(commitment), Uint8Array.of(seat), nonce)));
}

/**
 * Return the cards of a round's deck in the order in which they are turned.
 * @template Card
 * @param {Uint8Array} seed
 * @param {readonly Uint8Array[]} nonces one for each seat, empty if the seat gave none
 * @param {number} round counted from 1
 * @param {readonly Card[]} cards the deck in the edition's order
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
 * Return a generator of uniform numbers: HMAC-SHA256 of a counter, split into words of 32 bits.
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
    // Words from the last, incomplete run of `bound` would favor small numbers, so they are skipped.
    const limit = WORDS - (WORDS % bound);
    let word = next();
    while (word >= limit) word = next();
    return word % bound;
  };
}
