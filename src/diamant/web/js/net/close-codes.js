// @ts-check
/**
 * How a WebSocket ends, and whether and when to come back: the same as in
 * `src/diamant/protocol/close_codes.py`, which a test compares this with.
 */

/** A message of more bytes would end the connection. */
export const MOST_BYTES = 65536;

/**
 * What a server says of anything longer, said here instead.
 * @param {number} most
 */
export const tooLarge = (most) => ({
  code: 'too-large',
  params: { most },
  text: `That is longer than ${most} bytes.`,
});

// Those that are asked for by name, by the names that Python has for them.
export const LOST = 1006;
export const NONSENSE = 4400;
export const FORBIDDEN = 4403;
export const NO_TABLE = 4404;
export const OTHER_PROTOCOL = 4406;
export const TOO_MANY_CONNECTIONS = 4409;

/** Close codes after which coming back by itself would do no good. */
export const FINAL = new Set([
  ...[1000, 1002, 1007, 1009],
  ...[NONSENSE, FORBIDDEN, NO_TABLE, OTHER_PROTOCOL, TOO_MANY_CONNECTIONS],
]);

/**
 * Close codes with a wait of their own: the least and the most milliseconds.
 * @type {Record<number, [number, number]>}
 */
const WAITS = {
  1012: [200, 2000],
  1013: [5000, 15000],
  4410: [500, 2000],
  4429: [60000, 75000],
  4430: [100, 500],
};
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;

/**
 * How long to wait before coming back; chance keeps a thousand devices from coming at once.
 * @param {number} code
 * @param {number} attempts made in vain since the last welcome
 * @param {number} chance from 0 to 1
 * @returns {number} milliseconds
 */
export function waitAfter(code, attempts, chance) {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
  const [least, most] = WAITS[code] ?? [longest / 2, longest];
  return least + (most - least) * chance;
}
