// @ts-check
/**
 * The daily cave over HTTP, with a key that this device created.
 *
 * @typedef {{day: string, ends: number, edition: string, company: string[], promised: Record<string, string>,
 *   proved: Record<string, string>}} Today
 * @typedef {object} Told this device's progress today
 * @property {string} day
 * @property {number} choices
 * @property {GameEvent[][]} happened
 * @property {boolean} over
 * @property {number | null} points
 * @property {[number, number][]} results points, and the number of players with that many
 * @property {number} streak
 */
/** @import { GameEvent } from '../model/events.js' */
import { recall, remember } from '../device/memory.js';
import { randomBytes } from '../device/window.js';
import { toHex } from '../fair/dealer.js';
import { ask, askJson } from './api.js';

const STORED = 'daily-key';

function key() {
  const kept = recall(STORED, '');
  if (typeof kept === 'string' && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const made = toHex(randomBytes(16));
  remember(STORED, made);
  return made;
}

/** @returns {Promise<Today>} */
export const today = () => askJson('api/daily');

/** @returns {Promise<Told | null>} null before the attempt begins */
export const attempt = () => askJson('api/daily/attempt', { token: key() });

/** @returns {Promise<Told>} */
export const begin = () => askJson('api/daily/attempt', { method: 'POST', token: key() });

/** @param {{day: string, number: number, leave: boolean}} choice @returns {Promise<Told>} */
export function choose(choice) {
  return askJson('api/daily/choice', { method: 'POST', body: choice, token: key() });
}

/** Delete the key and all data that the server stores under it. */
export async function forgetMe() {
  await ask('api/daily/player', { method: 'DELETE', token: key() });
  remember(STORED, '');
}
