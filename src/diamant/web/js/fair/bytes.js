// @ts-check
/**
 * SHA-256, HMAC and conversions between bytes and text.
 *
 * The hashes are in JavaScript because `crypto.subtle` is missing on the plain-http addresses of a home network.
 */

import { hmac, sha256 } from '../../vendor/noble-hashes.js';

export { sha256 };

/**
 * The HMAC-SHA256 of some bytes under a key.
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function hmacSha256(key, bytes) {
  return hmac(sha256, key, bytes);
}

/**
 * Several runs of bytes as one.
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Bytes in hexadecimal, small letters.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The bytes that hexadecimal digits stand for; throws a `RangeError` if there is anything else.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new RangeError(`not hexadecimal: ${text}`);
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/**
 * The bytes of an ASCII text.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function ascii(text) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
