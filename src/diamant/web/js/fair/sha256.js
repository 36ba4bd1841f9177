// @ts-check
/**
 * SHA-256 and HMAC in plain JavaScript.
 *
 * The browser's own `crypto.subtle` is missing on plain-http addresses of a home network, which is
 * where most tables stand; what is hashed here is short, so speed does not matter.
 */

const BLOCK = 64;
const WORDS = 64;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const CONSTANTS = fractions(WORDS, Math.cbrt);
/** Likewise of the square roots of the first 8 primes. */
const START = fractions(8, Math.sqrt);

/**
 * @param {number} count
 * @param {(prime: number) => number} root
 * @returns {Uint32Array}
 */
function fractions(count, root) {
  const words = new Uint32Array(count);
  let found = 0;
  for (let candidate = 2; found < count; candidate++) {
    let prime = true;
    for (let factor = 2; factor * factor <= candidate; factor++) {
      if (candidate % factor === 0) prime = false;
    }
    if (!prime) continue;
    const value = root(candidate);
    // A double holds 52 bits of the root, of which the whole part takes at most 5: 32 are left.
    words[found++] = Math.floor((value - Math.floor(value)) * 2 ** 32);
  }
  return words;
}

/** @param {number} word @param {number} places */
function rotate(word, places) {
  return (word >>> places) | (word << (32 - places));
}

/**
 * The SHA-256 of some bytes.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const state = Uint32Array.from(START);
  const message = pad(bytes);
  const schedule = new Uint32Array(WORDS);
  const reader = new DataView(message.buffer);
  for (let at = 0; at < message.length; at += BLOCK) compress(state, schedule, reader, at);
  const digest = new Uint8Array(32);
  const writer = new DataView(digest.buffer);
  state.forEach((word, index) => {
    writer.setUint32(index * 4, word);
  });
  return digest;
}

/**
 * The message, a one bit, zeros, and its length in bits as the last eight bytes of a block.
 * @param {Uint8Array} bytes
 */
function pad(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const writer = new DataView(padded.buffer);
  writer.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  writer.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  return padded;
}

/**
 * @param {Uint32Array} state
 * @param {Uint32Array} w
 * @param {DataView} message
 * @param {number} at
 */
function compress(state, w, message, at) {
  for (let i = 0; i < 16; i++) w[i] = message.getUint32(at + i * 4);
  for (let i = 16; i < WORDS; i++) {
    const early = w[i - 15];
    const late = w[i - 2];
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < WORDS; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + s1 + chosen + CONSTANTS[i] + w[i]) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (s0 + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] += word;
  });
}

/**
 * The HMAC-SHA256 of some bytes under a key.
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function hmacSha256(key, bytes) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    concat(
      block.map((byte) => byte ^ 0x36),
      bytes,
    ),
  );
  return sha256(
    concat(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
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
