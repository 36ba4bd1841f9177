// @ts-check
/** Small helpers for geometry. */

/** Return a number from 0 to 1 that is always the same for the same seed. @param {number} seed */
export function noise(seed) {
  const s = Math.sin(seed * 127.1 + 11.7) * 43758.5453;
  return s - Math.floor(s);
}

/** @param {number} value @param {number} least @param {number} most */
export function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
