// @ts-check
/** Random words, on plain http too, where `crypto.randomUUID` is missing. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/**
 * A random word of letters that fit into any address.
 * @param {number} [length]
 * @returns {string}
 */
export function randomWord(length = 16) {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => ALPHABET[byte & 63]).join('');
}
