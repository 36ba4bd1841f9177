// @ts-check
/** What this device has seen of daily caves, so that it can check them after their day. */
import { recall, remember } from '../../device/memory.js';
import { roundsOf } from '../../fair/daily.js';

/** @typedef {import('../../fair/daily.js').Seen} Seen */

const STORED = 'daily-seen';
const MOST_DAYS = 40;

/** @returns {Record<string, Seen>} */
export function seenDays() {
  const kept = recall(STORED, /** @type {Record<string, Seen>} */ ({}));
  return kept && typeof kept === 'object' ? kept : {};
}

/**
 * Keep the promises that are shown today, each as it was seen first, and the cards of an attempt that is over.
 * @param {import('../../net/daily.js').Today} day
 * @param {import('../../net/daily.js').Told | null} told
 */
export function noteDay(day, told) {
  const promised = Object.entries(day.promised).map(([date, promise]) => [date, { promise }]);
  /** @type {Record<string, Seen>} */
  const seen = { ...Object.fromEntries(promised), ...seenDays() };
  if (told?.over && seen[told.day]) seen[told.day] = { ...seen[told.day], rounds: roundsOf(told.happened) };
  const days = Object.keys(seen).sort().slice(-MOST_DAYS);
  remember(STORED, Object.fromEntries(days.map((date) => [date, seen[date]])));
}

/** Forget all of it. */
export function forgetDays() {
  remember(STORED, {});
}
